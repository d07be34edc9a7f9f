import { and, asc, desc, eq, gt, gte, inArray, lt, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Db } from '../../../db/database.ts';
import { type AnyObject, OBJECT_SCHEMAS, type ObjectName } from '../object-schemas.ts';
import { resourceMissing } from '../stripe-error.ts';
import { sandboxObjects } from './tables.ts';

type ObjectOf<N extends ObjectName> = v.InferOutput<(typeof OBJECT_SCHEMAS)[N]>;

/** Finds one object of a kind, and throws Stripe's 404 if there is none. Use `lock` only inside a transaction. */
export async function loadObject<N extends ObjectName>(
  db: Db,
  name: N,
  id: string,
  { lock = false } = {},
): Promise<ObjectOf<N>> {
  const query = db
    .select()
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.id, id), eq(sandboxObjects.object, name)));
  const [row] = await (lock ? query.for('update') : query);
  if (row === undefined) throw resourceMissing(name, id);
  return v.parse(OBJECT_SCHEMAS[name], row.body);
}

/** Finds any object by its id alone, for `expand`. */
export async function loadAnyObject(db: Db, id: string): Promise<unknown> {
  const [row] = await db.select().from(sandboxObjects).where(eq(sandboxObjects.id, id));
  return row?.body;
}

/** Inserts or updates an object. */
export async function saveObject<O extends AnyObject>(db: Db, object: O): Promise<O> {
  const index = {
    customer: 'customer' in object ? object.customer : null,
    paymentIntent: 'payment_intent' in object ? object.payment_intent : null,
    body: object,
  };
  await db
    .insert(sandboxObjects)
    .values({ id: object.id, object: object.object, created: object.created, ...index })
    .onConflictDoUpdate({ target: sandboxObjects.id, set: index });
  return object;
}

export async function deleteObject(db: Db, id: string): Promise<void> {
  await db.delete(sandboxObjects).where(eq(sandboxObjects.id, id));
}

/** As at Stripe, the saved cards of a deleted customer belong to nobody: payments still refer to them. */
export async function detachCardsOf(db: Db, customer: string): Promise<void> {
  await db
    .update(sandboxObjects)
    .set({ customer: null, body: sql`jsonb_set(${sandboxObjects.body}, '{customer}', 'null')` })
    .where(and(eq(sandboxObjects.object, 'payment_method'), eq(sandboxObjects.customer, customer)));
}

export type ListFilter = {
  limit: number;
  startingAfter?: string;
  endingBefore?: string;
  customer?: string;
  paymentIntent?: string;
  status?: string;
  types?: string[];
  createdFrom?: number;
  /** Fields that must be true or false. */
  flags?: [string, boolean][];
};

/** Returns a page of objects, newest first, in the list format of Stripe. */
export async function listObjects<N extends ObjectName>(db: Db, name: N, path: string, filter: ListFilter) {
  const wanted: (SQL | undefined)[] = [eq(sandboxObjects.object, name)];
  if (filter.customer !== undefined) wanted.push(eq(sandboxObjects.customer, filter.customer));
  if (filter.paymentIntent !== undefined) wanted.push(eq(sandboxObjects.paymentIntent, filter.paymentIntent));
  if (filter.createdFrom !== undefined) wanted.push(gte(sandboxObjects.created, filter.createdFrom));
  if (filter.status !== undefined) wanted.push(sql`${sandboxObjects.body}->>'status' = ${filter.status}`);
  if (filter.types !== undefined) wanted.push(inArray(sql`${sandboxObjects.body}->>'type'`, filter.types));
  for (const [field, value] of filter.flags ?? []) {
    wanted.push(sql`${sandboxObjects.body}->>${field} = ${String(value)}`);
  }
  const { startingAfter, endingBefore } = filter;
  if (startingAfter !== undefined) {
    wanted.push(lt(sandboxObjects.seq, await positionOf(db, name, startingAfter)));
  }
  if (endingBefore !== undefined) {
    wanted.push(gt(sandboxObjects.seq, await positionOf(db, name, endingBefore)));
  }
  const rows = await db
    .select({ body: sandboxObjects.body })
    .from(sandboxObjects)
    .where(and(...wanted))
    // The page before an object consists of the objects next to it.
    .orderBy(endingBefore === undefined ? desc(sandboxObjects.seq) : asc(sandboxObjects.seq))
    .limit(filter.limit + 1);
  const page = rows.slice(0, filter.limit).map((row): ObjectOf<N> => v.parse(OBJECT_SCHEMAS[name], row.body));
  return {
    object: 'list' as const,
    url: path,
    has_more: rows.length > filter.limit,
    data: endingBefore === undefined ? page : page.reverse(),
  };
}

/** Lists are in the order of creation. */
async function positionOf(db: Db, name: ObjectName, id: string): Promise<number> {
  const [row] = await db
    .select({ seq: sandboxObjects.seq })
    .from(sandboxObjects)
    .where(eq(sandboxObjects.id, id));
  if (row === undefined) throw resourceMissing(name, id);
  return row.seq;
}

/** Returns the refunds that are not final yet. */
export async function listRefundsInProgress(db: Db): Promise<string[]> {
  const rows = await db
    .select({ id: sandboxObjects.id })
    .from(sandboxObjects)
    .where(and(eq(sandboxObjects.object, 'refund'), sql`${sandboxObjects.body} ? 'sandbox_becomes'`));
  return rows.map(({ id }) => id);
}
