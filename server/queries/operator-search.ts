import { and, asc, desc, eq, gt, like, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type * as v from 'valibot';
import type { Db } from '../db/database.ts';
import { deliveryRequests, guestRequests, orders, users } from '../db/schema.ts';
import { containsAnyIndexed, escapeLike, isOneOf } from './contains-text.ts';
import type { RequestsQuery } from './operator-filters.ts';
import { history, orderIn } from './orders.ts';

type OperatorFilter = v.InferOutput<typeof RequestsQuery> & { limit: number };

/** Requests with their customers and orders; one extra row if there are more than `limit`. */
export async function listAllRequests(db: Db, filter: OperatorFilter) {
  const isCustomer = await (filter.customer &&
    isOneOf(db, deliveryRequests.userId, ACCOUNT_TEXTS, filter.customer));
  const rows = await db
    .select({
      request: deliveryRequests,
      customer: { name: users.name, email: users.email, phoneNumber: users.phoneNumber },
      order: orders,
      history,
    })
    .from(deliveryRequests)
    .innerJoin(users, eq(users.id, deliveryRequests.userId))
    .leftJoin(orders, eq(orders.deliveryRequestId, deliveryRequests.id))
    .where(
      and(
        filter.unclear ? sql`${deliveryRequests.unclearPlaces} <> '{}'` : undefined,
        ...conditions(deliveryRequests, filter, {
          place: (text) => containsAnyIndexed(PLACES, text, PLACES),
          customer: () => isCustomer || undefined,
        }),
      ),
    )
    .orderBy(filter.order === 'newest' ? desc(deliveryRequests.id) : asc(deliveryRequests.id))
    .limit(filter.limit + 1);
  return rows.map((row) => ({ request: row.request, customer: row.customer, order: orderIn(row) }));
}

/** The same search for the requests of guests. */
export async function listGuestRequests(db: Db, filter: OperatorFilter) {
  const rows = await db
    .select({ request: guestRequests, order: orders, history })
    .from(guestRequests)
    .leftJoin(orders, eq(orders.guestRequestId, guestRequests.id))
    .where(
      and(
        ...conditions(guestRequests, filter, {
          place: (text) => containsAnyIndexed(GUEST_PLACES, text, GUEST_TEXTS),
          customer: (text) => containsAnyIndexed(GUEST_CONTACT, text, GUEST_TEXTS),
        }),
      ),
    )
    .orderBy(filter.order === 'newest' ? desc(guestRequests.id) : asc(guestRequests.id))
    .limit(filter.limit + 1);
  return rows.map((row) => ({ request: row.request, order: orderIn(row) }));
}

/** The expressions of an index, in its order. */
const PLACES = [
  sql`${deliveryRequests.pickUp}->>'name'`,
  sql`${deliveryRequests.pickUp}->>'city'`,
  sql`${deliveryRequests.dropOff}->>'name'`,
  sql`${deliveryRequests.dropOff}->>'city'`,
];
const GUEST_PLACES = [guestRequests.pickup, guestRequests.dropoff];
const GUEST_CONTACT = [
  sql`${guestRequests.firstName} || ' ' || ${guestRequests.lastName}`,
  guestRequests.email,
  guestRequests.phone,
];
/** The expressions of an index, in its order. */
const GUEST_TEXTS = [...GUEST_PLACES, ...GUEST_CONTACT];

/** The name, the email address and the telephone number of an account. */
export const ACCOUNT_TEXTS = { table: users, columns: [users.name, users.email, users.phoneNumber] };
/** Those of a guest. */
export const CONTACT_TEXTS = { table: guestRequests, columns: GUEST_CONTACT, indexed: GUEST_TEXTS };

type Requests = Record<'id' | 'status' | 'created' | 'referenceNumber', PgColumn>;

function conditions(
  requests: Requests,
  filter: OperatorFilter,
  searched: Record<'place' | 'customer', (text: string) => SQL | undefined>,
): (SQL | undefined)[] {
  const { after, status, reference, place, customer, created, deliveryDate, order } = filter;
  return [
    after === undefined ? undefined : (order === 'newest' ? lt : gt)(requests.id, after),
    status === undefined ? undefined : eq(requests.status, status),
    reference === undefined
      ? undefined
      : like(requests.referenceNumber, `${escapeLike(reference.toUpperCase())}%`),
    place === undefined ? undefined : searched.place(place),
    customer === undefined ? undefined : searched.customer(customer),
    created === undefined
      ? undefined
      : // The expression of an index.
        sql`(${requests.created} at time zone 'UTC')::date = ${created}::date`,
    deliveryDate === undefined ? undefined : eq(orders.deliveryDate, deliveryDate),
  ];
}
