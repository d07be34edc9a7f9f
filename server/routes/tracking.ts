import type { Tracking } from '../../src/contract/order.ts';
import type { Db } from '../db/database.ts';
import type { Handlers } from '../http/endpoints.ts';
import type { HandlerDependencies } from '../http/handler-dependencies.ts';
import { findOrderByGuid } from '../queries/orders.ts';
import { parseGuidParam, requireFound } from './params.ts';
import { presentTracking } from './presenters.ts';

export function trackingHandlers({ db }: HandlerDependencies): Pick<Handlers, 'trackOrder'> {
  return { trackOrder: ({ params }) => findTracking(db, params.orderGuid) };
}

/**
 * Reads what anybody with the tracking number may see.
 * @throws ApiError 404 if there is no such number
 */
export async function findTracking(db: Db, number: string): Promise<Tracking> {
  const guid = parseGuidParam(number);
  return presentTracking(requireFound(await findOrderByGuid(db, guid), 'ORDER_NOT_FOUND'));
}
