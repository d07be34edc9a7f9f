import { PUSH_PER_ORDER_MAX, PUSH_PER_USER_MAX } from '../config/limits.ts';
import { ApiError, invalidFieldError } from '../http/api-error.ts';
import type { EndpointCall, Handlers } from '../http/endpoints.ts';
import type { HandlerDependencies } from '../http/handler-dependencies.ts';
import { isPublicKey } from '../push/encrypt.ts';
import { isAllowedEndpoint } from '../push/push-endpoint.ts';
import { findDeliveryRequest } from '../queries/delivery-requests.ts';
import { findOrderByGuid } from '../queries/orders.ts';
import {
  countPushOfOrder,
  countPushOfUser,
  deletePushEndpoint,
  deletePushSubscription,
  upsertPushSubscription,
} from '../queries/push.ts';
import { parseGuidParam, parseIdParam, requireFound } from './params.ts';

type PushEndpointName = 'subscribeToDeliveries' | 'subscribeToParcel' | 'unsubscribePush';
type SubscriptionBody = EndpointCall<'subscribeToParcel'>['body'];

/** What devices are notified about by Web Push. (PRD-81) */
export function pushHandlers({ db, clock, settings }: HandlerDependencies): Pick<Handlers, PushEndpointName> {
  const readSubscription = ({ endpoint, keys }: SubscriptionBody) => {
    if (!isAllowedEndpoint(endpoint, settings.push.allowsLocal)) {
      throw invalidFieldError('endpoint', 'Must be the https address of a push service');
    }
    if (!isPublicKey(keys.p256dh)) throw invalidFieldError('keys.p256dh', 'Must be a public key');
    return { endpoint, ...keys, created: clock.now() };
  };

  return {
    async subscribeToDeliveries({ body, session: { user, id: sessionId } }) {
      const subscription = readSubscription(body);
      const { deliveryId } = body;
      if (deliveryId !== undefined) {
        requireFound(await findDeliveryRequest(db, user.id, deliveryId), 'ORDER_REQUEST_NOT_FOUND');
      }
      if ((await countPushOfUser(db, user.id)) >= PUSH_PER_USER_MAX) throw tooMany();
      await upsertPushSubscription(db, {
        ...subscription,
        about:
          deliveryId === undefined
            ? { kind: 'all', userId: user.id, sessionId }
            : { kind: 'delivery', deliveryRequestId: deliveryId, sessionId },
      });
      return {};
    },
    async subscribeToParcel({ body, params }) {
      const guid = parseGuidParam(params.orderGuid);
      const subscription = readSubscription(body);
      const order = requireFound(await findOrderByGuid(db, guid), 'ORDER_NOT_FOUND');
      if ((await countPushOfOrder(db, order.id)) >= PUSH_PER_ORDER_MAX) throw tooMany();
      await upsertPushSubscription(db, { ...subscription, about: { kind: 'parcel', orderId: order.id } });
      return {};
    },
    async unsubscribePush({ body: { endpoint, about } }) {
      const { kind, id = '' } = about ?? {};
      if (kind === undefined) await deletePushEndpoint(db, endpoint);
      else if (kind === 'all') await deletePushSubscription(db, endpoint, { kind });
      else if (kind === 'parcel') {
        await deletePushSubscription(db, endpoint, { kind, guid: parseGuidParam(id) });
      } else {
        const deliveryRequestId = parseIdParam(id, 'ORDER_REQUEST_NOT_FOUND');
        await deletePushSubscription(db, endpoint, { kind, deliveryRequestId });
      }
      return {};
    },
  };
}

function tooMany(): ApiError {
  return new ApiError(409, 'PUSH_LIMIT_REACHED');
}
