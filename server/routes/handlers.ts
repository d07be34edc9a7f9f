import type { Handlers } from '../http/mount.ts';
import type { World } from '../world.ts';
import { addressHandlers } from './addresses.ts';
import { deliveryRequestHandlers } from './delivery-requests.ts';
import { guestRequestHandlers } from './guest-requests.ts';
import { recoveryHandlers } from './password-recovery.ts';
import { paymentHandlers } from './payments.ts';
import { trackingHandlers } from './tracking.ts';
import { userHandlers } from './users.ts';

/** A handler for every call of the contract; a missing one does not compile. */
export function createHandlers(world: World): Handlers {
  return {
    ...userHandlers(world),
    ...recoveryHandlers(world),
    ...addressHandlers(world),
    ...paymentHandlers(world),
    ...deliveryRequestHandlers(world),
    ...guestRequestHandlers(world),
    ...trackingHandlers(world),
  };
}
