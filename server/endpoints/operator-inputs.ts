import * as v from 'valibot';
import { TEXT_MAX_LENGTH } from '../../src/contract/constants.ts';
import { requiredText } from '../../src/contract/text.ts';
import { Day, Format, Id, Page, UNKNOWN_PARAMETER } from '../queries/operator-filters.ts';

/** The query parameters and the bodies of the operator API. */

export const JobsQuery = v.object(Page);
export const AuditQuery = v.object({ before: v.optional(Id) });
export const ReportQuery = v.strictObject({ from: Day, to: Day, format: Format }, UNKNOWN_PARAMETER);

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
