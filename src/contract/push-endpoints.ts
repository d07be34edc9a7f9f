import { type Endpoint, forCustomers, forEveryone } from './endpoint.ts';
import { CustomerPushSubscription, PushRemoval, PushSubscription } from './push.ts';
import { EmptyResponse } from './user.ts';

/** The calls about Web Push, as a part of the table in endpoints.ts. */
export const pushEndpoints = {
  subscribeToDeliveries: {
    ...forCustomers,
    method: 'POST',
    path: 'push/subscriptions',
    body: CustomerPushSubscription,
    response: EmptyResponse,
    status: 201,
    errors: [404, 409],
    summary: 'Notify a device about one delivery of the customer, or about all; ends with the session',
  },
  subscribeToParcel: {
    ...forEveryone,
    method: 'POST',
    path: 'orders/{orderGuid}/push',
    body: PushSubscription,
    response: EmptyResponse,
    status: 201,
    errors: [409],
    summary: 'Notify a device about a package, by tracking number',
  },
  unsubscribePush: {
    ...forEveryone,
    method: 'POST',
    path: 'push/unsubscribe',
    body: PushRemoval,
    response: EmptyResponse,
    errors: [404],
    summary: 'End the notifications of a device; unknown devices get the same response',
  },
} as const satisfies Record<string, Endpoint>;
