import { isDeepStrictEqual } from 'node:util';
import type { PlaceSnapshot, RouteEnd } from '../../src/contract/place.ts';
import { isAwaitingPayment } from '../../src/contract/rules.ts';
import type { Tariff } from '../../src/contract/tariff.ts';
import type { Db } from '../db/database.ts';
import type { Clock, Places } from '../dependencies.ts';
import { ApiError } from '../http/api-error.ts';
import { requireFound } from '../http/read-request.ts';
import type { Payments } from '../payments/payments.ts';
import { insertAudit, type Operator } from '../queries/audit.ts';
import {
  type DeliveryRequestRow,
  findDeliveryRequest,
  lockDeliveryRequest,
  updateDeliveryRequest,
} from '../queries/delivery-requests.ts';
import { enqueueDeliveryEmail } from '../queries/emails.ts';
import { deliverySubject } from '../queries/payments.ts';
import { assumedPriceCents, locateRoute, pickedPlace, priceColumns } from './pricing.ts';

export type ConfirmedPlace = { latitude: number; longitude: number; city?: string | undefined };
export type PricedRequestDependencies = {
  db: Db;
  clock: Clock;
  places: Places;
  payments: Payments;
  tariff: Tariff;
};

/**
 * Sets the coordinates of places that an operator has confirmed, for example by telephone, and calculates the price
 * again. Once no place is unclear, the customer may pay and is emailed the price.
 * @throws ApiError 404 for an unknown request, 409 if it does not wait for payment
 */
export async function confirmPlaces(
  { db, clock, places, payments, tariff }: PricedRequestDependencies,
  id: number,
  points: Partial<Record<RouteEnd, ConfirmedPlace | undefined>>,
  operator: Operator,
): Promise<DeliveryRequestRow> {
  for (;;) {
    const known = requireFound(await findDeliveryRequest(db, id, 'anyone'), 'ORDER_REQUEST_NOT_FOUND');
    const pickUp = confirmedSnapshot(known.pickUp, points.pickUp);
    const dropOff = confirmedSnapshot(known.dropOff, points.dropOff);
    const snapshots = { pickUpSnapshot: pickUp, dropOffSnapshot: dropOff };
    const located = await locateRoute(places, snapshots);
    // What the operator states counts, also if the text seems to name another place.
    const route = {
      ...located,
      ...(points.pickUp && { pickUp: pickedPlace(pickUp, points.pickUp) }),
      ...(points.dropOff && { dropOff: pickedPlace(dropOff, points.dropOff) }),
    };
    const changed = await db.transaction(async (tx) => {
      const before = requireFound(await lockDeliveryRequest(tx, id, 'anyone'), 'ORDER_REQUEST_NOT_FOUND');
      if (!isAwaitingPayment(before)) throw new ApiError(409, 'ORDER_REQUEST_CANNOT_BE_EDITED');
      // The customer has edited the places in the meantime.
      if (!isDeepStrictEqual([before.pickUp, before.dropOff], [known.pickUp, known.dropOff]))
        return undefined;
      const price = priceColumns({ ...before, ...snapshots }, route, tariff);
      await payments.expireSessions(tx, deliverySubject(id));
      const change = { ...price, pickUp, dropOff, assumedPriceCents: assumedPriceCents(before, price) };
      const updated = await updateDeliveryRequest(tx, id, { ...change, lastModified: clock.now() });
      const after = requireFound(updated, 'ORDER_REQUEST_NOT_FOUND');
      const isNewPrice = before.unclearPlaces.length > 0 || before.priceCents !== after.priceCents;
      if (isNewPrice && after.unclearPlaces.length === 0)
        await enqueueDeliveryEmail(tx, id, 'priceConfirmed');
      const cents = { before: { cents: before.priceCents }, after: { cents: after.priceCents } };
      const [time, subject] = [clock.now(), `request ${id}`];
      await insertAudit(tx, { event: 'placesConfirmed', time, ...operator, subject, ...cents });
      return after;
    });
    if (changed !== undefined) return changed;
  }
}

function confirmedSnapshot(place: PlaceSnapshot, point: ConfirmedPlace | undefined): PlaceSnapshot {
  if (point === undefined) return place;
  const { latitude, longitude, city } = point;
  return { ...place, latitude, longitude, ...(city === undefined ? {} : { city }) };
}
