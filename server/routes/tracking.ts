import type { Handlers } from '../http/mount.ts';
import { TRACKING_LIMIT } from '../limits.ts';
import { presentTracking } from '../present.ts';
import { findOrderByGuid } from '../queries/orders.ts';
import type { World } from '../world.ts';
import { found, guidParam } from './params.ts';

export function trackingHandlers({ db, limiter }: World): Pick<Handlers, 'trackOrder'> {
  return {
    async trackOrder({ params, clientAddress }) {
      await limiter.spend(TRACKING_LIMIT, clientAddress);
      const guid = guidParam(params.orderGuid);
      return presentTracking(found(await findOrderByGuid(db, guid), 'ORDER_NOT_FOUND'));
    },
  };
}
