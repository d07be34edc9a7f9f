import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { ORDER_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import { type Db, parseRows, Timestamp } from '../db/database.ts';

const ACTIVE_STATUSES = [ORDER_STATUS.accepted, ORDER_STATUS.scheduled, ORDER_STATUS.inTransit];

/** What the simulator moves: a request that waits for acceptance, or an order with the type of its last event. */
const Moving = v.object({
  kind: v.picklist(['request', 'guest', 'order']),
  /** The id of a request, or the tracking number of an order. */
  id: v.string(),
  status: v.number(),
  lastType: v.number(),
  /** The time of the last step. */
  since: Timestamp,
});
export type Moving = v.InferOutput<typeof Moving>;

/** Paid requests of customers, new requests of guests, and open orders that are not planned for a later day. */
export async function listMoving(db: Db, today: string) {
  const submitted = sql.raw(String(REQUEST_STATUS.submitted));
  const result = await db.execute(sql`
    select 'request' as kind, id::text, status, 0 as "lastType", last_modified as since
    from delivery_requests where status = ${submitted}
    union all
    select 'guest', id::text, status, 0, created from guest_requests where status = ${submitted}
    union all
    select 'order', guid::text, status, event.type, event.time from orders cross join lateral (
      select type, time from order_events where order_id = orders.id order by id desc limit 1
    ) as event
    where status = any(${sql.param(ACTIVE_STATUSES)}::int[]) and (delivery_date is null or delivery_date <= ${today})`);
  return parseRows(result, Moving);
}
