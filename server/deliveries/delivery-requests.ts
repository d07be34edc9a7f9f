import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import { coordinatesOf } from '../../src/contract/coordinates.ts';
import type { DeliveryRequestInput } from '../../src/contract/delivery-request.ts';
import type { PlaceSnapshot } from '../../src/contract/place.ts';
import { isAwaitingPayment } from '../../src/contract/rules.ts';
import { REQUEST_STATUS } from '../../src/contract/status.ts';
import { CHECKOUT_WAIT_MS } from '../config/limits.ts';
import { ApiError } from '../http/api-error.ts';
import { matchesEntityTag } from '../http/entity-tag.ts';
import { createOnce, hashBody } from '../http/idempotency.ts';
import { requireFound } from '../http/read-request.ts';
import { withinTime } from '../http/within-time.ts';
import * as requests from '../queries/delivery-requests.ts';
import { deliverySubject } from '../queries/payments.ts';
import type { PricedRequestDependencies } from './confirm-places.ts';
import { assumedPriceCents, locateRoute, priceColumns } from './pricing.ts';

const NOT_FOUND_CODE = 'ORDER_REQUEST_NOT_FOUND';

/** Stores a request, at most once per key, and opens its checkout page unless a place is unclear. */
export async function createRequest(
  { db, clock, log, places, payments, tariff }: PricedRequestDependencies & { log: Logger },
  userId: number,
  input: DeliveryRequestInput,
  { idempotencyKey: key, origin }: { idempotencyKey: string | undefined; origin: string },
) {
  const located = await locateRoute(places, input);
  const hash = hashBody(input);
  const now = clock.now();
  const { row, isReplay } = await createOnce(
    db,
    { owner: `user ${userId}`, key, hash },
    {
      find: (tx, known) => requests.findDeliveryRequestByKey(tx, userId, known),
      isSingleStatement: true,
      insert: (tx) =>
        requests.insertDeliveryRequest(tx, {
          ...packageColumns(input),
          deliveryType: input.deliveryType,
          isPriority: input.isPriority,
          userId,
          created: now,
          lastModified: now,
          status: REQUEST_STATUS.waitingPayment,
          ...priceColumns(input, located, tariff),
          idempotencyKey: key ?? null,
          idempotencyHash: hash,
        }),
    },
  );
  if (isReplay || row.unclearPlaces.length > 0) return { row, isReplay, checkoutUrl: null };
  const creating = payments
    .createSession({ userId, requestId: row.id, origin })
    // Without a session the request is still created, and the customer pays from the delivery's page later.
    .catch((error) => log.warn({ err: error }, 'no checkout page for a new delivery request'));
  const session = await withinTime(CHECKOUT_WAIT_MS, creating);
  return { row, isReplay, checkoutUrl: session?.value?.sessionUrl ?? null };
}

/**
 * @param ifMatch the time of the last change that the client knows, as an entity tag: two devices must not overwrite
 * each other's changes
 * @throws ApiError 404 for the request of another account, 409 if it does not wait for payment any more, 412 if it was
 * changed since, unless it is a repetition of that change
 */
export async function editRequest(
  { db, clock, places, payments, tariff }: PricedRequestDependencies,
  userId: number,
  id: number,
  input: DeliveryRequestInput,
  ifMatch?: string,
) {
  const located = await locateRoute(places, input);
  const row = await db.transaction(async (tx) => {
    const stored = requireFound(await requests.lockDeliveryRequest(tx, id, userId), NOT_FOUND_CODE);
    if (!isAwaitingPayment(stored)) throw new ApiError(409, 'ORDER_REQUEST_CANNOT_BE_EDITED');
    const version = `"${stored.lastModified.toISOString()}"`;
    if (ifMatch !== undefined && !matchesEntityTag(ifMatch, version)) {
      if (isStored(stored, input)) return stored;
      throw new ApiError(412, 'ORDER_REQUEST_CHANGED');
    }
    await payments.expireSessions(tx, deliverySubject(id));
    const change = { ...packageColumns(input), lastModified: clock.now() };
    // If only the note changes, the price stays as it was agreed, whatever the tariff is today.
    if (isStored(stored, { ...input, deliveryNote: stored.deliveryNote }))
      return requests.updateDeliveryRequest(tx, id, change);
    // An edit does not change speed and priority, whatever the body contains.
    const { deliveryType, isPriority } = stored;
    const price = priceColumns({ ...input, deliveryType, isPriority }, located, tariff);
    return requests.updateDeliveryRequest(tx, id, {
      ...change,
      ...price,
      assumedPriceCents: stored.unclearPlaces.length === 0 ? null : assumedPriceCents(stored, price),
    });
  });
  return requireFound(row, NOT_FOUND_CODE);
}

/** @throws ApiError as `editRequest` */
export async function deleteRequest(
  { db, payments }: Pick<PricedRequestDependencies, 'db' | 'payments'>,
  userId: number,
  id: number,
): Promise<void> {
  await db.transaction(async (tx) => {
    const stored = requireFound(await requests.lockDeliveryRequest(tx, id, userId), NOT_FOUND_CODE);
    if (!isAwaitingPayment(stored)) throw new ApiError(409, 'ORDER_DELITION_NOT_ALLOWED');
    await payments.expireSessions(tx, deliverySubject(id));
    await requests.deleteDeliveryRequest(tx, id);
  });
}

/** Whether an edit changes nothing, for example because it is repeated after its response was lost. */
function isStored(stored: requests.DeliveryRequestRow, input: DeliveryRequestInput): boolean {
  const columns = packageColumns(input);
  return isDeepStrictEqual({ ...stored, ...columns }, stored);
}

function packageColumns(input: DeliveryRequestInput) {
  const { weight, volume, width, length, height, deliveryNote, isFragile } = input;
  return {
    ...{ weight, volume, width, length, height, deliveryNote, isFragile },
    pickUp: normalizeSnapshot(input.pickUpSnapshot),
    dropOff: normalizeSnapshot(input.dropOffSnapshot),
  };
}

/** Removes invalid coordinates such as (0, 0): a place that was not picked on the map has only a name. */
function normalizeSnapshot(place: PlaceSnapshot): PlaceSnapshot {
  const { latitude: _latitude, longitude: _longitude, ...address } = place;
  return { ...address, ...coordinatesOf(place) };
}
