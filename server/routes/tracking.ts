import type { Handlers } from '../http/endpoints.ts';
import type { HandlerDependencies } from '../http/handler-dependencies.ts';
import { findOrderByGuid } from '../queries/orders.ts';
import { parseGuidParam, requireFound } from './params.ts';
import { presentTracking } from './presenters.ts';

export function trackingHandlers({ db }: HandlerDependencies): Pick<Handlers, 'trackOrder'> {
  return {
    async trackOrder({ params }) {
      const guid = parseGuidParam(params.orderGuid);
      return presentTracking(requireFound(await findOrderByGuid(db, guid), 'ORDER_NOT_FOUND'));
    },
  };
}
