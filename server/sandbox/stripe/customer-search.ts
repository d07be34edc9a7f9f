import type { Db } from '../../db/database.ts';
import type { Customer } from './object-schemas.ts';
import { listObjects } from './queries/objects.ts';
import { invalidParameter } from './stripe-error.ts';

const CLAUSE = /^(?:(email|name|phone)|metadata\["([^"]+)"\])([:~])"([^"]*)"$/;
const MAX_CUSTOMERS = 1000;

/** The search language of Stripe for customers: clauses with `:` or `~`, joined by AND. */
export async function searchCustomers(db: Db, query: string) {
  const tests = query.split(/ AND /i).map((clause) => toTest(clause.trim()));
  const { data } = await listObjects(db, 'customer', '/v1/customers/search', { limit: MAX_CUSTOMERS });
  return {
    object: 'search_result' as const,
    url: '/v1/customers/search',
    has_more: false,
    next_page: null,
    data: data.filter((customer) => tests.every((test) => test(customer))),
  };
}

function toTest(clause: string): (customer: Customer) => boolean {
  const [, field, key = '', operator, wanted = ''] = CLAUSE.exec(clause) ?? [];
  if (operator === undefined) throw invalidParameter(`The search query is not valid: ${clause}`, 'query');
  return (customer) => {
    const value = fieldOf(customer, field, key).toLowerCase();
    return operator === '~' ? value.includes(wanted.toLowerCase()) : value === wanted.toLowerCase();
  };
}

function fieldOf({ email, name, phone, metadata }: Customer, field: string | undefined, key: string): string {
  if (field === 'email') return email ?? '';
  if (field === 'name') return name ?? '';
  return (field === 'phone' ? phone : metadata[key]) ?? '';
}
