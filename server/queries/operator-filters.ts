import * as v from 'valibot';
import { PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import { requiredText } from '../../src/contract/text.ts';
import { flag } from '../config/variables.ts';
import { REFUND_STATES } from '../db/payment-schema.ts';
import { PageSize } from './pagination.ts';

const wholeNumber = (max: number, message: string) =>
  v.pipe(
    v.string(),
    v.digits(message),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.maxValue(max, message),
  );
export const Id = wholeNumber(2 ** 31 - 1, 'Must be an id');
/** A day of a query or an event. */
export const Day = v.pipe(
  v.string(),
  v.regex(/^20\d\d-\d\d-\d\d$/, 'Must be a day like 2026-11-01'),
  // Node.js reads February 30 as March 2.
  v.check((value) => String(new Date(value).toJSON()).startsWith(value), 'Must be a day that exists'),
);
const Flag = flag('Must be 0 or 1');
const Search = requiredText(100, 'Must not be empty');
export const Format = v.optional(v.picklist(['json', 'csv'], 'Must be json or csv'), 'json');
export const UNKNOWN_PARAMETER = 'There is no such parameter';

export const Page = { limit: v.optional(PageSize), after: v.optional(Id) };
const SortedPage = {
  ...Page,
  order: v.optional(v.picklist(['oldest', 'newest'], 'Must be oldest or newest')),
};

/** The operators' search for requests; all given filters apply together. */
export const RequestsQuery = v.strictObject(
  {
    ...SortedPage,
    status: v.optional(wholeNumber(REQUEST_STATUS.closed, 'Must be a request status')),
    /** The beginning of a reference number. */
    reference: v.optional(Search),
    /** A part of the pick-up or the drop-off place. */
    place: v.optional(Search),
    /** A part of the customer's name, email address or telephone number. */
    customer: v.optional(Search),
    /** The day on which the request was created, UTC. */
    created: v.optional(Day),
    deliveryDate: v.optional(Day),
    /** Only customers' requests with an unclear place. */
    unclear: v.optional(Flag),
  },
  UNKNOWN_PARAMETER,
);

/** The operators' search for payments. */
export const PaymentsQuery = v.strictObject(
  {
    ...SortedPage,
    status: v.optional(wholeNumber(PAYMENT_STATUS.canceled, 'Must be a payment status')),
    refund: v.optional(v.picklist(REFUND_STATES, 'Must be the state of a refund')),
    /** Refunds that have not arrived yet: due, pending, failed or rejected. */
    owed: v.optional(Flag),
    disputed: v.optional(Flag),
    /** The id of a delivery request. */
    request: v.optional(Id),
    guestRequest: v.optional(Id),
    customer: v.optional(Search),
    /** The day on which the payment was started, in the operator's time zone. */
    created: v.optional(Day),
    format: Format,
  },
  UNKNOWN_PARAMETER,
);
