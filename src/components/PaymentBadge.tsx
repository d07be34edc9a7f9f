import { StatusBadge, type StatusBadgeProps } from './StatusBadge.tsx';

export type PaymentTone = 'new' | 'processing' | 'paid' | 'failed' | 'canceled';

const STYLES: Record<PaymentTone, Omit<StatusBadgeProps, 'label'>> = {
  new: { tone: 'accepted', icon: 'dots' },
  processing: { tone: 'waiting', icon: 'clock' },
  paid: { tone: 'delivered', icon: 'check' },
  failed: { tone: 'issue', icon: 'warning' },
  canceled: { tone: 'canceled', icon: 'canceled' },
};

/** The state of a payment, as a badge like that of a delivery. */
export function PaymentBadge({ tone, label }: { tone: PaymentTone; label: string }) {
  return <StatusBadge {...STYLES[tone]} label={label} />;
}
