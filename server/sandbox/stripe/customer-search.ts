import type { Context } from './context.ts';
import type { Customer } from './object-schemas.ts';
import { listObjects } from './queries/objects.ts';
import { invalidParameter } from './stripe-error.ts';

const QUOTED = `"([^"]*)"|'([^']*)'`;
const CLAUSE = new RegExp(
  `^(-?)(?:(email|name|phone|created)|metadata\\[(?:${QUOTED})\\])(:|~|[<>]=?)(?:${QUOTED}|(\\d+)|(null))$`,
);
const MAX_CUSTOMERS = 1000;

/** The search language of Stripe for customers: clauses that are joined by AND or by OR. A minus negates a clause. */
export async function searchCustomers(context: Context, { query, limit }: { query: string; limit: number }) {
  const isAny = / OR /i.test(query);
  const tests = query.split(isAny ? / OR /i : / AND /i).map((clause) => toTest(clause.trim()));
  const { data } = await listObjects(context, 'customer', '/v1/customers', { limit: MAX_CUSTOMERS });
  const found = data.filter((customer) =>
    isAny ? tests.some((test) => test(customer)) : tests.every((test) => test(customer)),
  );
  return {
    object: 'search_result' as const,
    url: '/v1/customers/search',
    has_more: found.length > limit,
    next_page: null,
    data: found.slice(0, limit),
  };
}

function toTest(clause: string): (customer: Customer) => boolean {
  const match = CLAUSE.exec(clause);
  if (match === null) throw invalidParameter(`The search query is not valid: ${clause}`, 'query');
  const [, minus, field, key1, key2, operator = ':', text1, text2, number, none] = match;
  const wanted = (text1 ?? text2 ?? number ?? '').toLowerCase();
  return (customer) => {
    const value = fieldOf(customer, field, key1 ?? key2 ?? '');
    const isMatch = none === undefined ? compare(value ?? '', operator, wanted) : value === undefined;
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

function fieldOf(customer: Customer, field: string | undefined, key: string): string | undefined {
  const value =
    field === 'email' || field === 'name' || field === 'phone' || field === 'created'
      ? customer[field]
      : customer.metadata[key];
  return value === null || value === undefined ? undefined : String(value).toLowerCase();
}
