import type { PaymentStatusName } from '../contract/status.ts';
import { StatusBadge, type StatusBadgeProps } from './StatusBadge.tsx';

const STYLES: Record<PaymentStatusName, Omit<StatusBadgeProps, 'label'>> = {
  new: { tone: 'accepted', icon: 'dots' },
  processing: { tone: 'waiting', icon: 'clock' },
  paid: { tone: 'delivered', icon: 'check' },
  failed: { tone: 'issue', icon: 'warning' },
  canceled: { tone: 'canceled', icon: 'canceled' },
};

/** The state of a payment, as a badge like that of a delivery. */
export function PaymentBadge({ tone, label }: { tone: PaymentStatusName; label: string }) {
  return <StatusBadge {...STYLES[tone]} label={label} />;
}
