import { BOOKKEEPING_YEARS } from '../../src/contract/constants.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';

/** The limits that protect the server and its users. Times are in milliseconds. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How many passwords of strangers, and how many of known devices, may wait to be hashed. */
export const HASH_QUEUE = 50;
/** A request that needs a hash is rejected after this wait, so that its client can tell the user and try again. */
export const HASH_MAX_WAIT_MS = 8000;

export const TOKEN_LIFETIME_MS = 30 * DAY;
/** A session ends after this time, even if its token has been renewed. */
export const SESSION_LIFE_MS = 90 * DAY;
/** How long a token stays valid after its successor was first used. */
export const TOKEN_OVERLAP_MS = MINUTE;
/** The precision of the stored time of the last use. It avoids a write for every request. */
export const SESSION_USE_MS = 5 * MINUTE;

export const CODE_LIFETIME_MS = 10 * MINUTE;
export const MAX_CODE_ATTEMPTS = 5;
/** Eight digits without a leading zero, because the page sends a number: 90,000,000 codes. */
export const RESET_CODES = { from: 10_000_000, to: 100_000_000 };

/** At most `count` within any `windowMs`. */
export type Limit = { name: string; count: number; windowMs: number };

/** Failed logins of one account from one client, or from one device that has logged in before. */
export const LOGIN_LIMIT: Limit = { name: 'login', count: 10, windowMs: 15 * MINUTE };
/** The first failed logins of each client at one account count here, for all devices that have never logged in to it. */
export const LOGIN_NEWCOMERS_LIMIT: Limit = { name: 'login-newcomers', count: 60, windowMs: 15 * MINUTE };
export const LOGIN_FIRST_GUESSES = 2;
/** All further failed logins of these devices at one account. */
export const LOGIN_STRANGERS_LIMIT: Limit = { name: 'login-strangers', count: 40, windowMs: 15 * MINUTE };
/** Logins of one client, or of one device that has logged in to the account before, whether they succeed or not. */
export const LOGIN_RATE_LIMIT: Limit = { name: 'login-client', count: 60, windowMs: 15 * MINUTE };
/** Codes that one device asks for which has logged in to the account before. */
export const OWN_CODE_LIMITS: readonly Limit[] = [
  { name: 'code-mail', count: 3, windowMs: HOUR },
  { name: 'code-mail-day', count: 4, windowMs: DAY },
];
/** Codes for one account that all other devices ask for together. */
export const CODE_LIMITS: readonly Limit[] = [
  { name: 'code-mail-strangers', count: 3, windowMs: HOUR },
  { name: 'code-mail-strangers-day', count: 5, windowMs: DAY },
];
/**
 * Codes tried for one account by all devices together. Each try is compared with one of 90,000,000 codes, so the chance
 * that anyone guesses one within a day is at most 90 / 90,000,000 = 10⁻⁶. Strangers have a third of these tries, so
 * that they leave the customer's own devices enough. (SEC-03)
 */
export const GUESS_LIMIT: Limit = { name: 'guess', count: 90, windowMs: DAY };
/** By one device that has logged in to the account before. */
export const OWN_GUESS_LIMIT: Limit = { name: 'guess-device', count: 20, windowMs: DAY };
/** By all other devices together, and by one client among them. */
export const STRANGERS_GUESS_LIMIT: Limit = { name: 'guess-strangers', count: 30, windowMs: DAY };
export const CLIENT_GUESS_LIMIT: Limit = { name: 'guess-client', count: 15, windowMs: DAY };
/** Valid requests of all guests together, which the operators have to read. (SEC-19) */
export const GUEST_REQUESTS_LIMIT: Limit = { name: 'guest-all', count: 500, windowMs: 10 * MINUTE };
/**
 * References that do not exist, tried by one client and by all together. Of 24^10 references, a million in use make the
 * chance that anyone finds one within a day less than 3 in 10,000, and it reveals only a status. (TRK-18)
 */
export const CLIENT_REFERENCE_LIMIT: Limit = { name: 'reference-guess', count: 20, windowMs: HOUR };
export const REFERENCE_LIMIT: Limit = { name: 'reference-guess-all', count: 600, windowMs: HOUR };
/** Places searched or named for one client: the typing of a few users, not a copy of the gazetteer. */
export const GEOCODE_LIMIT: Limit = { name: 'geocode', count: 240, windowMs: MINUTE };
/** Wrong operator tokens of one client. */
export const OPERATOR_LIMIT: Limit = { name: 'operator', count: 10, windowMs: 15 * MINUTE };
/** Reports of one client about the content policy. */
export const REPORT_LIMIT: Limit = { name: 'report', count: 30, windowMs: MINUTE };

/** Why an email is sent. */
export const EMAIL_KINDS = [
  /** A code that a device asked for which has logged in before. */
  'ownCode',
  /** A code that another device asked for. */
  'code',
  /** The password was changed or reset, or the account deleted. */
  'accountChange',
  'newDevice',
  /** The confirmation of an address, and codes for an address that is not confirmed. */
  'confirmation',
  'delivery',
  'guest',
] as const;
export type EmailKind = (typeof EMAIL_KINDS)[number];

type EmailLimits = Record<EmailKind, { max: number; reserved: number }> & { total: number };

/**
 * How many emails one address gets from all causes together. Each kind has a maximum of its own, and some have a share
 * of the total that is reserved for them. What a stranger can cause (codes, confirmations, guests' requests that an
 * operator accepts) therefore never takes the last place of an email that only the customer can cause, and never
 * suppresses the report that the password was changed. It can only delay emails about deliveries. (SEC-15)
 */
export const EMAIL_WINDOWS: readonly { windowMs: number; limits: EmailLimits }[] = [
  {
    windowMs: HOUR,
    limits: {
      total: 5,
      ownCode: { max: 5, reserved: 1 },
      code: { max: 3, reserved: 1 },
      accountChange: { max: 5, reserved: 1 },
      newDevice: { max: 2, reserved: 0 },
      confirmation: { max: 3, reserved: 0 },
      delivery: { max: 5, reserved: 0 },
      guest: { max: 3, reserved: 0 },
    },
  },
  {
    windowMs: DAY,
    limits: {
      total: 20,
      // A stolen device can ask for four.
      ownCode: { max: 12, reserved: 6 },
      code: { max: 5, reserved: 2 },
      accountChange: { max: 20, reserved: 2 },
      newDevice: { max: 4, reserved: 0 },
      confirmation: { max: 3, reserved: 0 },
      delivery: { max: 20, reserved: 0 },
      guest: { max: 6, reserved: 0 },
    },
  },
];
/** These are sent later if they exceed the limits. The others would be of no use then and are dropped. */
export const DELAYED_EMAILS: readonly EmailKind[] = ['accountChange', 'delivery', 'guest'];

type CallLimits = { client?: Limit; account?: Limit; session?: Limit };
const perClient = (name: string, count: number, windowMs: number) => ({
  client: { name: `${name}-client`, count, windowMs },
});
const perAccount = (name: string, count: number, windowMs: number) => ({
  account: { name: `${name}-account`, count, windowMs },
});

/** Calls that ask for the password: a stolen session must not use up the calls of the owner's own. */
const perSession = (name: string) => ({
  client: { name: `${name}-client`, count: 60, windowMs: 15 * MINUTE },
  session: { name: `${name}-session`, count: 20, windowMs: 15 * MINUTE },
});

/**
 * How often one client, one account and one session may make a call, whether it succeeds or not. Many users can share
 * one client address (an office, a mobile network), so a client may do more than an account.
 */
const CALL_LIMITS: Partial<Record<EndpointName, CallLimits>> = {
  registerUser: perClient('registration', 60, HOUR),
  sendEmailCode: perClient('code', 30, HOUR),
  recoverPassword: perClient('recovery', 60, HOUR),
  // The registration has sent the first of the three confirmations that an address gets within a day.
  sendConfirmation: perAccount('confirmation', 2, DAY),
  changePassword: perSession('password'),
  endSessionById: perClient('log-out', 120, 10 * MINUTE),
  listSessions: perAccount('sessions', 240, 10 * MINUTE),
  endSession: perSession('session-end'),
  endOtherSessions: perSession('session-end'),
  exportAccount: { ...perClient('export', 60, HOUR), ...perAccount('export', 10, HOUR) },
  deleteAccount: perSession('delete'),
  estimatePrice: perClient('estimate', 120, MINUTE),
  submitGuestRequest: perClient('guest', 30, 10 * MINUTE),
  getGuestRequest: perClient('guest-state', 60, MINUTE),
  getGuestPayment: perClient('guest-payment', 60, MINUTE),
  createGuestPaymentSession: perClient('guest-pay', 30, 10 * MINUTE),
  subscribeToDeliveries: { ...perClient('push', 120, 10 * MINUTE), ...perAccount('push', 60, 10 * MINUTE) },
  subscribeToParcel: perClient('push', 120, 10 * MINUTE),
  unsubscribePush: perClient('push-end', 120, 10 * MINUTE),
  trackOrder: perClient('tracking', 60, MINUTE),
  getReferenceStatus: perClient('reference', 60, MINUTE),
  listDeliveryRequests: perAccount('list', 240, MINUTE),
  listPayments: perAccount('list', 240, MINUTE),
  listAddresses: perAccount('list', 240, MINUTE),
  createDeliveryRequest: {
    ...perClient('create', 300, 10 * MINUTE),
    ...perAccount('create', 60, 10 * MINUTE),
  },
  editDeliveryRequest: { ...perClient('edit', 300, 10 * MINUTE), ...perAccount('edit', 120, 10 * MINUTE) },
  // The provider is read for a delivery that is to be paid, and gets a changed name.
  getDeliveryRequest: perAccount('delivery', 600, 10 * MINUTE),
  editUser: perAccount('profile', 60, HOUR),
  createPaymentSession: { ...perClient('pay', 120, 10 * MINUTE), ...perAccount('pay', 30, 10 * MINUTE) },
  chargeSavedCard: { ...perClient('pay', 120, 10 * MINUTE), ...perAccount('pay', 30, 10 * MINUTE) },
  getDeliveryPayment: perAccount('payment-read', 240, 10 * MINUTE),
  listPaymentMethods: perAccount('cards', 240, 10 * MINUTE),
  setDefaultPaymentMethod: perAccount('card-change', 120, HOUR),
  removePaymentMethod: perAccount('card-change', 120, HOUR),
  createSetupIntent: { ...perClient('card-setup', 60, HOUR), ...perAccount('card-setup', 20, HOUR) },
  addPaymentMethod: { ...perClient('card', 30, HOUR), ...perAccount('card', 10, HOUR) },
  createAddress: { ...perClient('address', 200, HOUR), ...perAccount('address', 60, HOUR) },
  editAddress: { ...perClient('address-edit', 200, HOUR), ...perAccount('address-edit', 120, HOUR) },
};
const LIMITS_BY_NAME = new Map(Object.entries(CALL_LIMITS));

/** The limits of any call; calls of operators have none. */
export function limitsOfCall(name: string): CallLimits | undefined {
  return LIMITS_BY_NAME.get(name);
}

export const ADDRESSES_PER_USER_MAX = 500;
/** A login over this number ends the session that was not used for longest. (SEC-79) */
export const SESSIONS_PER_USER_MAX = 500;

/** A device that has not logged in for this long counts as unknown again. */
export const DEVICE_LIFE_MS = 400 * DAY;

/** Devices of guests that are notified about one order. */
export const PUSH_PER_ORDER_MAX = 20;
/** Notifications about one order that one client turns on. (SEC-78) */
export const PUSH_CLIENT_LIMIT: Limit = { name: 'push-order', count: 10, windowMs: DAY };
/** What all devices of one customer are notified about. */
export const PUSH_PER_USER_MAX = 50;
/** After this long a device must ask for notifications again. The privacy page states both times. */
export const PUSH_LIFE_MS = 180 * DAY;
/** After this long notifications about a single delivery that has ended are deleted. */
export const PUSH_ENDED_LIFE_MS = 7 * DAY;

export const CLEANUP_INTERVAL_MS = HOUR;
/** After this long the personal data of a guest's request is deleted. The privacy page states it. */
export const GUEST_REQUEST_LIFE_MS = 180 * DAY;
/** How long payments stay in the books; leap days are counted generously. */
export const BOOKKEEPING_MS = BOOKKEEPING_YEARS * 366 * DAY;
/** After this long a failed job is deleted, because its payload may contain personal data. */
export const FAILED_JOB_LIFE_MS = 90 * DAY;
export const AUDIT_LIFE_MS = 400 * DAY;
export const MAILBOX_RETENTION_MS = 7 * DAY;
export const POLICY_VIOLATION_LIFE_MS = 90 * DAY;
/** Events of the payment provider that are about no payment of ours. */
export const FOREIGN_EVENT_LIFE_MS = 7 * DAY;
/** How long assets stay in the database after a process of their version was started last. */
export const ASSET_LIFE_DAYS = 60;

/** How long creating a delivery waits for its checkout page. The session may still arrive later and is used then. */
export const CHECKOUT_WAIT_MS = 6000;
