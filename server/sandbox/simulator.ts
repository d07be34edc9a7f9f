import type { Logger } from 'pino';
import { EVENT_TYPE, ORDER_STATUS } from '../../src/contract/status.ts';
import { every } from '../jobs/runner.ts';
import { SIMULATOR_STEP_MS } from '../limits.ts';
import { type AcceptNeeds, acceptGuestRequest, acceptRequest } from '../ops/accept.ts';
import { type OrderEventInput, recordEvent } from '../ops/events.ts';
import {
  guestRequestsToAccept,
  type OrderUnderWay,
  ordersToMove,
  requestsToAccept,
} from '../queries/simulation.ts';

const LOOK_MS = 1000;

/** Plays the dispatch office and the driver, until stopped. */
export function startSimulator(needs: AcceptNeeds, log: Logger): { stop(): Promise<void> } {
  return every(LOOK_MS, 'simulator', log, () => simulateStep(needs));
}

/**
 * Moves everything that is paid for, or asked for by a guest, one step on, if its last step was eight
 * seconds ago: accepted, scheduled, picked up, in transit, delivered. What is planned for a later day waits
 * for its day; what failed waits for a person.
 */
export async function simulateStep(needs: AcceptNeeds): Promise<void> {
  const now = needs.clock.now();
  const before = new Date(now.getTime() - SIMULATOR_STEP_MS);
  for (const id of await requestsToAccept(needs.db, before)) await acceptRequest(needs, id);
  for (const id of await guestRequestsToAccept(needs.db, before)) await acceptGuestRequest(needs, id);
  for (const order of await ordersToMove(needs.db, before, day(now))) {
    await recordEvent(needs, order.guid, nextEvent(order, now));
  }
}

function nextEvent({ status, lastType }: OrderUnderWay, now: Date): OrderEventInput {
  if (status === ORDER_STATUS.accepted) {
    return { type: EVENT_TYPE.scheduled, deliveryDate: day(now), deliveryTime: slot(now) };
  }
  if (status === ORDER_STATUS.scheduled) return { type: EVENT_TYPE.pickedUp };
  return { type: lastType === EVENT_TYPE.pickedUp ? EVENT_TYPE.inTransit : EVENT_TYPE.delivered };
}

function day(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** The two hours from the last full hour on. */
function slot(now: Date): string {
  const hour = (offset: number) => `${String((now.getUTCHours() + offset) % 24).padStart(2, '0')}:00`;
  return `${hour(0)} - ${hour(2)}`;
}
