import type * as v from 'valibot';
import { readAccount, type SandboxKeys } from './api-keys.ts';
import { stripSeparators } from './card-input.ts';
import { confirmIntent } from './confirm-intent.ts';
import type { Context } from './context.ts';
import { searchCustomers } from './customer-search.ts';
import { createCustomer, deleteCustomer, updateCustomer } from './customers.ts';
import { closeDispute, updateDispute } from './disputes.ts';
import type { FormObject } from './form-body.ts';
import { cancelIntent, type IntentName } from './intents.ts';
import { listSessionLines } from './invoices.ts';
import { listPage } from './list-page.ts';
import { updateMetadata } from './metadata.ts';
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

/** `id` is the object of the path, and receipts of payments without a checkout page are at `receiptBase`. */
type CallContext = Context & { keys: SandboxKeys; receiptBase: string; id: string; path: string };

export type ApiCall = {
  /** The parameters that the call reads. Without a schema it reads all. */
  schema?: v.GenericSchema;
  run: (context: CallContext, form: FormObject) => Promise<unknown>;
};

/** A call that has no id, or needs the whole context. */
function call<S extends v.GenericSchema>(
  schema: S,
  run: (context: CallContext, input: v.InferOutput<S>) => Promise<unknown>,
): ApiCall {
  return { schema, run: (context, form) => run(context, parseParameters(schema, form)) };
}

/** A call for one object. */
function change<S extends v.GenericSchema>(
  schema: S,
  run: (context: CallContext, id: string, input: v.InferOutput<S>) => Promise<unknown>,
): ApiCall {
  return call(schema, (context, input) => run(context, context.id, input));
}

const read = (name: ObjectName) => change(p.NoParameters, (context, id) => loadObject(context, name, id));
const list = (name: ObjectName): ApiCall => ({ run: (context, form) => listPage(context, name, form) });
const cancel = (name: IntentName) =>
  change(p.CancelParameters, (context, id, { cancellation_reason }) =>
    cancelIntent(context, name, id, cancellation_reason),
  );
const confirm = (name: IntentName) =>
  change(p.ConfirmParameters, (context, id, input) => confirmIntent(context, name, id, input));

/** The calls of Stripe's API that the sandbox supports. A fixed path precedes one with an id. */
export const CALLS: Record<string, ApiCall> = {
  'GET /v1/account': call(p.NoParameters, async ({ keys }) => readAccount(keys)),
  'GET /v1/balance_transactions': list('balance_transaction'),
  'GET /v1/balance_transactions/:id': read('balance_transaction'),
  'GET /v1/charges': list('charge'),
  'GET /v1/charges/:id': read('charge'),
  'POST /v1/checkout/sessions': call(p.SessionParameters, createSession),
  'GET /v1/checkout/sessions': list('checkout.session'),
  'GET /v1/checkout/sessions/:id': change(p.NoParameters, loadCurrentSession),
  'POST /v1/checkout/sessions/:id/expire': change(p.NoParameters, expireSession),
  'GET /v1/checkout/sessions/:id/line_items': change(p.NoParameters, async (context, id) =>
    listSessionLines(await loadObject(context, 'checkout.session', id)),
  ),
  'POST /v1/customers': call(p.CustomerParameters, createCustomer),
  'GET /v1/customers': list('customer'),
  'GET /v1/customers/search': call(p.SearchParameters, searchCustomers),
  'GET /v1/customers/:id': read('customer'),
  'POST /v1/customers/:id': change(p.CustomerParameters, updateCustomer),
  'DELETE /v1/customers/:id': change(p.NoParameters, deleteCustomer),
  'GET /v1/customers/:id/payment_methods': {
    run: async (context, form) => {
      await loadObject(context, 'customer', context.id);
      return listPage(context, 'payment_method', { ...form, customer: context.id });
    },
  },
  'GET /v1/disputes': list('dispute'),
  'GET /v1/disputes/:id': read('dispute'),
  'POST /v1/disputes/:id': change(p.DisputeParameters, updateDispute),
  'POST /v1/disputes/:id/close': change(p.NoParameters, closeDispute),
  'GET /v1/events': list('event'),
  'GET /v1/events/:id': read('event'),
  'GET /v1/invoices': list('invoice'),
  'GET /v1/invoices/:id': read('invoice'),
  'POST /v1/payment_intents': call(p.PaymentIntentParameters, async (context, input) => {
    const intent = await createPaymentIntent(context, input);
    const choice = { payment_method: null, off_session: input.off_session };
    return input.confirm ? confirmIntent(context, 'payment_intent', intent.id, choice) : intent;
  }),
  'GET /v1/payment_intents': list('payment_intent'),
  'GET /v1/payment_intents/:id': read('payment_intent'),
  'POST /v1/payment_intents/:id': change(p.PaymentIntentUpdateParameters, updatePaymentIntent),
  'POST /v1/payment_intents/:id/cancel': cancel('payment_intent'),
  'POST /v1/payment_intents/:id/confirm': confirm('payment_intent'),
  'POST /v1/payment_methods': call(
    p.PaymentMethodParameters,
    (context, { card, billing_details, ...input }) => {
      const { exp_month: expMonth, exp_year: expYear, cvc } = card;
      const typed = { number: stripSeparators(card.number), expMonth, expYear, cvc };
      const options = { ...input, metadata: updateMetadata({}, input.metadata) };
      return createPaymentMethod(context, typed, billing_details, options);
    },
  ),
  'GET /v1/payment_methods': list('payment_method'),
  'GET /v1/payment_methods/:id': read('payment_method'),
  'POST /v1/payment_methods/:id': change(p.PaymentMethodUpdateParameters, updatePaymentMethod),
  'POST /v1/payment_methods/:id/attach': change(p.AttachParameters, attachPaymentMethod),
  'POST /v1/payment_methods/:id/detach': change(p.NoParameters, detachPaymentMethod),
  'GET /v1/radar/early_fraud_warnings': list('radar.early_fraud_warning'),
  'GET /v1/radar/early_fraud_warnings/:id': read('radar.early_fraud_warning'),
  'POST /v1/refunds': call(p.RefundParameters, createRefund),
  'GET /v1/refunds': list('refund'),
  'GET /v1/refunds/:id': read('refund'),
  'POST /v1/refunds/:id': change(p.MetadataParameters, updateRefund),
  'POST /v1/setup_intents': call(p.SetupIntentParameters, async (context, input) => {
    const intent = await createSetupIntent(context, input);
    const choice = { payment_method: null, off_session: false };
    return input.confirm ? confirmIntent(context, 'setup_intent', intent.id, choice) : intent;
  }),
  'GET /v1/setup_intents': list('setup_intent'),
  'GET /v1/setup_intents/:id': read('setup_intent'),
  'POST /v1/setup_intents/:id/cancel': cancel('setup_intent'),
  'POST /v1/setup_intents/:id/confirm': confirm('setup_intent'),
  'POST /v1/tax_rates': call(p.TaxRateParameters, createTaxRate),
  'GET /v1/tax_rates': list('tax_rate'),
  'GET /v1/tax_rates/:id': read('tax_rate'),
  'POST /v1/tax_rates/:id': change(p.TaxRateUpdateParameters, updateTaxRate),
  'POST /v1/webhook_endpoints': call(p.WebhookEndpointParameters, createWebhookEndpoint),
  'GET /v1/webhook_endpoints': list('webhook_endpoint'),
  'GET /v1/webhook_endpoints/:id': read('webhook_endpoint'),
  'POST /v1/webhook_endpoints/:id': change(p.WebhookEndpointUpdateParameters, updateWebhookEndpoint),
  'DELETE /v1/webhook_endpoints/:id': change(p.NoParameters, deleteWebhookEndpoint),
};

/** The calls of Stripe.js, which has only the publishable key. A client secret allows it to use one intent. */
export const BROWSER_CALLS: readonly string[] = [
  'POST /v1/payment_methods',
  'GET /v1/payment_intents/:id',
  'POST /v1/payment_intents/:id/confirm',
  'GET /v1/setup_intents/:id',
  'POST /v1/setup_intents/:id/confirm',
];
