import { and, asc, desc, eq, gt, gte, inArray, lt, lte, type SQL, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Db } from '../../../db/database.ts';
import { toUnixSeconds } from '../clock.ts';
import type { FormObject } from '../form-body.ts';
import { type AnyObject, OBJECT_SCHEMAS, type ObjectName } from '../object-schemas.ts';
import { resourceMissing } from '../stripe-error.ts';
import { sandboxObjects } from './tables.ts';

type HasDb = { db: Db };
export type ObjectOf<N extends ObjectName> = v.InferOutput<(typeof OBJECT_SCHEMAS)[N]>;

/** Finds one object of a kind, and throws Stripe's 404 if there is none. Use `lock` only inside a transaction. */
export async function loadObject<N extends ObjectName>(
  { db }: HasDb,
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
export async function saveObject<O extends AnyObject>({ db }: HasDb, object: O): Promise<O> {
  const index = {
    customer: textOf(object, 'customer'),
    paymentIntent: textOf(object, 'payment_intent'),
    body: object,
  };
  await db
    .insert(sandboxObjects)
    .values({ id: object.id, object: object.object, created: object.created, ...index })
    .onConflictDoUpdate({ target: sandboxObjects.id, set: index });
  return object;
}

function textOf(object: AnyObject, field: string): string | null {
  const value: unknown = Reflect.get(object, field);
  return typeof value === 'string' ? value : null;
}

export async function deleteObject({ db }: HasDb, id: string): Promise<void> {
  await db.delete(sandboxObjects).where(eq(sandboxObjects.id, id));
}

/** As at Stripe, the saved cards of a deleted customer belong to nobody: payments still refer to them. */
export async function detachCardsOf(db: Db, customer: string): Promise<void> {
  await db
    .update(sandboxObjects)
    .set({ customer: null, body: sql`jsonb_set(${sandboxObjects.body}, '{customer}', 'null')` })
    .where(and(eq(sandboxObjects.object, 'payment_method'), eq(sandboxObjects.customer, customer)));
}

export type Page = {
  limit: number;
  startingAfter?: string;
  endingBefore?: string;
  /** The fields of the objects with their values; see `toConditions`. */
  filters?: FormObject;
};

/** Returns a page of objects, newest first, in the list format of Stripe. */
export async function listObjects<N extends ObjectName>(
  { db }: HasDb,
  name: N,
  path: string,
  { limit, startingAfter, endingBefore, filters = {} }: Page,
) {
  const wanted = [eq(sandboxObjects.object, name), ...toConditions(filters)];
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
    .limit(limit + 1);
  const page = rows.slice(0, limit).map((row): ObjectOf<N> => v.parse(OBJECT_SCHEMAS[name], row.body));
  return {
    object: 'list' as const,
    url: path,
    has_more: rows.length > limit,
    data: endingBefore === undefined ? page : page.reverse(),
  };
}

const COMPARISONS = new Map([
  ['gt', gt],
  ['gte', gte],
  ['lt', lt],
  ['lte', lte],
]);

/** The filters of a list name fields of the objects, except `types`. The creation can be a range. */
function toConditions(filters: FormObject, parents: string[] = []): SQL[] {
  return Object.entries(filters).flatMap(([key, value]) => {
    if (key === 'types' && typeof value === 'object') {
      return [inArray(sql`${sandboxObjects.body}->>'type'`, Object.values(value).map(String))];
    }
    if (key === 'created' && typeof value === 'object') {
      return Object.entries(value).flatMap(
        ([name, limit]) => COMPARISONS.get(name)?.(sandboxObjects.created, Number(limit)) ?? [],
      );
    }
    const path = [...parents, key];
    if (typeof value === 'object') return toConditions(value, path);
    if (path.join() === 'customer') return [eq(sandboxObjects.customer, value)];
    if (path.join() === 'payment_intent') return [eq(sandboxObjects.paymentIntent, value)];
    return [sql`${sandboxObjects.body} #>> ${`{${path.join(',')}}`}::text[] = ${value}`];
  });
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

/** Returns the refunds and the delayed payments whose result is known by now. */
export function listUnfinished(db: Db, now: Date): Promise<{ id: string; object: string }[]> {
  const { body, id, object } = sandboxObjects;
  const after = sql`coalesce((${body}->>'sandbox_after')::bigint, 0)`;
  return db
    .select({ id, object })
    .from(sandboxObjects)
    .where(
      and(
        inArray(object, ['refund', 'payment_intent']),
        sql`${body} ? 'sandbox_becomes'`,
        lte(after, toUnixSeconds(now)),
      ),
    );
}
