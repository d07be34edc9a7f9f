import type { Db } from '../../db/database.ts';
import type { PaymentError } from './test-cards.ts';

/** The database, or a transaction of it, and the time of the call. */
export type Context = { db: Db; now: Date };
/** What reading needs. */
export type Reader = Pick<Context, 'db'>;

export function inTransaction<T>({ db, now }: Context, work: (tx: Context) => Promise<T>): Promise<T> {
  return db.transaction((tx) => work({ db: tx, now }));
}

export function toUnixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}

type ErrorBody = { type: string; message: string; code?: string; param?: string };

/** An error in the format that the SDK expects: `{ error: { type, code, message, param } }`. */
export class SandboxError extends Error {
  readonly status: 400 | 401 | 402 | 404;
  readonly body: { error: object };

  constructor(status: SandboxError['status'], error: ErrorBody) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

export function resourceMissing(name: string, id: string): SandboxError {
  const message = `No such ${name}: '${id}'`;
  const type = 'invalid_request_error';
  return new SandboxError(404, { type, code: 'resource_missing', message, param: 'id' });
}

export function invalidParameter(message: string, param: string, code = 'parameter_invalid'): SandboxError {
  return new SandboxError(400, { type: 'invalid_request_error', code, message, param });
}

export function missingParameter(param: string): SandboxError {
  return invalidParameter(`Missing required param: ${param}.`, param, 'parameter_missing');
}

/** As at Stripe, the error contains the intent that the card was for. */
export function cardDeclined(error: PaymentError, intent: object = {}): SandboxError {
  return new SandboxError(402, { ...error, ...intent });
}
