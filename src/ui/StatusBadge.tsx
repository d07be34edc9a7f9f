import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';
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

type Props = { tone: BadgeTone; icon: IconName; label: string };

/** A status in three ways at once: icon, words, and the pair of colours of its tone. */
export function StatusBadge({ tone, icon, label }: Props) {
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon name={icon} size={16} />
      {label}
    </span>
  );
}
