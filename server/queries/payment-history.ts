import { and, desc, eq, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { payments } from '../db/payment-schema.ts';
import { deliveryRequests, orders } from '../db/schema.ts';
import { containsAny } from './contains-text.ts';
import type { PaymentPageRequest } from './pagination.ts';

export type PaymentWithDelivery = Awaited<ReturnType<typeof listPaymentsOfRequest>>[number];

/**
 * Returns the history of one request, newest first, each payment with its delivery and order. A checkout page on which
 * no one paid is left out.
 */
export async function listPaymentsOfRequest(db: Db, userId: number, requestId: number) {
  return selectHistory(db, userId, eq(payments.deliveryRequestId, requestId));
}

/** One page of the history of an account, starting after the row `after`; one extra row if there are more. */
export async function listPaymentPageOfUser(
  db: Db,
  userId: number,
  { limit, after, from, to, search }: PaymentPageRequest,
): Promise<PaymentWithDelivery[]> {
  const { created, id, paid } = payments;
  const isAfter =
    after && sql`(${created}, ${id}) < (${after.created.toISOString()}::timestamptz, ${after.id}::int)`;
  const isIncluded = and(
    isAfter,
    from && sql`coalesce(${paid}, ${created}) >= ${from.toISOString()}::timestamptz`,
    to && sql`coalesce(${paid}, ${created}) < ${to.toISOString()}::timestamptz`,
    search === '' ? undefined : matchesSearch(search),
  );
  return selectHistory(db, userId, isIncluded).limit(limit + 1);
}

/** The same texts as in the app: the route, the tracking number, the reference and the provider's description. */
function matchesSearch(search: string): SQL | undefined {
  const { pickUp, dropOff } = deliveryRequests;
  const house = (place: PgColumn) => sql`split_part(${place}->>'name', ',', 1)`;
  const city = (place: PgColumn) => sql`coalesce(trim(${place}->>'city'), '')`;
  const town = (place: PgColumn) => sql`coalesce(nullif(${city(place)}, ''), ${house(place)})`;
  return containsAny(
    [
      payments.description,
      sql`${orders.guid}::text`,
      deliveryRequests.referenceNumber,
      // The app names the towns of a route, or the houses if both are in the same town.
      sql`case when lower(${city(pickUp)}) = lower(${city(dropOff)})
        then ${house(pickUp)} || ' to ' || ${house(dropOff)}
        else ${town(pickUp)} || ' to ' || ${town(dropOff)} end`,
    ],
    search,
  );
}

function selectHistory(db: Db, userId: number, isIncluded: SQL | undefined) {
  const isPayment = or(
    inArray(payments.status, [PAYMENT_STATUS.processing, PAYMENT_STATUS.paid, PAYMENT_STATUS.failed]),
    ne(payments.refund, 'none'),
  );
  return db
    .select({
      payment: payments,
      order: { guid: orders.guid },
      request: {
        pickUp: deliveryRequests.pickUp,
        dropOff: deliveryRequests.dropOff,
        referenceNumber: deliveryRequests.referenceNumber,
      },
    })
    .from(payments)
    .leftJoin(orders, eq(orders.deliveryRequestId, payments.deliveryRequestId))
    .leftJoin(deliveryRequests, eq(deliveryRequests.id, payments.deliveryRequestId))
    .where(and(eq(payments.userId, userId), isPayment, isIncluded))
    .orderBy(desc(payments.created), desc(payments.id));
}
