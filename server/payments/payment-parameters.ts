import { PRICE_MAX_CENTS } from '../../src/contract/constants.ts';
import { formatCents } from '../../src/contract/money.ts';
import { type Business, minimumOf } from '../config/business.ts';
import { invalidFieldError } from '../http/api-error.ts';
import type { DeliveryRequestRow } from '../queries/delivery-requests.ts';
import { type PaymentSubject, requestOf } from '../queries/payments.ts';

/** The provider accepts at most 250 characters for the name of a product. */
const MAX_PLACE_LENGTH = 100;

/** What every object of a payment at the provider says about the request that it is for. */
export function paymentMetadata(subject: PaymentSubject): Record<string, string> {
  const [column, id] = requestOf(subject);
  return { [column]: String(id) };
}

/** Describes the purpose of a payment, such as `Delivery from 12 Leinster Road to 3 Abbey Street`. */
export function paymentDescription({ pickUp, dropOff }: Pick<DeliveryRequestRow, 'pickUp' | 'dropOff'>) {
  return `Delivery from ${truncate(pickUp.name)} to ${truncate(dropOff.name)}`;
}

/** What the customer's bank statement shows after the name of the account at the provider. (PAY-95) */
export function statementParameters({ statementDescriptor }: Business) {
  return statementDescriptor === undefined ? {} : { statement_descriptor_suffix: statementDescriptor };
}

/** The text is cut between characters, never inside one. */
function truncate(text: string | null | undefined): string {
  const characters = Array.from(text ?? '');
  return characters.length > MAX_PLACE_LENGTH
    ? `${characters.slice(0, MAX_PLACE_LENGTH - 1).join('')}…`
    : characters.join('');
}

/**
 * Checks an amount before anyone is asked to pay it. (PAY-94)
 * @throws ApiError 400 with a sentence for operators if the provider would not collect it
 */
export function requirePayable(cents: number, currency: string): void {
  const minimum = minimumOf(currency);
  if (cents >= minimum && cents <= PRICE_MAX_CENTS) return;
  const [least, most] = [minimum, PRICE_MAX_CENTS].map((amount) => formatCents(amount, currency));
  throw invalidFieldError('amount', `The payment provider collects at least ${least} and at most ${most}`);
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns the origin that a customer returns to from the checkout page: the page's own origin if it is a loopback name,
 * else PUBLIC_URL. A forged header can therefore never choose the host.
 * @param origin the `Origin` header, which every browser sends with a POST
 */
export function returnOrigin(origin: string | undefined, publicUrl: string): string {
  if (origin === undefined || !URL.canParse(origin)) return publicUrl;
  const url = new URL(origin);
  return url.protocol === 'http:' && LOOPBACK.has(url.hostname) ? url.origin : publicUrl;
}
