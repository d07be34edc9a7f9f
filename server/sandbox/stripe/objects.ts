import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import * as v from 'valibot';
import { jobKind } from '../../queries/jobs.ts';
import { type Context, type Reader, resourceMissing, toUnixSeconds } from './context.ts';
import * as rows from './queries/rows.ts';
import { completeObject } from './stripe-types.ts';

/** The objects of the sandbox, by their field `object`: the path of their calls and the prefix of their ids. */
export const OBJECTS = {
  balance_transaction: { path: 'balance_transactions', prefix: 'txn_' },
  charge: { path: 'charges', prefix: 'ch_' },
  'checkout.session': { path: 'checkout/sessions', prefix: 'cs_test_' },
  customer: { path: 'customers', prefix: 'cus_' },
  dispute: { path: 'disputes', prefix: 'dp_' },
  event: { path: 'events', prefix: 'evt_' },
  invoice: { path: 'invoices', prefix: 'in_' },
  payment_intent: { path: 'payment_intents', prefix: 'pi_' },
  payment_method: { path: 'payment_methods', prefix: 'pm_' },
  'radar.early_fraud_warning': { path: 'radar/early_fraud_warnings', prefix: 'issfr_' },
  refund: { path: 'refunds', prefix: 're_' },
  setup_intent: { path: 'setup_intents', prefix: 'seti_' },
  tax_rate: { path: 'tax_rates', prefix: 'txr_' },
  webhook_endpoint: { path: 'webhook_endpoints', prefix: 'we_' },
} as const;
export type ObjectName = keyof typeof OBJECTS;
export const OBJECT_NAMES = Object.keys(OBJECTS) as ObjectName[];

/** An event as the sandbox stores it: of any type, about any object. */
type StoredEvent = Omit<Stripe.CustomerCreatedEvent, 'type' | 'data'> & { type: string; data: object };
type SdkObject =
  | Stripe.Event['data']['object']
  | Stripe.BalanceTransaction
  | Stripe.WebhookEndpoint
  | StoredEvent;
type SdkObjects = { [N in ObjectName]: Extract<SdkObject, { object: N }> };

/** The result of a refund or a delayed payment, until it is known. */
type Delayed = { sandbox_becomes?: 'succeeded' | 'failed' | null };

/** What only the sandbox knows about its objects. Responses never contain these fields. */
type OwnFields = {
  'checkout.session': {
    sandbox_lines: Fields<Stripe.LineItem>[];
    sandbox_payment: Fields<WithIds<Stripe.PaymentIntent>>;
  };
  payment_intent: Delayed;
  /** What a charge of this test card results in. Stripe derives it from the number, which is not stored here. */
  payment_method: { sandbox_outcome: string };
  refund: Delayed;
};

/**
 * An object refers to others by their ids. The rows of a name have this type, because only `createObject` and
 * `updateObject` write them.
 */
type WithIds<T> = { [K in keyof T]: Exclude<T[K], { id: string; object: string }> };
export type Stored<N extends ObjectName> = WithIds<SdkObjects[N]> &
  (N extends keyof OwnFields ? OwnFields[N] : unknown) & { object: N };
export type AnyObject = { id: string; object: ObjectName; created?: number };

/** Some fields of an object, also of the objects in it. The types of the SDK provide the others. */
export type Fields<T> = { [K in keyof T]?: Nested<T[K]> | undefined };
type Nested<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends (infer Item)[]
    ? Nested<Item>[]
    : T extends { id: string; object: string }
      ? object
      : Fields<T>;

/** Creates an object, and records the event if there is one. */
export async function createObject<N extends ObjectName>(
  context: Context,
  name: N,
  fields: Fields<Stored<N>>,
  event?: string,
): Promise<Stored<N>> {
  const object = { id: newId(name), created: toUnixSeconds(context.now), ...fields, object: name };
  return (await saveObject(context, object, event)) as Stored<N>;
}

/** Nothing else protects checkout pages, so an id has 192 random bits. */
export function newId(name: ObjectName): string {
  return OBJECTS[name].prefix + randomBytes(24).toString('hex');
}

/** Changes an object, which must be locked, and records the event if there is one. */
export async function updateObject<O extends AnyObject>(
  context: Context,
  object: O,
  changes: Fields<O>,
  event?: string,
): Promise<O> {
  const { id, object: name } = object;
  return (await saveObject(context, { ...object, ...changes, id, object: name }, event)) as O;
}

/** Call it inside the transaction of the change itself, so that the event exists exactly if the change does. */
async function saveObject(context: Context, fields: AnyObject, event?: string): Promise<unknown> {
  const object = completeObject(fields);
  await rows.saveRow(context.db, { created: 0, ...fields }, object);
  if (event !== undefined) await recordEvent(context, event, object);
  return object;
}

/** Sends an event to our own server. */
export const webhookJob = jobKind('sandbox-webhook', { eventId: v.string() });

export async function recordEvent(context: Context, type: string, object: object): Promise<void> {
  const { id } = await createObject(context, 'event', { type, data: { object } });
  await webhookJob.enqueue(context.db, { eventId: id });
}

/** Finds one object of a kind. Use `lock` only inside a transaction. @throws SandboxError 404 */
export async function loadObject<N extends ObjectName>({ db }: Reader, name: N, id: string, lock = false) {
  const body = await rows.findRow(db, { id, name, lock });
  if (body === undefined) throw resourceMissing(name, id);
  return body as Stored<N>;
}

export function lockObject<N extends ObjectName>(tx: Context, name: N, id: string): Promise<Stored<N>> {
  return loadObject(tx, name, id, true);
}

/** Returns a page of objects, newest first, in the list format of Stripe. */
export async function listObjects<N extends ObjectName>({ db }: Reader, name: N, page: rows.Page) {
  const { bodies, hasMore } = await rows.listRows(db, name, page);
  const data = bodies as Stored<N>[];
  return { object: 'list' as const, url: `/v1/${OBJECTS[name].path}`, has_more: hasMore, data };
}

/** Returns the newest objects with these values in their fields. */
export async function findObjects<N extends ObjectName>(reader: Reader, name: N, filters: rows.Filters) {
  return (await listObjects(reader, name, { limit: 100, filters })).data;
}
