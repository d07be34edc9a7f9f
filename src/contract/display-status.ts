import { DISPLAY_STATUSES, type DisplayStatus, REQUEST_STATUS } from './status.ts';

type WithStatus = { status: number };

/** The display status of an order without its request, as tracking by number returns it. */
export function displayStatusOfOrder(order: WithStatus): DisplayStatus {
  const status = DISPLAY_STATUSES[order.status];
  if (status === undefined) return 'pending';
  return status === 'waitingPayment' ? 'accepted' : status;
}

/** The display status of a request without an order. */
export function displayStatusOfRequest(request: WithStatus): DisplayStatus {
  switch (request.status) {
    case REQUEST_STATUS.waitingPayment:
      return 'waitingPayment';
    case REQUEST_STATUS.accepted:
      return 'accepted';
    case REQUEST_STATUS.closed:
      return 'canceled';
    default:
      return 'pending';
  }
}
