import type * as v from 'valibot';
import type { Db } from '../../db/database.ts';
import { readAccount, type SandboxKeys } from './api-keys.ts';
import { stripSeparators } from './card-input.ts';
import { confirmIntent } from './confirm-intent.ts';
import { searchCustomers } from './customer-search.ts';
import { createCustomer, deleteCustomer, updateCustomer } from './customers.ts';
import { closeDispute, updateDispute } from './disputes.ts';
import type { FormObject } from './form-body.ts';
import { cancelIntent, type IntentName } from './intents.ts';
import { listSessionLines } from './invoices.ts';
import { listPage } from './list-page.ts';
import type { ObjectName } from './object-schemas.ts';
import * as p from './parameter-schemas.ts';
import { parseParameters } from './parameters.ts';
import { createPaymentIntent, updatePaymentIntent } from './payment-intents.ts';
import {
  attachPaymentMethod,
  createPaymentMethod,
  detachPaymentMethod,
  updatePaymentMethod,
} from './payment-methods.ts';
import { loadObject } from './queries/objects.ts';
import { createRefund, updateRefund } from './refunds.ts';
import { createSession, expireSession, loadCurrentSession } from './sessions.ts';
import { createSetupIntent } from './setup-intents.ts';
import { createTaxRate, updateTaxRate } from './tax-rates.ts';
import { createWebhookEndpoint, deleteWebhookEndpoint, updateWebhookEndpoint } from './webhook-endpoints.ts';

/** `id` is the object of the path, and receipts of payments without a checkout page are at `publicUrl`. */
export type CallContext = {
  db: Db;
  now: Date;
  keys: SandboxKeys;
  publicUrl: string;
  id: string;
  path: string;
};

export type ApiCall = {
  /** The parameters that the call reads. Without a schema it reads all. */
  schema?: v.GenericSchema;
  run: (context: CallContext, form: FormObject) => Promise<unknown>;
};

function call<S extends v.GenericSchema>(
  schema: S,
  run: (context: CallContext, input: v.InferOutput<S>) => Promise<unknown>,
): ApiCall {
  return { schema, run: (context, form) => run(context, parseParameters(schema, form)) };
}

const read = (name: ObjectName) => call(p.NoParameters, ({ db, id }) => loadObject(db, name, id));
const list = (name: ObjectName): ApiCall => ({ run: ({ db, path }, form) => listPage(db, name, path, form) });
const cancel = (name: IntentName) =>
  call(p.CancelParameters, ({ db, now, id }, { cancellation_reason: reason }) =>
    cancelIntent(db, now, name, id, reason),
  );
const confirm = (name: IntentName) =>
  call(p.ConfirmParameters, ({ db, now, id, publicUrl }, input) =>
    confirmIntent(db, now, name, id, input, { receiptBase: publicUrl }),
  );

/** The calls of Stripe's API that the sandbox supports. A fixed path precedes one with an id. */
export const CALLS: Record<string, ApiCall> = {
  'GET /v1/account': call(p.NoParameters, async ({ keys }) => readAccount(keys)),
  'GET /v1/balance_transactions': list('balance_transaction'),
  'GET /v1/balance_transactions/:id': read('balance_transaction'),
  'GET /v1/charges': list('charge'),
  'GET /v1/charges/:id': read('charge'),

  'POST /v1/checkout/sessions': call(p.SessionParameters, ({ db, now }, input) =>
    createSession(db, now, input),
  ),
  'GET /v1/checkout/sessions': list('checkout.session'),
  'GET /v1/checkout/sessions/:id': call(p.NoParameters, ({ db, now, id }) => loadCurrentSession(db, now, id)),
  'POST /v1/checkout/sessions/:id/expire': call(p.NoParameters, ({ db, now, id }) =>
    expireSession(db, now, id),
  ),
  'GET /v1/checkout/sessions/:id/line_items': call(p.NoParameters, async ({ db, id }) =>
    listSessionLines(await loadObject(db, 'checkout.session', id)),
  ),

  'POST /v1/customers': call(p.CustomerParameters, ({ db, now }, input) => createCustomer(db, now, input)),
  'GET /v1/customers': list('customer'),
  'GET /v1/customers/search': call(p.SearchParameters, ({ db }, input) => searchCustomers(db, input)),
  'GET /v1/customers/:id': read('customer'),
  'POST /v1/customers/:id': call(p.CustomerParameters, ({ db, id }, input) => updateCustomer(db, id, input)),
  'DELETE /v1/customers/:id': call(p.NoParameters, ({ db, id }) => deleteCustomer(db, id)),
  'GET /v1/customers/:id/payment_methods': {
    run: async ({ db, id, path }, form) => {
      await loadObject(db, 'customer', id);
      return listPage(db, 'payment_method', path, { ...form, customer: id });
    },
  },

  'GET /v1/disputes': list('dispute'),
  'GET /v1/disputes/:id': read('dispute'),
  'POST /v1/disputes/:id': call(p.DisputeParameters, ({ db, now, id }, input) =>
    updateDispute(db, now, id, input),
  ),
  'POST /v1/disputes/:id/close': call(p.NoParameters, ({ db, now, id }) => closeDispute(db, now, id)),
  'GET /v1/events': list('event'),
  'GET /v1/events/:id': read('event'),
  'GET /v1/invoices': list('invoice'),
  'GET /v1/invoices/:id': read('invoice'),

  'POST /v1/payment_intents': call(p.PaymentIntentParameters, async ({ db, now, publicUrl }, input) => {
    const intent = await createPaymentIntent(db, now, input);
    const choice = { payment_method: null, off_session: input.off_session };
    return input.confirm
      ? confirmIntent(db, now, intent.object, intent.id, choice, { receiptBase: publicUrl })
      : intent;
  }),
  'GET /v1/payment_intents': list('payment_intent'),
  'GET /v1/payment_intents/:id': read('payment_intent'),
  'POST /v1/payment_intents/:id': call(p.PaymentIntentUpdateParameters, ({ db, id }, input) =>
    updatePaymentIntent(db, id, input),
  ),
  'POST /v1/payment_intents/:id/cancel': cancel('payment_intent'),
  'POST /v1/payment_intents/:id/confirm': confirm('payment_intent'),

  'POST /v1/payment_methods': call(p.PaymentMethodParameters, ({ db, now }, input) => {
    const { card, billing_details, allow_redisplay, metadata } = input;
    const typed = { ...card, number: stripSeparators(card.number) };
    const { number, exp_month: expMonth, exp_year: expYear, cvc } = typed;
    const options = { allow_redisplay, metadata: metadata || {} };
    return createPaymentMethod(db, now, { number, expMonth, expYear, cvc }, billing_details, options);
  }),
  'GET /v1/payment_methods': list('payment_method'),
  'GET /v1/payment_methods/:id': read('payment_method'),
  'POST /v1/payment_methods/:id': call(p.PaymentMethodUpdateParameters, ({ db, id }, input) =>
    updatePaymentMethod(db, id, input),
  ),
  'POST /v1/payment_methods/:id/attach': call(p.AttachParameters, ({ db, now, id }, { customer }) =>
    attachPaymentMethod(db, now, id, customer),
  ),
  'POST /v1/payment_methods/:id/detach': call(p.NoParameters, ({ db, now, id }) =>
    detachPaymentMethod(db, now, id),
  ),

  'GET /v1/radar/early_fraud_warnings': list('radar.early_fraud_warning'),
  'GET /v1/radar/early_fraud_warnings/:id': read('radar.early_fraud_warning'),
  'POST /v1/refunds': call(p.RefundParameters, ({ db, now }, input) => createRefund(db, now, input)),
  'GET /v1/refunds': list('refund'),
  'GET /v1/refunds/:id': read('refund'),
  'POST /v1/refunds/:id': call(p.MetadataParameters, ({ db, id }, { metadata }) =>
    updateRefund(db, id, metadata),
  ),

  'POST /v1/setup_intents': call(p.SetupIntentParameters, async ({ db, now, publicUrl }, input) => {
    const intent = await createSetupIntent(db, now, input);
    const choice = { payment_method: null, off_session: false };
    return input.confirm
      ? confirmIntent(db, now, intent.object, intent.id, choice, { receiptBase: publicUrl })
      : intent;
  }),
  'GET /v1/setup_intents': list('setup_intent'),
  'GET /v1/setup_intents/:id': read('setup_intent'),
  'POST /v1/setup_intents/:id/cancel': cancel('setup_intent'),
  'POST /v1/setup_intents/:id/confirm': confirm('setup_intent'),

  'POST /v1/tax_rates': call(p.TaxRateParameters, ({ db, now }, input) => createTaxRate(db, now, input)),
  'GET /v1/tax_rates': list('tax_rate'),
  'GET /v1/tax_rates/:id': read('tax_rate'),
  'POST /v1/tax_rates/:id': call(p.TaxRateUpdateParameters, ({ db, id }, input) =>
    updateTaxRate(db, id, input),
  ),

  'POST /v1/webhook_endpoints': call(p.WebhookEndpointParameters, ({ db, now }, input) =>
    createWebhookEndpoint(db, now, input),
  ),
  'GET /v1/webhook_endpoints': list('webhook_endpoint'),
  'GET /v1/webhook_endpoints/:id': read('webhook_endpoint'),
  'POST /v1/webhook_endpoints/:id': call(p.WebhookEndpointUpdateParameters, ({ db, id }, input) =>
    updateWebhookEndpoint(db, id, input),
  ),
  'DELETE /v1/webhook_endpoints/:id': call(p.NoParameters, ({ db, id }) => deleteWebhookEndpoint(db, id)),
};

/** The calls of Stripe.js, which has only the publishable key. A client secret allows it to use one intent. */
export const BROWSER_CALLS: readonly string[] = [
  'POST /v1/payment_methods',
  'GET /v1/payment_intents/:id',
  'POST /v1/payment_intents/:id/confirm',
  'GET /v1/setup_intents/:id',
  'POST /v1/setup_intents/:id/confirm',
];
