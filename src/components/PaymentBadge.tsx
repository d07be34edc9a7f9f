import type { PaymentStatusName } from '../contract/status.ts';
import { StatusBadge, type StatusBadgeProps } from './StatusBadge.tsx';

const STYLES: Record<PaymentStatusName, Omit<StatusBadgeProps, 'label'>> = {
  new: { tone: 'accepted', icon: 'dots' },
  processing: { tone: 'waiting', icon: 'clock' },
  paid: { tone: 'delivered', icon: 'check' },
  failed: { tone: 'issue', icon: 'warning' },
  canceled: { tone: 'canceled', icon: 'canceled' },
};

export function PaymentBadge({ tone, label }: { tone: PaymentStatusName; label: string }) {
  return <StatusBadge {...STYLES[tone]} label={label} />;
}
