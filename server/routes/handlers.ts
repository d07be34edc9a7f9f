import type { Handlers } from '../endpoints/customer-endpoints.ts';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { accountHandlers } from './account.ts';
import { addressHandlers } from './addresses.ts';
import { deliveryRequestHandlers } from './delivery-requests.ts';
import { guestRequestHandlers } from './guest-requests.ts';
import { paymentHandlers } from './payments.ts';
import { pushHandlers } from './push.ts';
import { sessionHandlers } from './sessions.ts';
import { trackingHandlers } from './tracking.ts';
import { userHandlers } from './users.ts';

/** A handler for every call of the contract; a missing one does not compile. */
export function createHandlers(dependencies: HandlerDependencies): Handlers {
  return {
    ...userHandlers(dependencies),
    ...sessionHandlers(dependencies),
    ...accountHandlers(dependencies),
    ...addressHandlers(dependencies),
    ...paymentHandlers(dependencies),
    ...deliveryRequestHandlers(dependencies),
    ...guestRequestHandlers(dependencies),
    ...trackingHandlers(dependencies),
    ...pushHandlers(dependencies),
  };
}
