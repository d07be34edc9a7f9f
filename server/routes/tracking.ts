import type { Tracking } from '../../src/contract/order.ts';
import type { Db } from '../db/database.ts';
import type { Handlers } from '../endpoints/customer-endpoints.ts';
import type { HandlerDependencies } from '../endpoints/handler-dependencies.ts';
import { presentTracking } from '../endpoints/presenters.ts';
import { parseGuidParam, requireFound } from '../http/params.ts';
import { findOrderByGuid } from '../queries/orders.ts';

export function trackingHandlers({ db }: HandlerDependencies): Pick<Handlers, 'trackOrder'> {
  return { trackOrder: ({ params }) => findTracking(db, params.orderGuid) };
}

/**
 * Reads what anyone with the tracking number may see.
 * @throws ApiError 404 if there is no such number
 */
export async function findTracking(db: Db, number: string): Promise<Tracking> {
  const guid = parseGuidParam(number);
  return presentTracking(requireFound(await findOrderByGuid(db, guid), 'ORDER_NOT_FOUND'));
}
