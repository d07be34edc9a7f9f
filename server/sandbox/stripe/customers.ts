import type Stripe from 'stripe';
import type { Context } from './context.ts';
import { listObjects, type Stored } from './objects.ts';
import { loadSavedCard } from './payment-methods.ts';
import { invalidParameter } from './stripe-error.ts';

const QUOTED = `"([^"]*)"|'([^']*)'`;
const CLAUSE = new RegExp(
  `^(-?)(?:(email|name|phone|created)|metadata\\[(?:${QUOTED})\\])(:|~|[<>]=?)(?:${QUOTED}|(\\d+)|(null))$`,
);
const MAX_CUSTOMERS = 1000;

/** The search language of Stripe for customers: clauses that are joined by AND or by OR. A minus negates a clause. */
export async function searchCustomers(context: Context, { query, limit = 10 }: Stripe.CustomerSearchParams) {
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
export async function requireOwnDefault(
  tx: Context,
  { id }: Stored<'customer'>,
  { invoice_settings }: Stripe.CustomerUpdateParams,
): Promise<undefined> {
  const chosen = invoice_settings?.default_payment_method;
  if (chosen) await loadSavedCard(tx, id, chosen);
}
