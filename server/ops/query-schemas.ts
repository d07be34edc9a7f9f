import * as v from 'valibot';
import { TEXT_MAX_LENGTH } from '../../src/contract/constants.ts';
import { requiredText } from '../../src/contract/text.ts';

/** The id of a row in a query. */
export const Id = v.pipe(
  v.string(),
  v.regex(/^\d{1,10}$/, 'Must be an id'),
  v.transform(Number),
  v.maxValue(2 ** 31 - 1, 'Must be an id'),
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
export const Euros = v.pipe(
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

/** A day of a query, in UTC. */
export const Day = v.pipe(
  v.string(),
  v.regex(/^20\d\d-\d\d-\d\d$/, 'Must be a day like 2026-11-01'),
  v.check((value) => !Number.isNaN(Date.parse(value)), 'Must be a day that exists'),
);
