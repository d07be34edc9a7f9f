/** The statuses of requests, orders and payments, and the event types. Numbers and labels are defined only here. */

export const REQUEST_STATUS = { waitingPayment: 0, submitted: 1, accepted: 2, closed: 3 } as const;

export const ORDER_STATUS = {
  waitingPayment: 0,
  accepted: 1,
  scheduled: 2,
  inTransit: 3,
  servicing: 4,
  delivered: 5,
  canceled: 6,
  issue: 7,
  returned: 8,
} as const;

/** The statuses that a user sees, indexed by order status; `pending` is a status that no order has. */
export const DISPLAY_STATUSES = [
  'waitingPayment',
  'accepted',
  'scheduled',
  'inTransit',
  'servicing',
  'delivered',
  'canceled',
  'issue',
  'returned',
  'pending',
] as const;
export type DisplayStatus = (typeof DISPLAY_STATUSES)[number];

export const DISPLAY_STATUS_LABELS: Record<DisplayStatus, string> = {
  waitingPayment: 'Waiting payment',
  accepted: 'Accepted',
  scheduled: 'Scheduled',
  inTransit: 'In Transit',
  servicing: 'Servicing',
  delivered: 'Delivered',
  canceled: 'Canceled',
  issue: 'Issue',
  returned: 'Returned',
  pending: 'Pending',
};

/** The same in the middle of a sentence, as news about a delivery. */
export const STATUS_WORDS: Record<DisplayStatus, string> = {
  waitingPayment: 'ready to pay',
  pending: 'under review',
  accepted: 'accepted',
  scheduled: 'scheduled',
  inTransit: 'collected',
  servicing: 'at our facility',
  delivered: 'delivered',
  canceled: 'canceled',
  issue: 'delayed',
  returned: 'returned to us',
};

/** Statuses after which a delivery does not change any more. */
export const FINAL_STATUSES = ['delivered', 'canceled', 'returned'] as const;
export const FINAL_ORDER_STATUSES: readonly number[] = FINAL_STATUSES.map((status) => ORDER_STATUS[status]);

export const PAYMENT_STATUS = { new: 0, processing: 1, paid: 2, failed: 3, canceled: 4 } as const;
export type PaymentStatusName = keyof typeof PAYMENT_STATUS;
export const PAYMENT_STATUS_LABELS: Record<PaymentStatusName, string> = {
  new: 'New',
  processing: 'Processing',
  paid: 'Paid',
  failed: 'Failed',
  canceled: 'Canceled',
};

export const EVENT_TYPE = {
  requestCreated: 0,
  orderCreated: 1,
  requestAccepted: 2,
  scheduled: 3,
  pickedUp: 4,
  delivered: 5,
  inTransit: 6,
  pickupFailed: 7,
  deliveryFailed: 8,
  rescheduled: 9,
  requestCancelled: 10,
} as const;

type WithStatus = { status: number };

/** The display status of an order without its request, as tracking by number returns it. */
export function displayStatusOfOrder(order: WithStatus): DisplayStatus {
  const status = DISPLAY_STATUSES[order.status];
  if (status === undefined) return 'pending';
  return status === 'waitingPayment' ? 'accepted' : status;
}

const REQUEST_DISPLAY_STATUSES: Record<number, DisplayStatus> = {
  [REQUEST_STATUS.waitingPayment]: 'waitingPayment',
  [REQUEST_STATUS.accepted]: 'accepted',
  [REQUEST_STATUS.closed]: 'canceled',
};

/** The display status of a request without an order. */
export function displayStatusOfRequest(request: WithStatus): DisplayStatus {
  return REQUEST_DISPLAY_STATUSES[request.status] ?? 'pending';
}
