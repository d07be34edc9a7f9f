import { createHash } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../dependencies.ts';
import type { SandboxKeys } from './api-keys.ts';
import { searchCustomers } from './customer-search.ts';
import type { AddRoute } from './intent-api.ts';
import {
  ListParametersOnly,
  parseListParameters,
  parseParameters,
  SearchParameters,
  TaxRateFilter,
  TaxRateParameters,
  TaxRateUpdateParameters,
  WebhookEndpointParameters,
  WebhookEndpointUpdateParameters,
} from './parameters.ts';
import { listObjects, loadObject } from './queries/objects.ts';
import { createTaxRate, totalOf, updateTaxRate } from './tax-rates.ts';
import { createWebhookEndpoint, updateWebhookEndpoint } from './webhook-endpoints.ts';

type AccountApiDependencies = { db: Db; clock: Clock; keys: SandboxKeys; get: AddRoute; post: AddRoute };

/** The calls about the account itself: its id, balance transactions and webhook endpoints; and the customer search. */
export function addAccountRoutes({ db, clock, keys, get, post }: AccountApiDependencies): void {
  get('/v1/account', async () => ({
    id: `acct_${createHash('sha256').update(keys.secretKey).digest('hex').slice(0, 16)}`,
    object: 'account',
    charges_enabled: true,
    country: 'IE',
    default_currency: 'eur',
    details_submitted: true,
    email: null,
    payouts_enabled: false,
    type: 'standard',
  }));
  // This route must precede that of one customer, which has the same form.
  get('/v1/customers/search', ({ form }) =>
    searchCustomers(db, parseParameters(SearchParameters, form).query),
  );
  get('/v1/balance_transactions', ({ form }) =>
    listObjects(db, 'balance_transaction', '/v1/balance_transactions', parseListParameters(form)),
  );
  get('/v1/balance_transactions/:id', ({ param }) => loadObject(db, 'balance_transaction', param('id')));
  post('/v1/webhook_endpoints', ({ form }) =>
    createWebhookEndpoint(db, clock.now(), parseParameters(WebhookEndpointParameters, form)),
  );
  get('/v1/webhook_endpoints', ({ form }) =>
    listObjects(db, 'webhook_endpoint', '/v1/webhook_endpoints', parseListParameters(form)),
  );
  post('/v1/webhook_endpoints/:id', ({ form, param }) =>
    updateWebhookEndpoint(db, param('id'), parseParameters(WebhookEndpointUpdateParameters, form)),
  );
  get('/v1/webhook_endpoints/:id', ({ param }) => loadObject(db, 'webhook_endpoint', param('id')));
  post('/v1/tax_rates', ({ form }) =>
    createTaxRate(db, clock.now(), parseParameters(TaxRateParameters, form)),
  );
  post('/v1/tax_rates/:id', ({ form, param }) =>
    updateTaxRate(db, param('id'), parseParameters(TaxRateUpdateParameters, form)),
  );
  get('/v1/tax_rates', ({ form: { active, inclusive, ...page } }) => {
    const wanted = parseParameters(TaxRateFilter, {
      ...(active === undefined ? {} : { active }),
      ...(inclusive === undefined ? {} : { inclusive }),
    });
    return listObjects(db, 'tax_rate', '/v1/tax_rates', {
      ...parseListParameters(page),
      flags: Object.entries(wanted).filter((flag): flag is [string, boolean] => flag[1] !== undefined),
    });
  });
  get('/v1/tax_rates/:id', ({ param }) => loadObject(db, 'tax_rate', param('id')));
  get('/v1/checkout/sessions/:id/line_items', async ({ form, param }) => {
    parseParameters(ListParametersOnly, form);
    const { id, currency, sandbox_lines } = await loadObject(db, 'checkout.session', param('id'));
    return {
      object: 'list',
      url: `/v1/checkout/sessions/${id}/line_items`,
      has_more: false,
      data: sandbox_lines.map((line, index) => ({
        id: `li_${index}_${id.slice(-16)}`,
        object: 'item',
        adjustable_quantity: null,
        amount_discount: 0,
        amount_subtotal: line.amount * line.quantity,
        amount_tax: line.tax?.amount ?? 0,
        amount_total: totalOf(line),
        currency,
        description: line.description,
        metadata: {},
        price: null,
        quantity: line.quantity,
      })),
    };
  });
}
