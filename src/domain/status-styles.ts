import {
  DISPLAY_STATUS_LABELS,
  type DisplayStatus,
  PAYMENT_STATUS,
  type PaymentStatusName,
} from '../contract/status.ts';
import { parcelProgress } from './display-status.ts';

/** The tone and icon of each status's badge. The labels are in `contract/status`. */
export const STATUS_STYLES = {
  waitingPayment: { tone: 'waiting', icon: 'card' },
  pending: { tone: 'pending', icon: 'clock' },
  accepted: { tone: 'accepted', icon: 'check' },
  scheduled: { tone: 'scheduled', icon: 'calendar' },
  inTransit: { tone: 'transit', icon: 'truck' },
  servicing: { tone: 'servicing', icon: 'warehouse' },
  delivered: { tone: 'delivered', icon: 'delivered' },
  canceled: { tone: 'canceled', icon: 'canceled' },
  issue: { tone: 'issue', icon: 'warning' },
  returned: { tone: 'returned', icon: 'return' },
} as const satisfies Record<DisplayStatus, { tone: string; icon: string }>;

/** The badge of a status: its tone, icon and label. */
export function badgeOf(status: DisplayStatus) {
  return { ...STATUS_STYLES[status], label: DISPLAY_STATUS_LABELS[status] };
}

/** What the route line shows for a status: where the parcel is, or how the delivery ended. */
export function routeLineOf(status: DisplayStatus): {
  progress: number | undefined;
  end: 'delivered' | 'canceled' | undefined;
} {
  if (status === 'delivered') return { progress: undefined, end: 'delivered' };
  if (status === 'canceled') return { progress: undefined, end: 'canceled' };
  return { progress: parcelProgress(status), end: undefined };
}

/** The name of a payment status; an unknown number counts as processing. */
export function paymentStatusName(status: number): PaymentStatusName {
  const names: PaymentStatusName[] = ['new', 'processing', 'paid', 'failed', 'canceled'];
  return names.find((name) => PAYMENT_STATUS[name] === status) ?? 'processing';
}
