import { Icon, type IconName } from '../ui/Icon.tsx';
import { type StatusTone, tintOf } from '../ui/tint.ts';
import classes from './StatusBadge.module.css';

export type StatusBadgeProps = { tone: StatusTone | 'plain'; icon: IconName; label: string };

/** A status as icon, text and colour, so that colour is never the only signal. */
export function StatusBadge({ tone, icon, label }: StatusBadgeProps) {
  return (
    <span
      className={`forced-border inline-flex items-center gap-icon bg-sunken text-sm text-ink font-bold ${classes.badge}`}
      data-tone={tone}
      style={tone === 'plain' ? undefined : tintOf(tone)}
    >
      <Icon name={icon} size={16} />
      <span>{label}</span>
    </span>
  );
}
