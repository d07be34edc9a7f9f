import { PUSH_CLIENT_LIMIT, PUSH_PER_ORDER_MAX, PUSH_PER_USER_MAX } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { EndpointCall, HandlerDependencies, Handlers } from '../endpoints/server-endpoint.ts';
import { ApiError, invalidFieldError } from '../http/api-error.ts';
import { parseGuidParam, parseIdParam, requireFound } from '../http/read-request.ts';
import { isPublicKey } from '../push/encrypt.ts';
import { isAllowedEndpoint } from '../push/push-endpoint.ts';
import { findDeliveryRequest } from '../queries/delivery-requests.ts';
import { lockQuota } from '../queries/locks.ts';
import { findOrderByGuid } from '../queries/orders.ts';
import * as push from '../queries/push.ts';

type SubscriptionBody = EndpointCall<'subscribeToParcel'>['body'];
type Quota = { owner: number; isReached: (tx: Db) => Promise<boolean> };

/** The calls that turn notifications by Web Push on and off. (PRD-81) */
export function pushHandlers({ db, clock, limiter, settings }: HandlerDependencies) {
  const store = async (body: SubscriptionBody, about: push.PushSubject, quota: Quota) => {
    const { replaces, endpoint, keys } = body;
    if (!isAllowedEndpoint(endpoint, settings.push.allowsLocal)) {
      throw invalidFieldError('endpoint', 'Must be the https address of a push service');
    }
    if (!isPublicKey(keys.p256dh)) throw invalidFieldError('keys.p256dh', 'Must be a public key');
    const row = { endpoint, ...keys, created: clock.now(), ...about };
    await db.transaction(async (tx) => {
      await lockQuota(tx, about.orderId === undefined ? 'push of user' : 'push of order', quota.owner);
      // A renewed subscription replaces the earlier one first, so that it does not count against the limit.
      const confirmed =
        replaces === undefined ? null : await push.deleteReplacedPush(tx, { ...about, endpoint: replaces });
      if (await quota.isReached(tx)) throw new ApiError(409, 'PUSH_LIMIT_REACHED');
      await push.upsertPushSubscription(tx, { ...row, confirmed });
    });
  };

  return {
    async subscribeToDeliveries({ body, session: { user, id: sessionId } }) {
      const { deliveryId } = body;
      if (deliveryId !== undefined) {
        requireFound(await findDeliveryRequest(db, deliveryId, user.id), 'ORDER_REQUEST_NOT_FOUND');
      }
      const about: push.PushSubject =
        deliveryId === undefined
          ? { subject: `user ${user.id}`, userId: user.id, sessionId }
          : { subject: `delivery ${deliveryId}`, deliveryRequestId: deliveryId, sessionId };
      const key = { endpoint: body.endpoint, subject: about.subject };
      return store(body, about, {
        owner: user.id,
        isReached: async (tx) => (await push.countPushOfUser(tx, user.id, key)) >= PUSH_PER_USER_MAX,
      });
    },
    async subscribeToParcel({ body, params, clientAddress }) {
      const guid = parseGuidParam(params.orderGuid);
      const order = requireFound(await findOrderByGuid(db, guid), 'ORDER_NOT_FOUND');
      await limiter.consume(PUSH_CLIENT_LIMIT, `${order.id} ${clientAddress}`);
      const about = { subject: `order ${order.id}`, orderId: order.id };
      return store(body, about, {
        owner: order.id,
        // Anyone with the number can invent endpoints, so those that never got a message give way.
        isReached: async (tx) =>
          (await push.countPushOfOrder(tx, order.id, body.endpoint)) >= PUSH_PER_ORDER_MAX &&
          !(await push.deleteUnconfirmedPush(tx, order.id)),
      });
    },
    async unsubscribePush({ body: { endpoint, about } }) {
      const { kind, id = '' } = about ?? {};
      if (kind === undefined) await push.deletePush(db, endpoint);
      else if (kind === 'all') await push.deletePush(db, endpoint, 'user %');
      else if (kind === 'parcel') {
        const order = await findOrderByGuid(db, parseGuidParam(id));
        if (order !== undefined) await push.deletePush(db, endpoint, `order ${order.id}`);
      } else await push.deletePush(db, endpoint, `delivery ${parseIdParam(id, 'ORDER_REQUEST_NOT_FOUND')}`);
    },
  } satisfies Partial<Handlers>;
}
