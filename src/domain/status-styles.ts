import {
  DISPLAY_STATUS_LABELS,
  type DisplayStatus,
  PAYMENT_STATUS,
  type PaymentStatusName,
} from '../contract/status.ts';

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

type RouteLine = { progress?: number; end?: 'delivered' | 'canceled' };

/** What the route line shows: where the parcel is, from pick-up (0) to drop-off (1), or how the delivery ended. */
export const ROUTE_LINES: Record<DisplayStatus, RouteLine> = {
  waitingPayment: {},
  pending: { progress: 0.06 },
  accepted: { progress: 0.15 },
  scheduled: { progress: 0.29 },
  inTransit: { progress: 0.65 },
  servicing: { progress: 0.78 },
  issue: { progress: 0.88 },
  delivered: { end: 'delivered' },
  returned: { progress: 0.06 },
  canceled: { end: 'canceled' },
};

/** The name of a payment status; an unknown number counts as processing. */
export function paymentStatusName(status: number): PaymentStatusName {
  const names: PaymentStatusName[] = ['new', 'processing', 'paid', 'failed', 'canceled'];
  return names.find((name) => PAYMENT_STATUS[name] === status) ?? 'processing';
}
