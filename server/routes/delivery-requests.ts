import type { DeliveryRequestInput } from '../../src/contract/delivery-request.ts';
import { coordinatesOf, type PlaceSnapshot } from '../../src/contract/place.ts';
import { isDeletable, isEditable } from '../../src/contract/rules.ts';
import { REQUEST_STATUS } from '../../src/contract/status.ts';
import { ApiError } from '../errors.ts';
import type { Handlers } from '../http/mount.ts';
import { bodyHash, createOnce } from '../idempotency.ts';
import { presentDeliveryRequest } from '../present.ts';
import { estimate, locate, priceCents, TARIFF } from '../pricing.ts';
import {
  type DeliveryRequestRow,
  deleteDeliveryRequest,
  findDeliveryRequest,
  findDeliveryRequestByKey,
  insertDeliveryRequest,
  listDeliveryRequests,
  lockDeliveryRequest,
  updateDeliveryRequest,
} from '../queries/delivery-requests.ts';
import { ordersOfRequests } from '../queries/orders.ts';
import { returnOrigin } from '../return-origin.ts';
import type { World } from '../world.ts';
import { found, idParam } from './params.ts';

type RequestVerbs =
  | 'estimatePrice'
  | 'createDeliveryRequest'
  | 'editDeliveryRequest'
  | 'deleteDeliveryRequest'
  | 'listDeliveryRequests'
  | 'getDeliveryRequest';

const ABSENT = 'ORDER_REQUEST_NOT_FOUND';

export function deliveryRequestHandlers(world: World): Pick<Handlers, RequestVerbs> {
  const { db, clock, places, payments, log, settings } = world;

  const present = async (row: DeliveryRequestRow) =>
    presentDeliveryRequest(row, (await ordersOfRequests(db, [row.id])).get(row.id));

  return {
    async estimatePrice({ body }) {
      return estimate(body, await locate(places, body));
    },

    async createDeliveryRequest({ body, session: { user }, idempotencyKey, setHeader, ...call }) {
      const located = await locate(places, body);
      const hash = bodyHash(body);
      const now = clock.now();
      const owner = `user ${user.id}`;
      const { row, isReplay } = await createOnce(
        db,
        { owner, key: idempotencyKey, hash },
        {
          find: (tx, key) => findDeliveryRequestByKey(tx, user.id, key),
          insert: (tx) =>
            insertDeliveryRequest(tx, {
              ...parcelOf(body),
              deliveryType: body.deliveryType,
              isPriority: body.isPriority,
              userId: user.id,
              created: now,
              lastModified: now,
              status: REQUEST_STATUS.waitingPayment,
              priceCents: priceCents(body, located),
              currency: TARIFF.currency,
              idempotencyKey: idempotencyKey ?? null,
              idempotencyHash: hash,
            }),
        },
      );
      if (isReplay) {
        setHeader('idempotency-replayed', 'true');
        return present(row);
      }
      const origin = returnOrigin(call, settings.publicUrl);
      const session = await payments
        .createSession({ userId: user.id, requestId: row.id, origin })
        // The request stands whatever becomes of the session: the customer pays from its page later.
        .catch((error) => log.warn({ err: error }, 'no checkout page for a new delivery request'));
      return { ...(await present(row)), checkoutUrl: session?.sessionUrl ?? null };
    },

    async editDeliveryRequest({ body, params, session: { user } }) {
      const id = idParam(params.id, ABSENT);
      const located = await locate(places, body);
      const row = await db.transaction(async (tx) => {
        const stored = found(await lockDeliveryRequest(tx, user.id, id), ABSENT);
        if (!isEditable(stored)) throw new ApiError(409, 'ORDER_REQUEST_CANNOT_BE_EDITED');
        // Speed and priority stay as stored, whatever the body says.
        const { deliveryType, isPriority } = stored;
        await payments.expireSessions(tx, id);
        return updateDeliveryRequest(tx, id, {
          ...parcelOf(body),
          lastModified: clock.now(),
          priceCents: priceCents({ ...body, deliveryType, isPriority }, located),
          currency: TARIFF.currency,
        });
      });
      return present(found(row, ABSENT));
    },

    async deleteDeliveryRequest({ params, session: { user } }) {
      const id = idParam(params.id, ABSENT);
      await db.transaction(async (tx) => {
        const stored = found(await lockDeliveryRequest(tx, user.id, id), ABSENT);
        if (!isDeletable(stored)) throw new ApiError(409, 'ORDER_DELITION_NOT_ALLOWED');
        await payments.expireSessions(tx, id);
        await deleteDeliveryRequest(tx, id);
      });
      return {};
    },

    async listDeliveryRequests({ session: { user } }) {
      const rows = await listDeliveryRequests(db, user.id);
      const orders = await ordersOfRequests(
        db,
        rows.map((row) => row.id),
      );
      return rows.map((row) => presentDeliveryRequest(row, orders.get(row.id)));
    },

    async getDeliveryRequest({ params, session: { user } }) {
      return present(found(await findDeliveryRequest(db, user.id, idParam(params.id, ABSENT)), ABSENT));
    },
  };
}

function parcelOf(body: DeliveryRequestInput) {
  return {
    pickUp: snapshot(body.pickUpSnapshot),
    dropOff: snapshot(body.dropOffSnapshot),
    weight: body.weight,
    volume: body.volume,
    width: body.width,
    length: body.length,
    height: body.height,
    deliveryNote: body.deliveryNote,
    isFragile: body.isFragile,
  };
}

/** A place that was not picked on the map has a name alone: (0, 0) and the like are no coordinates. */
function snapshot(place: PlaceSnapshot): PlaceSnapshot {
  const { latitude: _latitude, longitude: _longitude, ...words } = place;
  return { ...words, ...coordinatesOf(place) };
}
