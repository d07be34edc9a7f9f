import { apiDay, apiHour } from '../../src/contract/date-text.ts';
import { EVENT_TYPE, ORDER_STATUS } from '../../src/contract/status.ts';
import { acceptGuestRequest, acceptRequest } from '../deliveries/accept-request.ts';
import type { PricedRequestDependencies } from '../deliveries/confirm-places.ts';
import { type OrderEventInput, recordOrderEvent } from '../deliveries/order-events.ts';
import { ApiError } from '../http/api-error.ts';
import { listMoving, type Moving } from '../queries/simulation.ts';

const SIMULATOR_STEP_MS = 8000;

type SimulatorDependencies = PricedRequestDependencies & { timeZone: string };

/**
 * Simulates the dispatch office and the driver: it accepts requests, and moves a delivery on eight seconds after its
 * last step. One that is planned for a later day waits for that day, and a failed or refunded one for an operator.
 * Returns whether anything moves, now or in some seconds.
 */
export async function simulateStep(dependencies: SimulatorDependencies): Promise<boolean> {
  const { db, clock, timeZone } = dependencies;
  const now = clock.now();
  const today = apiDay(now, timeZone);
  const moving = await listMoving(db, today);
  for (const item of moving) {
    if (item.since.getTime() > now.getTime() - SIMULATOR_STEP_MS) continue;
    if (item.kind === 'request') await acceptIfSettled(dependencies, Number(item.id));
    else if (item.kind === 'guest') await acceptWithPrice(dependencies, Number(item.id));
    else await recordOrderEvent(dependencies, item.id, nextEvent(item, today, apiHour(now, timeZone)));
  }
  return moving.length > 0;
}

/** The dispatch office would state a price if none can be calculated. The simulator takes the base price. */
async function acceptWithPrice(dependencies: PricedRequestDependencies, id: number): Promise<void> {
  await acceptGuestRequest(dependencies, id).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.code !== 'GUEST_PRICE_UNKNOWN') throw error;
    return acceptGuestRequest(dependencies, id, { amountCents: dependencies.tariff.baseCents });
  });
}

/** A refunded delivery waits for an operator. */
async function acceptIfSettled(dependencies: PricedRequestDependencies, id: number): Promise<void> {
  await acceptRequest(dependencies, id).catch((error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 409) throw error;
  });
}

/** A delivery is planned for the slot of two hours that starts at the last full hour. */
function nextEvent({ status, lastType }: Moving, deliveryDate: string, hour: number): OrderEventInput {
  if (status === ORDER_STATUS.accepted) {
    const [from, to] = [hour, (hour + 2) % 24].map((time) => `${String(time).padStart(2, '0')}:00`);
    return { type: EVENT_TYPE.scheduled, deliveryDate, deliveryTime: `${from} - ${to}` };
  }
  if (status === ORDER_STATUS.scheduled) return { type: EVENT_TYPE.pickedUp };
  return { type: lastType === EVENT_TYPE.pickedUp ? EVENT_TYPE.inTransit : EVENT_TYPE.delivered };
}
