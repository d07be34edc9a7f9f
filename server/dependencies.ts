import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Payment, PaymentMethod } from '../src/contract/payment.ts';
import type { Db } from './db/database.ts';

/**
 * The outside of the application, each thing behind one interface: `main.ts` plugs in the real ones, tests
 * plug in their own. Refusals that the customer must see are thrown as `ApiError` (errors.ts).
 */

/** The only source of "now" on the server; tests and the simulator turn it. */
export type Clock = { now(): Date };

export type MailMessage = { to: string; subject: string; text: string };
export type Mailer = {
  /** Hands one mail over. Throws where the mail server refuses or is away. */
  send(message: MailMessage): Promise<void>;
};

/**
 * Work that outlives a request, by kind. A job whose handler throws is tried again later with back-off, unless
 * the error is a `PermanentFailure` (jobs/permanent-failure.ts). A handler may run more than once for one job.
 * Queue with `enqueueJob(db, …)` inside the transaction that the work belongs to.
 */
export type JobHandlers = Record<string, (payload: unknown) => Promise<void>>;

export type CheckoutSessionInput = {
  userId: number;
  requestId: number;
  /** Scheme and host that the customer comes back to after paying, already checked against PUBLIC_URL. */
  origin: string;
};

export type OperatorRefund = {
  paymentId: number;
  /** Everything that is left, unless an amount is named. */
  amountCents: number | undefined;
  key: string;
  actor: string;
};

/** Everything about money. Amounts come from the stored request, in integer cents, never from a client. */
export type Payments = {
  /**
   * Makes a hosted checkout page for a request that waits for payment; at most one is open per request.
   * Refuses with ORDER_REQUEST_NOT_FOUND (404, also for a foreign request), PAYMENT_NOT_DUE (409) and
   * PAYMENT_PROVIDER (502) where the provider does not answer.
   */
  createSession(input: CheckoutSessionInput): Promise<{ sessionUrl: string }>;
  /**
   * Declares every open session of a request dead because its price changed or it is going away. Writes with
   * the given transaction only; the provider is told afterwards by a job. A payment that comes in on a dead
   * session is refunded or flagged.
   */
  expireSessions(db: Db, requestId: number): Promise<void>;
  listMethods(userId: number): Promise<PaymentMethod[]>;
  addMethod(userId: number, paymentMethodId: string): Promise<PaymentMethod>;
  setDefaultMethod(userId: number, id: string): Promise<PaymentMethod>;
  /** Refuses with PAYMENT_METHOD_NOT_REMOVABLE (409) for the default or the only card. */
  removeMethod(userId: number, id: string): Promise<void>;
  listPayments(userId: number): Promise<Payment[]>;
  /** The payment of one delivery request, else the attempt that failed last. */
  findPayment(userId: number, requestId: number): Promise<Payment | undefined>;
  /** Asks the provider about an unpaid request, within two seconds; never throws. */
  refresh(requestId: number): Promise<void>;
  /** Tells the provider about a changed name, later by a job. Writes with the given transaction only. */
  updateCustomer(db: Db, userId: number): Promise<void>;
  /** What operators do about money; each call is refused with an `ApiError`. */
  operator: {
    /** Refunds at most what is left; the same key refunds once. Writes it down, then sends it if it can. */
    refund(input: OperatorRefund): Promise<void>;
    /** Sends the failed refunds of a payment once more. */
    retryRefunds(paymentId: number, actor: string): Promise<void>;
    /** Handles a webhook again that failed before. */
    replayEvent(id: string): Promise<void>;
  };
  /** Logs which rights the provider's key lacks. */
  reportMissingRights(): Promise<void>;
  /** One webhook delivery as it came over the wire; throws `ApiError` 400 where the signature is not valid. */
  handleWebhook(rawBody: string, signature: string | undefined): Promise<void>;
  /** Settles what no webhook told us; called on a timer, at most every 60 s. */
  reconcile(): Promise<void>;
  jobs: JobHandlers;
};

export type ResolvedPlace = {
  latitude: number;
  longitude: number;
  city?: string;
  postalCode?: string;
  country?: string;
};

export type Places = {
  /** Where a typed text is, best guess from what this server knows itself; never throws. */
  lookup(text: string): Promise<ResolvedPlace | undefined>;
  /** Where the towns are that a typed text names for certain, all that have the name; never throws. */
  towns(text: string): Promise<{ latitude: number; longitude: number }[]>;
  /** `/search` and `/reverse`, mounted below `/geocode`. */
  routes: Hono;
};

/** Stand-ins for what an installation without keys lacks. */
export type Sandbox = {
  /** Mounted below `/sandbox`. */
  routes: Hono;
  /** What the page needs to take cards there; undefined where a real payment key is set. */
  cards: { publishableKey: string; scriptUrl: string } | undefined;
};

/** What an application is made of. */
export type ServerDependencies = {
  db: Db;
  clock: Clock;
  log: Logger;
  mail: Mailer;
  payments: Payments;
  places: Places;
};
