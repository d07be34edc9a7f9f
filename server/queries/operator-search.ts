import { and, asc, desc, eq, gt, like, lt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as v from 'valibot';
import { PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import { requiredText } from '../../src/contract/text.ts';
import { flag, wholeNumber } from '../config/variables.ts';
import type { Db } from '../db/database.ts';
import { REFUND_STATES } from '../db/payment-schema.ts';
import { deliveryRequests, guestRequests, orders, users } from '../db/schema.ts';
import { containsAnyIndexed, escapeLike, ifGiven, isOneOf } from './contains-text.ts';
import { history, orderIn } from './orders.ts';
import { PageSize } from './pagination.ts';

export const Id = wholeNumber('Must be an id', 2 ** 31 - 1);
/** A day of a query or an event. */
export const Day = v.pipe(
  v.string(),
  v.regex(/^20\d\d-\d\d-\d\d$/, 'Must be a day like 2026-11-01'),
  // Node.js reads February 30 as March 2.
  v.check((value) => String(new Date(value).toJSON()).startsWith(value), 'Must be a day that exists'),
);
const Flag = flag('Must be 0 or 1');
const Search = requiredText(100, 'Must not be empty');
export const Format = v.optional(v.picklist(['json', 'csv'], 'Must be json or csv'), 'json');
export const UNKNOWN_PARAMETER = 'There is no such parameter';

export const Page = { limit: v.optional(PageSize), after: v.optional(Id) };
const SortedPage = {
  ...Page,
  order: v.optional(v.picklist(['oldest', 'newest'], 'Must be oldest or newest')),
};

/** The operators' search for requests; all given filters apply together. */
export const RequestsQuery = v.strictObject(
  {
    ...SortedPage,
    status: v.optional(wholeNumber('Must be a request status', REQUEST_STATUS.closed)),
    /** The beginning of a reference number. */
    reference: v.optional(Search),
    /** A part of the pick-up or the drop-off place. */
    place: v.optional(Search),
    /** A part of the customer's name, email address or telephone number. */
    customer: v.optional(Search),
    /** The day on which the request was created, UTC. */
    created: v.optional(Day),
    deliveryDate: v.optional(Day),
    /** Only customers' requests with an unclear place. */
    unclear: v.optional(Flag),
  },
  UNKNOWN_PARAMETER,
);

/** The operators' search for payments. */
export const PaymentsQuery = v.strictObject(
  {
    ...SortedPage,
    status: v.optional(wholeNumber('Must be a payment status', PAYMENT_STATUS.canceled)),
    refund: v.optional(v.picklist(REFUND_STATES, 'Must be the state of a refund')),
    /** Refunds that have not arrived yet: due, pending, failed or rejected. */
    owed: v.optional(Flag),
    disputed: v.optional(Flag),
    request: v.optional(Id),
    guestRequest: v.optional(Id),
    customer: v.optional(Search),
    /** The day on which the payment was started, in the operator's time zone. */
    created: v.optional(Day),
    format: Format,
  },
  UNKNOWN_PARAMETER,
);

type OperatorFilter = v.InferOutput<typeof RequestsQuery> & { limit: number };

/** Requests with their customers and orders; one extra row if there are more than `limit`. */
export async function listAllRequests(db: Db, filter: OperatorFilter) {
  const isCustomer = await (filter.customer &&
    isOneOf(db, deliveryRequests.userId, ACCOUNT_TEXTS, filter.customer));
  const isFound = conditions(deliveryRequests, filter, {
    place: (text) => containsAnyIndexed(PLACES, text, PLACES),
    customer: () => isCustomer || undefined,
  });
  const isUnclear = filter.unclear ? sql`${deliveryRequests.unclearPlaces} <> '{}'` : undefined;
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
    .where(and(isUnclear, ...isFound))
    .orderBy(filter.order === 'newest' ? desc(deliveryRequests.id) : asc(deliveryRequests.id))
    .limit(filter.limit + 1);
  return rows.map((row) => ({ request: row.request, customer: row.customer, order: orderIn(row) }));
}

/** The same search for the requests of guests. */
export async function listGuestRequests(db: Db, filter: OperatorFilter) {
  const isFound = conditions(guestRequests, filter, {
    place: (text) => containsAnyIndexed(GUEST_PLACES, text, GUEST_TEXTS),
    customer: (text) => containsAnyIndexed(GUEST_CONTACT, text, GUEST_TEXTS),
  });
  const rows = await db
    .select({ request: guestRequests, order: orders, history })
    .from(guestRequests)
    .leftJoin(orders, eq(orders.guestRequestId, guestRequests.id))
    .where(and(...isFound))
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

export const ACCOUNT_TEXTS = { table: users, columns: [users.name, users.email, users.phoneNumber] };
export const CONTACT_TEXTS = { table: guestRequests, columns: GUEST_CONTACT, indexed: GUEST_TEXTS };

type Requests = Record<'id' | 'status' | 'created' | 'referenceNumber', PgColumn>;

function conditions(
  requests: Requests,
  filter: OperatorFilter,
  searched: Record<'place' | 'customer', (text: string) => SQL | undefined>,
): (SQL | undefined)[] {
  const { after, status, reference, place, customer, created, deliveryDate, order } = filter;
  return [
    ifGiven(after, (id) => (order === 'newest' ? lt : gt)(requests.id, id)),
    ifGiven(status, (value) => eq(requests.status, value)),
    ifGiven(reference, (text) => like(requests.referenceNumber, `${escapeLike(text.toUpperCase())}%`)),
    ifGiven(place, searched.place),
    ifGiven(customer, searched.customer),
    // The expression of an index.
    ifGiven(created, (day) => sql`(${requests.created} at time zone 'UTC')::date = ${day}::date`),
    ifGiven(deliveryDate, (day) => eq(orders.deliveryDate, day)),
  ];
}
