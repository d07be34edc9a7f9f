import type { Hono } from 'hono';
import type { Logger } from 'pino';
import type { PlaceMatch } from '../src/contract/place.ts';
import type { Db } from './db/database.ts';

/**
 * The external services of the application, each behind an interface: `main.ts` passes the real implementations, and
 * tests pass fakes. Errors that the customer must see are thrown as `ApiError` (http/api-error.ts).
 */

/** The only source of the current time on the server; tests and the simulator can change it. */
export type Clock = { now(): Date };

/** What most of the server needs. */
export type CoreDependencies = { db: Db; clock: Clock; log: Logger };

export type EmailMessage = {
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** The same each time the email is sent, without angle brackets. If it is missing, the mailer generates one. */
  messageId?: string;
  headers?: Record<string, string>;
};
export type Mailer = {
  /** Sends one email. It throws if the mail server rejects it or is unavailable. */
  send(message: EmailMessage): Promise<void>;
};

/**
 * Handlers of background jobs, by kind. A job whose handler throws is retried with back-off, unless the error is a
 * `PermanentFailure` (jobs/repeat.ts). A handler may run more than once for one job, and gets the same id each time.
 * Queue with `enqueueJob(db, …)` inside the transaction that the work belongs to.
 */
export type JobHandlers = Record<string, (payload: unknown, id: string) => Promise<void>>;

export type Places = {
  /** The place that a text certainly names, or its candidates, from this server's own gazetteer; never throws. */
  match(text: string): Promise<PlaceMatch>;
  /** `/search` and `/reverse`, mounted below `/geocode`. */
  routes: Hono;
};
