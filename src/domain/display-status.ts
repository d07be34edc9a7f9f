import type { Config } from '../contract/config.ts';
import { isAwaitingPayment } from '../contract/rules.ts';
import {
  type DisplayStatus,
  displayStatusOfOrder,
  displayStatusOfRequest,
  FINAL_STATUSES,
} from '../contract/status.ts';

type WithStatus = { status: number };

export type DerivedStatus = {
  status: DisplayStatus;
  canEdit: boolean;
  canDelete: boolean;
  canCancel: boolean;
};

/**
 * The status that a user sees, and what they may do with the delivery. The order decides the status once there
 * is one; until then the request does. An unknown status number is shown as pending and never as an error.
 */
export function deriveStatus(request: WithStatus, order?: WithStatus | null): DerivedStatus {
  const status = order ? displayStatusOfOrder(order) : displayStatusOfRequest(request);
  return {
    status,
    canEdit: status === 'waitingPayment',
    canDelete: isAwaitingPayment(request),
    canCancel: !isFinal(status),
  };
}

/** Whether a delivery has ended, so that its status does not change any more. */
export function isFinal(status: DisplayStatus): boolean {
  return FINAL_STATUSES.some((finalStatus) => finalStatus === status);
}

/** The interval of the automatic refresh in milliseconds; undefined once every delivery shown has ended. */
export function refreshIntervalMs(
  statuses: readonly DisplayStatus[],
  { refreshMs, refreshInTransitMs }: Config['tracking'],
): number | undefined {
  if (statuses.length > 0 && statuses.every(isFinal)) return undefined;
  return statuses.includes('inTransit') ? refreshInTransitMs : refreshMs;
}
