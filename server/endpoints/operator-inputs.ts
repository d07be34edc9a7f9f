import * as v from 'valibot';
import { TEXT_MAX_LENGTH } from '../../src/contract/constants.ts';
import { PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import { requiredText } from '../../src/contract/text.ts';
import { REFUND_STATES } from '../db/payment-schema.ts';
import { PageSize } from '../http/pagination.ts';

/** The query parameters and the bodies of the operator API. */

const wholeNumber = (max: number, message: string) =>
  v.pipe(
    v.string(),
    v.digits(message),
    v.transform(Number),
    v.number(),
    v.integer(),
    v.maxValue(max, message),
  );
const Id = wholeNumber(2 ** 31 - 1, 'Must be an id');
/** A day of a query, in UTC. */
const Day = v.pipe(
  v.string(),
  v.regex(/^20\d\d-\d\d-\d\d$/, 'Must be a day like 2026-11-01'),
  v.check((value) => !Number.isNaN(Date.parse(value)), 'Must be a day that exists'),
);
const Flag = v.pipe(
  v.picklist(['0', '1'], 'Must be 0 or 1'),
  v.transform((value) => value === '1'),
);
const Search = requiredText(100, 'Must not be empty');
const Format = v.optional(v.picklist(['json', 'csv'], 'Must be json or csv'), 'json');
const UNKNOWN_PARAMETER = 'There is no such parameter';

const Page = { limit: v.optional(PageSize), after: v.optional(Id) };
const SortedPage = {
  ...Page,
  order: v.optional(v.picklist(['oldest', 'newest'], 'Must be oldest or newest')),
};

export const JobsQuery = v.object(Page);
export const AuditQuery = v.object({ before: v.optional(Id) });
export const ReportQuery = v.strictObject({ from: Day, to: Day, format: Format }, UNKNOWN_PARAMETER);

export const RequestsQuery = v.strictObject(
  {
    ...SortedPage,
    status: v.optional(wholeNumber(REQUEST_STATUS.closed, 'Must be a request status')),
    reference: v.optional(Search),
    place: v.optional(Search),
    customer: v.optional(Search),
    created: v.optional(Day),
    deliveryDate: v.optional(Day),
    unclear: v.optional(
      v.pipe(
        v.literal('1', 'Must be 1'),
        v.transform(() => true),
      ),
    ),
  },
  UNKNOWN_PARAMETER,
);

export const PaymentsQuery = v.strictObject(
  {
    ...SortedPage,
    status: v.optional(wholeNumber(PAYMENT_STATUS.canceled, 'Must be a payment status')),
    refund: v.optional(v.picklist(REFUND_STATES, 'Must be the state of a refund')),
    owed: v.optional(Flag),
    disputed: v.optional(Flag),
    request: v.optional(Id),
    guestRequest: v.optional(Id),
    customer: v.optional(Search),
    created: v.optional(Day),
    format: Format,
  },
  UNKNOWN_PARAMETER,
);

export const AcceptInput = v.strictObject(
  { ignorePayment: v.optional(v.boolean(), false) },
  'There is no such option',
);

const degrees = (limit: number) => v.pipe(v.number(), v.minValue(-limit), v.maxValue(limit));
const ConfirmedPlace = v.strictObject(
  {
    latitude: degrees(90),
    longitude: degrees(180),
    city: v.optional(requiredText(TEXT_MAX_LENGTH, 'Must not be empty')),
  },
  'There is no such field',
);

/** The coordinates of places that an operator has confirmed, and the town that tracking may name. */
export const ConfirmPlacesInput = v.pipe(
  v.strictObject(
    { pickUp: v.optional(ConfirmedPlace), dropOff: v.optional(ConfirmedPlace) },
    'There is no such place',
  ),
  v.check(({ pickUp, dropOff }) => pickUp !== undefined || dropOff !== undefined, 'Must contain a place'),
);

/** Euros with at most two decimals, as in the contract. */
const Euros = v.pipe(
  v.number('Must be an amount'),
  v.gtValue(0, 'Must be more than 0'),
  v.maxValue(1_000_000, 'Must be less'),
  v.check(
    (euros) => Math.abs(euros * 100 - Math.round(euros * 100)) < 1e-6,
    'Must have at most two decimals',
  ),
);

/** The price of a guest's request, and whether it is paid without the payment page. */
export const AcceptGuestInput = v.strictObject(
  { amount: v.optional(Euros), isPaidOtherwise: v.optional(v.boolean(), false) },
  'There is no such option',
);

export const RefundInput = v.strictObject({ amount: v.optional(Euros) }, 'There is no such field');

/** Which refund was made otherwise, and how. */
export const SettleInput = v.strictObject(
  { refund: v.pipe(v.number(), v.integer()), note: requiredText(500, 'A note is required') },
  'There is no such field',
);
