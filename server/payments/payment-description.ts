import type { Business } from '../config/business.ts';
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
