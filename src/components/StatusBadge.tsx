import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icon-paths.ts';
import classes from './StatusBadge.module.css';

export type BadgeTone =
  | 'waiting'
  | 'pending'
  | 'accepted'
  | 'scheduled'
  | 'transit'
  | 'servicing'
  | 'delivered'
  | 'canceled'
  | 'issue'
  | 'returned'
  | 'plain';

export type StatusBadgeProps = { tone: BadgeTone; icon: IconName; label: string };

/** A status as icon, text and colour, so that colour is never the only signal. */
export function StatusBadge({ tone, icon, label }: StatusBadgeProps) {
  return (
    <span
      className={`inline-flex items-center gap-icon text-sm font-bold text-nowrap ${classes.badge}`}
      data-tone={tone}
    >
      <Icon name={icon} size={16} />
      {label}
    </span>
  );
}
