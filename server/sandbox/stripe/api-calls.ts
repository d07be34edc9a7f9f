import { createHash, randomBytes } from 'node:crypto';
import type Stripe from 'stripe';
import { isSameSecret } from '../../config/operators.ts';
import { closeDispute, createRefund, updateDispute } from './charges.ts';
import { createSession, expireSession, listSessionLines, loadCurrentSession } from './checkout.ts';
import { type Context, invalidParameter, SandboxError } from './context.ts';
import * as intents from './intents.ts';
import {
  type AnyObject,
  createObject,
  listObjects,
  loadObject,
  lockObject,
  OBJECT_NAMES,
  OBJECTS,
  type ObjectName,
  type Stored,
  updateObject,
} from './objects.ts';
import { keep, type Parameters } from './parameters.ts';
import * as methods from './payment-methods.ts';
import { loadSavedCard } from './payment-methods.ts';
import { deleteRow, detachCardsOf } from './queries/rows.ts';
import { completeObject } from './stripe-types.ts';

export type SandboxKeys = { secretKey: string; publishableKey: string; webhookSecret: string };

/**
 * Rejects every key except the sandbox's own. The message explains why a real key is rejected: the sandbox must never
 * be mistaken for Stripe. `publishable` accepts the key that browsers have.
 */
export function requireValidKey(keys: SandboxKeys, given: string, { publishable = false } = {}): void {
  if (/^(sk|rk|pk)_live_/.test(given)) {
    throw unauthorized(
      'This is a test sandbox. It rejects live keys; set STRIPE_SECRET_KEY to use Stripe itself.',
    );
  }
  if (given === '') throw unauthorized('You did not provide an API key.');
  const allowed = publishable ? [keys.secretKey, keys.publishableKey] : [keys.secretKey];
  if (!allowed.some((key) => isSameSecret(key, given))) throw unauthorized('Invalid API Key provided.');
}

function unauthorized(message: string): SandboxError {
  return new SandboxError(401, { type: 'invalid_request_error', message });
}

function readAccount({ secretKey }: SandboxKeys): object {
  const id = `acct_${createHash('sha256').update(secretKey).digest('hex').slice(0, 16)}`;
  const business = { country: 'IE', default_currency: 'eur', type: 'standard' };
  return completeObject({ id, object: 'account', ...business });
}

/** The transaction of the call. `id` is the object of the path. */
type CallContext = Context & { keys: SandboxKeys; id: string };
/** Carries out a call, and returns the body of the response, or an error if what it has changed remains. */
type ApiCall = (context: CallContext, parameters: Parameters) => Promise<object>;

/** `T` is the type of the SDK for the parameters of the call, which were parsed by it. */
function call<T>(run: (context: CallContext, input: T) => Promise<object>): ApiCall {
  return (context, parameters) => run(context, parameters as T);
}

/** A call for the object of the path. */
function act<T>(run: (context: Context, id: string, input: T) => Promise<object>): ApiCall {
  return call<T>((context, input) => run(context, context.id, input));
}

function create(name: ObjectName, fields: readonly string[], defaults: object = {}): ApiCall {
  return (context, input) => createObject(context, name, { ...defaults, ...keep(fields, input) });
}

/** Changes the named fields of an object. `check` rejects a change, or returns what else changes. */
function update<N extends ObjectName, T>(
  name: N,
  fields: readonly string[],
  check: (tx: Context, object: Stored<N>, input: T) => Promise<object | undefined> = async () => undefined,
): ApiCall {
  return act(async (tx, id, input: T & object) => {
    const object = await lockObject(tx, name, id);
    const others = await check(tx, object, input);
    return updateObject<AnyObject>(tx, object, { ...keep(fields, input, object), ...others });
  });
}

/** Lists the objects whose fields have the values that the parameters name. */
function list(name: ObjectName): ApiCall {
  return async (context, { limit = 10, starting_after, ending_before, ...filters }) => {
    if (!Number.isInteger(limit) || Number(limit) < 1 || Number(limit) > 100) {
      throw invalidParameter('The limit must be between 1 and 100.', 'limit');
    }
    return listObjects(context, name, {
      limit: Number(limit),
      filters,
      ...(typeof starting_after === 'string' && { startingAfter: starting_after }),
      ...(typeof ending_before === 'string' && { endingBefore: ending_before }),
    });
  };
}
const read = (name: ObjectName) => act((context, id) => loadObject(context, name, id));

const confirm = (name: intents.IntentName) =>
  act((context, id, input: intents.IntentConfirmation) => intents.confirmIntent(context, name, id, input));
const cancel = (name: intents.IntentName) =>
  act((context, id, input: Stripe.PaymentIntentCancelParams) =>
    intents.cancelIntent(context, name, id, input),
  );

const listCardsOfCustomer: ApiCall = async (context, input) => {
  await loadObject(context, 'customer', context.id);
  return list('payment_method')(context, { ...input, customer: context.id });
};

/** Deletes an object, after what else has to happen. */
function remove(name: ObjectName, prepare: (tx: Context, id: string) => Promise<void> = async () => {}) {
  return act(async (tx, id) => {
    await lockObject(tx, name, id);
    await prepare(tx, id);
    await deleteRow(tx.db, id);
    return { id, object: name, deleted: true };
  });
}

/** As at Stripe, only the response to the creation contains the secret. */
const createEndpoint: ApiCall = async (context, input) => ({
  ...(await create('webhook_endpoint', ENDPOINT_FIELDS, { status: 'enabled' })(context, input)),
  secret: `whsec_${randomBytes(16).toString('hex')}`,
});

const CUSTOMER_FIELDS = ['email', 'name', 'phone', 'description', 'invoice_settings', 'metadata'];
const ENDPOINT_FIELDS = ['url', 'enabled_events', 'description', 'metadata'];
const METHOD_FIELDS = ['allow_redisplay', 'billing_details', 'card', 'metadata'];
const TAX_RATE_FIELDS = ['display_name', 'description', 'active', 'tax_type', 'metadata'];
const NEW_TAX_RATE = { active: true, rate_type: 'percentage' };

/** The calls that change something, or read more than objects of one kind. A fixed path precedes one with an id. */
const SPECIAL_CALLS: Record<string, ApiCall> = {
  'GET /v1/account': async ({ keys }) => readAccount(keys),
  'POST /v1/checkout/sessions': call(createSession),
  'GET /v1/checkout/sessions/:id': act(loadCurrentSession),
  'POST /v1/checkout/sessions/:id/expire': act(expireSession),
  'GET /v1/checkout/sessions/:id/line_items': act(listSessionLines),
  'POST /v1/customers': create('customer', CUSTOMER_FIELDS),
  'GET /v1/customers/search': call(searchCustomers),
  'POST /v1/customers/:id': update('customer', CUSTOMER_FIELDS, requireOwnDefault),
  'DELETE /v1/customers/:id': remove('customer', (tx, id) => detachCardsOf(tx.db, id)),
  'GET /v1/customers/:id/payment_methods': listCardsOfCustomer,
  'POST /v1/disputes/:id': act(updateDispute),
  'POST /v1/disputes/:id/close': act(closeDispute),
  'POST /v1/payment_intents': call(intents.createPaymentIntent),
  'POST /v1/payment_intents/:id': update(
    'payment_intent',
    [...intents.INTENT_FIELDS, 'amount'],
    intents.checkIntentUpdate,
  ),
  'POST /v1/payment_intents/:id/cancel': cancel('payment_intent'),
  'POST /v1/payment_intents/:id/confirm': confirm('payment_intent'),
  'POST /v1/payment_methods': call(methods.createPaymentMethod),
  'POST /v1/payment_methods/:id': update('payment_method', METHOD_FIELDS, methods.requireSaved),
  'POST /v1/payment_methods/:id/attach': act(methods.attachPaymentMethod),
  'POST /v1/payment_methods/:id/detach': act(methods.detachPaymentMethod),
  'POST /v1/refunds': call(createRefund),
  'POST /v1/refunds/:id': update('refund', ['metadata']),
  'POST /v1/setup_intents': call(intents.createSetupIntent),
  'POST /v1/setup_intents/:id/cancel': cancel('setup_intent'),
  'POST /v1/setup_intents/:id/confirm': confirm('setup_intent'),
  'POST /v1/tax_rates': create('tax_rate', [...TAX_RATE_FIELDS, 'inclusive', 'percentage'], NEW_TAX_RATE),
  'POST /v1/tax_rates/:id': update('tax_rate', TAX_RATE_FIELDS),
  'POST /v1/webhook_endpoints': createEndpoint,
  'POST /v1/webhook_endpoints/:id': update(
    'webhook_endpoint',
    ENDPOINT_FIELDS,
    async (_tx, _endpoint, { disabled }: Stripe.WebhookEndpointUpdateParams) =>
      disabled === undefined ? undefined : { status: disabled ? 'disabled' : 'enabled' },
  ),
  'DELETE /v1/webhook_endpoints/:id': remove('webhook_endpoint'),
};

/** The calls of Stripe's API that the sandbox supports: those above, and two that read each kind of object. */
export const CALLS: ReadonlyMap<string, ApiCall> = new Map([
  ...Object.entries(SPECIAL_CALLS),
  ...OBJECT_NAMES.flatMap((name): [string, ApiCall][] => [
    [`GET /v1/${OBJECTS[name].path}`, list(name)],
    [`GET /v1/${OBJECTS[name].path}/:id`, read(name)],
  ]).filter(([path]) => SPECIAL_CALLS[path] === undefined),
]);

/** The calls of Stripe.js, which has only the publishable key. A client secret allows it to use one intent. */
export const BROWSER_CALLS: readonly string[] = [
  'POST /v1/payment_methods',
  'GET /v1/payment_intents/:id',
  'POST /v1/payment_intents/:id/confirm',
  'GET /v1/setup_intents/:id',
  'POST /v1/setup_intents/:id/confirm',
];

const QUOTED = `"([^"]*)"|'([^']*)'`;
const CLAUSE = new RegExp(
  `^(-?)(?:(email|name|phone|created)|metadata\\[(?:${QUOTED})\\])(:|~|[<>]=?)(?:${QUOTED}|(\\d+)|(null))$`,
);
const MAX_CUSTOMERS = 1000;

/** The search language of Stripe for customers: clauses that are joined by AND or by OR. A minus negates a clause. */
async function searchCustomers(context: Context, { query, limit = 10 }: Stripe.CustomerSearchParams) {
  const isAny = / OR /i.test(query);
  const tests = query.split(isAny ? / OR /i : / AND /i).map((clause) => toTest(clause.trim()));
  const { data } = await listObjects(context, 'customer', { limit: MAX_CUSTOMERS, filters: {} });
  const found = data.filter((customer) =>
    isAny ? tests.some((test) => test(customer)) : tests.every((test) => test(customer)),
  );
  return {
    object: 'search_result',
    url: '/v1/customers/search',
    has_more: found.length > limit,
    next_page: null,
    data: found.slice(0, limit),
  };
}

function toTest(clause: string): (customer: Stored<'customer'>) => boolean {
  const match = CLAUSE.exec(clause);
  if (match === null) throw invalidParameter(`The search query is not valid: ${clause}`, 'query');
  const [, minus, field, key1, key2, operator = ':', text1, text2, number, none] = match;
  const wanted = (text1 ?? text2 ?? number ?? '').toLowerCase();
  return (customer) => {
    const value: unknown =
      field === undefined ? customer.metadata[key1 ?? key2 ?? ''] : Reflect.get(customer, field);
    const isMatch =
      none === undefined ? compare(String(value ?? '').toLowerCase(), operator, wanted) : value == null;
    return isMatch === (minus === '');
  };
}

function compare(value: string, operator: string, wanted: string): boolean {
  if (operator === '~') return value.includes(wanted);
  if (operator === ':') return value === wanted;
  const difference = Number(value) - Number(wanted);
  if (difference === 0) return operator.endsWith('=');
  return operator.startsWith('<') ? difference < 0 : difference > 0;
}

/** The default card must belong to the customer. */
async function requireOwnDefault(
  tx: Context,
  { id }: Stored<'customer'>,
  { invoice_settings }: Stripe.CustomerUpdateParams,
): Promise<undefined> {
  const chosen = invoice_settings?.default_payment_method;
  if (chosen) await loadSavedCard(tx, id, chosen);
}
