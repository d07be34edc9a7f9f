import { TRACKING_LIMIT } from '../config/limits.ts';
import type { Handlers } from '../http/endpoints.ts';
import type { HandlerDependencies } from '../http/handler-dependencies.ts';
import { findOrderByGuid } from '../queries/orders.ts';
import { parseGuidParam, requireFound } from './params.ts';
import { presentTracking } from './presenters.ts';

export function trackingHandlers({ db, limiter }: HandlerDependencies): Pick<Handlers, 'trackOrder'> {
  return {
    async trackOrder({ params, clientAddress }) {
      await limiter.consume(TRACKING_LIMIT, clientAddress);
      const guid = parseGuidParam(params.orderGuid);
      return presentTracking(requireFound(await findOrderByGuid(db, guid), 'ORDER_NOT_FOUND'));
    },
  };
}
