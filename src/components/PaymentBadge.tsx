import { Icon } from '../ui/Icon.tsx';
import type { IconName } from '../ui/icon-paths.ts';
import classes from './StatusBadge.module.css';

export type PaymentTone = 'new' | 'processing' | 'paid' | 'failed' | 'canceled';

const ICONS: Record<PaymentTone, IconName> = {
  new: 'dots',
  processing: 'clock',
  paid: 'check',
  failed: 'warning',
  canceled: 'canceled',
};

export function PaymentBadge({ tone, label }: { tone: PaymentTone; label: string }) {
  return (
    <span
      className={`inline-flex items-center gap-icon text-sm font-bold text-nowrap ${classes.badge}`}
      data-payment={tone}
    >
      <Icon name={ICONS[tone]} size={16} />
      {label}
    </span>
  );
}
