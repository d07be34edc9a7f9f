import { DISPLAY_STATUSES, type DisplayStatus, REQUEST_STATUS } from '../contract/status.ts';

type WithStatus = { status: number };

export type DerivedStatus = {
  status: DisplayStatus;
  canEdit: boolean;
  canDelete: boolean;
  canCancel: boolean;
};

/**
 * What a person sees of a delivery and may do with it. The order, once there is one, says where it stands;
 * before that the request does. A number nobody knows is shown as pending, never as an error.
 */
export function deriveStatus(request: WithStatus, order?: WithStatus | null): DerivedStatus {
  const status = order ? displayStatusOfOrder(order) : displayStatusOfRequest(request);
  return {
    status,
    canEdit: status === 'waitingPayment',
    canDelete: request.status === REQUEST_STATUS.waitingPayment,
    canCancel: !isFinal(status),
  };
}

/** The display status of an order alone, as tracking by number answers it. */
export function displayStatusOfOrder(order: WithStatus): DisplayStatus {
  const status = DISPLAY_STATUSES[order.status];
  if (status === undefined) return 'pending';
  return status === 'waitingPayment' ? 'accepted' : status;
}

function displayStatusOfRequest(request: WithStatus): DisplayStatus {
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

/** After these nothing moves any more. */
export function isFinal(status: DisplayStatus): boolean {
  return status === 'delivered' || status === 'canceled' || status === 'returned';
}

/** Where the parcel is on the line from pick-up (0) to drop-off (1); undefined: it has not set out. */
export function parcelProgress(status: DisplayStatus): number | undefined {
  return PROGRESS[status];
}

const PROGRESS: Record<DisplayStatus, number | undefined> = {
  waitingPayment: undefined,
  pending: 0.06,
  accepted: 0.15,
  scheduled: 0.29,
  inTransit: 0.65,
  servicing: 0.78,
  issue: 0.88,
  delivered: 1,
  returned: 0.06,
  canceled: undefined,
};
