import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { Payment, PaymentMethod, SavedCardPayment, SetupIntent } from '../src/contract/payment.ts';
import type { PlaceMatch } from '../src/contract/place.ts';
import type { Db } from './db/database.ts';
import type { PaymentPageRequest, Position } from './queries/page-request.ts';

/**
 * The external services of the application, each behind an interface: `main.ts` passes the real implementations, and
 * tests pass fakes. Errors that the customer must see are thrown as `ApiError` (http/api-error.ts).
 */

/** The only source of the current time on the server; tests and the simulator can change it. */
export type Clock = { now(): Date };

export type MailMessage = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** With angle brackets. If it is missing, the mailer generates one. */
  messageId?: string;
  headers?: Record<string, string>;
};
export type Mailer = {
  /** Sends one mail. It throws if the mail server rejects it or is unavailable. */
  send(message: MailMessage): Promise<void>;
};

/**
 * Handlers of background jobs, by kind. A job whose handler throws is retried with back-off, unless the error is a
 * `PermanentFailure` (jobs/permanent-failure.ts). A handler may run more than once for one job.
 * Queue with `enqueueJob(db, …)` inside the transaction that the work belongs to.
 */
export type JobHandlers = Record<string, (payload: unknown) => Promise<void>>;

export type CheckoutSessionInput = {
  userId: number;
  requestId: number;
  /** Scheme and host that the customer comes back to after paying, already checked against PUBLIC_URL. */
  origin: string;
};

export type SavedCardInput = CheckoutSessionInput & {
  paymentMethodId: string;
  /** The amount that the customer saw. Any other amount is refused. */
  amountCents: number;
  currency: string;
};

export type GuestSessionInput = { guestRequestId: number; origin: string };

export type OperatorRefund = {
  paymentId: number;
  /** Everything that has not been refunded yet, unless an amount is given. */
  amountCents: number | undefined;
  key: string;
  /** Who asks for it, and from which address, for the audit log. */
  operator: { actor: string; source: string };
};

export type SettledRefund = Pick<OperatorRefund, 'paymentId' | 'operator'> & {
  refundId: number;
  note: string;
};

/** Payments and cards. Amounts come from the stored request, in integer cents, and never from a client. */
export type Payments = {
  /**
   * Creates a hosted checkout page for a request that waits for payment; at most one is open per request.
   * @throws ApiError ORDER_REQUEST_NOT_FOUND (404, also for another account's request), PAYMENT_NOT_DUE (409),
   * PLACE_NOT_CONFIRMED (409), and PAYMENT_PROVIDER (502) if the provider does not respond
   */
  createSession(input: CheckoutSessionInput): Promise<{ sessionUrl: string }>;
  /**
   * Expires every open session of a request because its price changed or it is being deleted. It writes only with the
   * given transaction; a job expires the sessions at the provider afterwards. A payment on an expired session is
   * refunded or flagged.
   */
  expireSessions(db: Db, requestId: number): Promise<void>;
  /**
   * Deletes the account's customer, with the saved cards, at the payment provider. Writes with the given transaction
   * only; a job tells the provider after the open sessions are closed.
   */
  deleteCustomer(db: Db, userId: number): Promise<void>;
  listMethods(userId: number): Promise<PaymentMethod[]>;
  /**
   * Charges a saved card for a request that waits for payment, at most once.
   * @throws ApiError as `createSession`; PAYMENT_NOT_FOUND (404) for an unknown card; PAYMENT_AMOUNT_CHANGED (409)
   */
  chargeSavedCard(input: SavedCardInput): Promise<SavedCardPayment>;
  /** Starts saving a card; the browser confirms the intent. */
  createSetupIntent(userId: number): Promise<SetupIntent>;
  addMethod(userId: number, paymentMethodId: string): Promise<PaymentMethod>;
  setDefaultMethod(userId: number, id: string): Promise<PaymentMethod>;
  /** @throws ApiError PAYMENT_METHOD_NOT_REMOVABLE (409) for the default or the only card */
  removeMethod(userId: number, id: string): Promise<void>;
  /** One page of the payments of a customer, newest first, and its last row if more follow. */
  listPaymentPage(
    userId: number,
    request: PaymentPageRequest,
  ): Promise<{ page: Payment[]; last: Position | undefined }>;
  /** The payment of one delivery request, else the attempt that failed last. */
  findPayment(userId: number, requestId: number): Promise<Payment | undefined>;
  /** Reads the payment of an unpaid request from the provider, within two seconds; never throws. */
  refresh(requestId: number): Promise<void>;
  /** The same for the requests of guests, whom operators ask to pay. */
  guests: {
    createSession(input: GuestSessionInput): Promise<{ sessionUrl: string }>;
    expireSessions(db: Db, guestRequestId: number): Promise<void>;
    refresh(guestRequestId: number): Promise<void>;
  };
  /** Queues a job that sends a changed name to the provider. Writes with the given transaction only. */
  updateCustomer(db: Db, userId: number): Promise<void>;
  /** The payment actions of operators. Each throws an `ApiError` if it is not allowed. */
  operator: {
    /**
     * Refunds at most the amount that has not been refunded yet; the same key refunds once. It stores the refund first
     * and then sends it, if possible.
     */
    refund(input: OperatorRefund): Promise<void>;
    /** Sends the failed refunds of a payment once more. */
    retryRefunds(paymentId: number, operator: OperatorRefund['operator']): Promise<void>;
    /** Records that a refund which failed or was rejected was made otherwise. */
    settleRefund(input: SettledRefund): Promise<void>;
    /** Handles a webhook again that failed before. */
    replayEvent(id: string): Promise<void>;
  };
  /** Logs which rights the provider's key lacks. */
  reportMissingRights(): Promise<void>;
  /**
   * Handles the raw body of one webhook.
   * @throws ApiError 400 if the signature is not valid
   */
  handleWebhook(rawBody: string, signature: string | undefined): Promise<void>;
  /** Reconciles payments whose webhook did not arrive; called on a timer, at most every 60 s. */
  reconcile(): Promise<void>;
  jobs: JobHandlers;
};

export type Places = {
  /** The place that a text certainly names, or its candidates, from this server's own gazetteer; never throws. */
  match(text: string): Promise<PlaceMatch>;
  /** `/search` and `/reverse`, mounted below `/geocode`. */
  routes: Hono;
};

/** Simulated services for an installation without API keys. */
export type Sandbox = {
  /** Mounted below `/sandbox`. */
  routes: Hono;
  /** What the page needs to collect cards there; undefined if a real payment key is set. */
  cards: { publishableKey: string; scriptUrl: string } | undefined;
};

/** The dependencies of the application. */
export type ServerDependencies = {
  db: Db;
  clock: Clock;
  log: Logger;
  mail: Mailer;
  payments: Payments;
  places: Places;
};
