import { coordinatesOf } from '../../src/contract/coordinates.ts';
import type { DeliveryRequest, DeliveryRequestInput } from '../../src/contract/delivery-request.ts';
import type { PlaceSnapshot } from '../../src/contract/place.ts';
import { isAwaitingPayment } from '../../src/contract/rules.ts';
import { REQUEST_STATUS } from '../../src/contract/status.ts';
import { createTurnQueue } from '../accounts/turn-queue.ts';
import { CHECKOUT_WAIT_MS, LIST_MAX_WAIT_MS } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import { locateRoute } from '../deliveries/locate-route.ts';
import { assumedPriceCents, estimatePrice, priceColumns } from '../deliveries/pricing.ts';
import type { Handlers } from '../endpoints/customer-endpoints.ts';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { presentDeliveryRequest } from '../endpoints/presenters.ts';
import { ApiError } from '../http/api-error.ts';
import { createOnce, hashBody } from '../http/idempotency.ts';
import { DEFAULT_PAGE_SIZE, positionText, splitPage } from '../http/pagination.ts';
import { parseIdParam, requireFound } from '../http/params.ts';
import { returnOrigin } from '../payments/return-origin.ts';
import {
  type DeliveryRequestRow,
  deleteDeliveryRequest,
  findDeliveryRequest,
  findDeliveryRequestByKey,
  insertDeliveryRequest,
  listDeliveryRequestsPage,
  lockDeliveryRequest,
  updateDeliveryRequest,
} from '../queries/delivery-requests.ts';
import { findOrdersByRequests } from '../queries/orders.ts';
import type { DeliveryPageRequest, Position } from '../queries/page-request.ts';

type RequestEndpoints =
  | 'estimatePrice'
  | 'createDeliveryRequest'
  | 'editDeliveryRequest'
  | 'deleteDeliveryRequest'
  | 'listDeliveryRequests'
  | 'getDeliveryRequest';

const NOT_FOUND_CODE = 'ORDER_REQUEST_NOT_FOUND';

export function deliveryRequestHandlers(dependencies: HandlerDependencies): Pick<Handlers, RequestEndpoints> {
  const { db, clock, places, payments, log, settings } = dependencies;
  const { tariff } = settings.business;

  // A process prepares one long page at a time, because each blocks all other requests for some milliseconds.
  const takeTurn = createTurnQueue({ slots: 1, capacity: 50, maxWaitMs: LIST_MAX_WAIT_MS });

  const present = async (row: DeliveryRequestRow) =>
    presentDeliveryRequest(row, (await findOrdersByRequests(db, [row.id])).get(row.id));

  return {
    async estimatePrice({ body }) {
      return estimatePrice(body, await locateRoute(places, body), tariff);
    },

    async createDeliveryRequest({ body, session: { user }, idempotencyKey, setHeader, ...call }) {
      const located = await locateRoute(places, body);
      const hash = hashBody(body);
      const now = clock.now();
      const owner = `user ${user.id}`;
      const { row, isReplay } = await createOnce(
        db,
        { owner, key: idempotencyKey, hash },
        {
          find: (tx, key) => findDeliveryRequestByKey(tx, user.id, key),
          insert: (tx) =>
            insertDeliveryRequest(tx, {
              ...toParcelColumns(body),
              deliveryType: body.deliveryType,
              isPriority: body.isPriority,
              userId: user.id,
              created: now,
              lastModified: now,
              status: REQUEST_STATUS.waitingPayment,
              ...priceColumns(body, located, tariff),
              idempotencyKey: idempotencyKey ?? null,
              idempotencyHash: hash,
            }),
        },
      );
      if (isReplay) {
        setHeader('idempotency-replayed', 'true');
        return present(row);
      }
      if (row.unclearPlaces.length > 0) return { ...(await present(row)), checkoutUrl: null };
      const origin = returnOrigin(call, settings.publicUrl);
      const creating = payments
        .createSession({ userId: user.id, requestId: row.id, origin })
        // Without a session the request is still created, and the customer pays from the delivery's page later.
        .catch((error) => log.warn({ err: error }, 'no checkout page for a new delivery request'));
      const session = await Promise.race([creating, resolveAfter(CHECKOUT_WAIT_MS)]);
      return { ...(await present(row)), checkoutUrl: session?.sessionUrl ?? null };
    },

    async editDeliveryRequest({ body, params, session: { user } }) {
      const id = parseIdParam(params.id, NOT_FOUND_CODE);
      const located = await locateRoute(places, body);
      const row = await db.transaction(async (tx) => {
        const stored = requireFound(await lockDeliveryRequest(tx, user.id, id), NOT_FOUND_CODE);
        if (!isAwaitingPayment(stored)) throw new ApiError(409, 'ORDER_REQUEST_CANNOT_BE_EDITED');
        // An edit does not change speed and priority, whatever the body contains.
        const { deliveryType, isPriority } = stored;
        const price = priceColumns({ ...body, deliveryType, isPriority }, located, tariff);
        await payments.expireSessions(tx, id);
        return updateDeliveryRequest(tx, id, {
          ...toParcelColumns(body),
          ...price,
          lastModified: clock.now(),
          assumedPriceCents: assumedPriceCents(stored, price.priceCents),
        });
      });
      return present(requireFound(row, NOT_FOUND_CODE));
    },

    async deleteDeliveryRequest({ params, session: { user } }) {
      const id = parseIdParam(params.id, NOT_FOUND_CODE);
      await db.transaction(async (tx) => {
        const stored = requireFound(await lockDeliveryRequest(tx, user.id, id), NOT_FOUND_CODE);
        if (!isAwaitingPayment(stored)) throw new ApiError(409, 'ORDER_DELITION_NOT_ALLOWED');
        await payments.expireSessions(tx, id);
        await deleteDeliveryRequest(tx, id);
      });
      return {};
    },

    async listDeliveryRequests({ session: { user }, query, turn, linkToNext }) {
      const read = () => readDeliveryPage(db, user.id, query);
      const isLong = query.limit > DEFAULT_PAGE_SIZE;
      const { page, last } = await (isLong ? takeTurn(turn, read) : read());
      if (last) linkToNext(positionText(last));
      return page;
    },

    async getDeliveryRequest({ params, session: { user } }) {
      const id = parseIdParam(params.id, NOT_FOUND_CODE);
      const row = requireFound(await findDeliveryRequest(db, user.id, id), NOT_FOUND_CODE);
      if (!isAwaitingPayment(row)) return present(row);
      // The customer may just have returned from the checkout, ahead of the webhook.
      await payments.refresh(id);
      return present(requireFound(await findDeliveryRequest(db, user.id, id), NOT_FOUND_CODE));
    },
  };
}

/** One page of a customer's deliveries with their orders, newest first, and its last row if more follow. */
export async function readDeliveryPage(
  db: Db,
  userId: number,
  request: DeliveryPageRequest,
): Promise<{ page: DeliveryRequest[]; last: Position | undefined }> {
  const { page, last } = splitPage(await listDeliveryRequestsPage(db, userId, request), request.limit);
  const ids = page.map(({ id }) => id);
  const orders = await findOrdersByRequests(db, ids);
  return { page: page.map((row) => presentDeliveryRequest(row, orders.get(row.id))), last };
}

/** The timer does not prevent the process from exiting. */
function resolveAfter(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), milliseconds).unref();
  });
}

function toParcelColumns(body: DeliveryRequestInput) {
  return {
    pickUp: normalizeSnapshot(body.pickUpSnapshot),
    dropOff: normalizeSnapshot(body.dropOffSnapshot),
    weight: body.weight,
    volume: body.volume,
    width: body.width,
    length: body.length,
    height: body.height,
    deliveryNote: body.deliveryNote,
    isFragile: body.isFragile,
  };
}

/** Removes invalid coordinates such as (0, 0): a place that was not picked on the map has only a name. */
function normalizeSnapshot(place: PlaceSnapshot): PlaceSnapshot {
  const { latitude: _latitude, longitude: _longitude, ...address } = place;
  return { ...address, ...coordinatesOf(place) };
}
