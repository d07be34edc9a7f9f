import { and, asc, desc, eq, gt, gte, inArray, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import { bigint, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/database.ts';
import { resourceMissing, toUnixSeconds } from '../context.ts';

/** All objects of the sandbox, one row each. `body` is the object in the format of a Stripe response. */
export const sandboxObjects = pgTable('sandbox_objects', {
  id: text().primaryKey(),
  seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  object: text().notNull(),
  customer: text(),
  paymentIntent: text('payment_intent'),
  /** The time in Unix seconds, as everywhere in Stripe. */
  created: bigint({ mode: 'number' }).notNull(),
  body: jsonb().$type<unknown>().notNull(),
});

export const sandboxIdempotency = pgTable('sandbox_idempotency', {
  key: text().primaryKey(),
  fingerprint: text().notNull(),
  body: jsonb().$type<unknown>(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});

/** Finds the body of an object: of any kind if no name is given. */
export async function findRow(
  db: Db,
  { id, name, lock = false }: { id: string; name?: string; lock?: boolean },
): Promise<unknown> {
  const query = db
    .select({ body: sandboxObjects.body })
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.id, id), name === undefined ? undefined : eq(sandboxObjects.object, name)));
  return (await (lock ? query.for('update') : query))[0]?.body;
}

export async function saveRow(
  db: Db,
  { id, object, created }: { id: string; object: string; created: number },
  body: object,
): Promise<void> {
  const changes = {
    customer: textOf(body, 'customer'),
    paymentIntent: textOf(body, 'payment_intent'),
    body,
  };
  await db
    .insert(sandboxObjects)
    .values({ id, object, created, ...changes })
    .onConflictDoUpdate({ target: sandboxObjects.id, set: changes });
}

function textOf(object: object, field: string): string | null {
  const value: unknown = Reflect.get(object, field);
  return typeof value === 'string' ? value : null;
}

export async function deleteRow(db: Db, id: string): Promise<void> {
  await db.delete(sandboxObjects).where(eq(sandboxObjects.id, id));
}

/** As at Stripe, the saved cards of a deleted customer belong to no one: payments still refer to them. */
export async function detachCardsOf(db: Db, customer: string): Promise<void> {
  await db
    .update(sandboxObjects)
    .set({ customer: null, body: sql`jsonb_set(${sandboxObjects.body}, '{customer}', 'null')` })
    .where(and(eq(sandboxObjects.object, 'payment_method'), eq(sandboxObjects.customer, customer)));
}

/** Values of fields, such as `customer`, or ranges of them, such as `created[gte]`. */
export type Filters = { [field: string]: unknown };
export type Page = { limit: number; startingAfter?: string; endingBefore?: string; filters: Filters };

/** Returns a page of objects, newest first. */
export async function listRows(db: Db, name: string, { limit, startingAfter, endingBefore, filters }: Page) {
  const { seq, object, body } = sandboxObjects;
  const conditions = [eq(object, name), ...toConditions(filters)];
  if (startingAfter !== undefined) conditions.push(lt(seq, await positionOf(db, name, startingAfter)));
  if (endingBefore !== undefined) conditions.push(gt(seq, await positionOf(db, name, endingBefore)));
  const found = await db
    .select({ body })
    .from(sandboxObjects)
    .where(and(...conditions))
    // The page before an object consists of the objects next to it.
    .orderBy(endingBefore === undefined ? desc(seq) : asc(seq))
    .limit(limit + 1);
  const bodies = found.slice(0, limit).map((row) => row.body);
  return {
    bodies: endingBefore === undefined ? bodies : bodies.toReversed(),
    hasMore: found.length > limit,
  };
}

const COMPARISONS = new Map([
  ['gt', gt],
  ['gte', gte],
  ['lt', lt],
  ['lte', lte],
]);

/** The filters of a list name fields of the objects, except `types`. */
function toConditions(filters: Filters, parents: string[] = []): SQL[] {
  return Object.entries(filters).flatMap(([key, value]) => {
    const path = [...parents, key];
    if (key === 'types' && Array.isArray(value))
      return [inArray(sql`${sandboxObjects.body}->>'type'`, value)];
    const compare = path[0] === 'created' ? COMPARISONS.get(path[1] ?? '') : undefined;
    if (compare !== undefined) return [compare(sandboxObjects.created, Math.trunc(Number(value)))];
    if (typeof value === 'object' && value !== null) return toConditions({ ...value }, path);
    const text = String(value);
    if (path.join() === 'customer') return [eq(sandboxObjects.customer, text)];
    if (path.join() === 'payment_intent') return [eq(sandboxObjects.paymentIntent, text)];
    return [sql`${sandboxObjects.body} #>> ${`{${path.join(',')}}`}::text[] = ${text}`];
  });
}

/** Lists are in the order of creation. */
async function positionOf(db: Db, name: string, id: string): Promise<number> {
  const { seq } = sandboxObjects;
  const [row] = await db.select({ seq }).from(sandboxObjects).where(eq(sandboxObjects.id, id));
  if (row === undefined) throw resourceMissing(name, id);
  return row.seq;
}

/** Returns the response to the request with this key, if there was one. Other requests with the key wait for this one. */
export async function lockResponse(tx: Db, key: string) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`sandbox ${key}`}, 0))`);
  const [first] = await tx.select().from(sandboxIdempotency).where(eq(sandboxIdempotency.key, key));
  // A process of version 0.1.0 that ended before its response has left a key without one.
  return first?.body == null ? undefined : first;
}

export async function storeResponse(tx: Db, response: typeof sandboxIdempotency.$inferInsert) {
  await tx
    .insert(sandboxIdempotency)
    .values(response)
    .onConflictDoUpdate({ target: sandboxIdempotency.key, set: response });
}

const DAY_MS = 24 * 3600_000;

/**
 * Deletes what no one requests any more, so that the sandbox does not grow forever: keys and cards that were never saved
 * after a day, and events after thirty, as Stripe does.
 */
export async function deleteExpiredObjects(db: Db, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await db.delete(sandboxIdempotency).where(lt(sandboxIdempotency.createdAt, daysAgo(1)));
  const { object, customer, created } = sandboxObjects;
  const isOldEvent = and(eq(object, 'event'), lt(created, toUnixSeconds(daysAgo(30))));
  const isOldCard = and(
    eq(object, 'payment_method'),
    isNull(customer),
    lt(created, toUnixSeconds(daysAgo(1))),
  );
  await db.delete(sandboxObjects).where(or(isOldEvent, isOldCard));
}
