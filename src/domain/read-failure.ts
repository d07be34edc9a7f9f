/**
 * Why a read failed, as it was known at that moment. The cause is stored and not derived when it is shown, because the
 * connection may have changed since.
 * - offline: no server responded
 * - portal: a captive portal responded, because the network needs a sign-in
 * - noResponse: this read got no response in time, although a server is reachable
 * - serverError: the server or a gateway responded with an error that may pass
 * - rejected: the same request would be rejected again
 * - stopped: the user stopped waiting
 */
export type ReadFailure = {
  cause: 'offline' | 'portal' | 'noResponse' | 'serverError' | 'rejected' | 'stopped';
  /** When it failed, in epoch milliseconds. */
  at: number;
  /** How long the server asked the app to wait before the next attempt. */
  retryAfterMs?: number | undefined;
};

/** The outcome of a refresh. `failed`: it could not be checked; `notFound`: the server no longer has the record. */
export type RefreshOutcome =
  | { kind: 'changed' | 'same' | 'notFound' }
  | { kind: 'failed'; failure: ReadFailure };

export type RefreshState = {
  /** Whether a manual check is running. */
  isChecking: boolean;
  outcome: RefreshOutcome | undefined;
  /** When the next manual check is allowed; undefined means now. */
  nextAllowedAt: number | undefined;
  /** Starts a manual check; it does nothing before `nextAllowedAt`. */
  refresh: () => void;
  /** Shows a slow check as failed. Its response is still used if it arrives. */
  stopWaiting: () => void;
  /** Removes the outcome, which is about data that the user has changed since. */
  clearOutcome: () => void;
};

export function toFailedRead(cause: ReadFailure['cause'], retryAfterMs?: number) {
  return { kind: 'failed', failure: { cause, at: Date.now(), retryAfterMs } } as const;
}

export const NO_RESPONSE = 'Our server is not responding.';

const REASONS: Record<Exclude<ReadFailure['cause'], 'offline'>, string> = {
  portal: 'This network needs you to sign in.',
  noResponse: NO_RESPONSE,
  serverError: 'Something went wrong on our side.',
  rejected: 'Something went wrong.',
  stopped: 'You stopped waiting.',
};

/** The reason of a failure before another sentence. The banner already says that the device is offline. */
export function withReason({ cause }: ReadFailure, sentence: string): string {
  return cause === 'offline' ? sentence : `${REASONS[cause]} ${sentence}`;
}

/** Whether the app tries again by itself as soon as this device has a connection. */
export function isConnectionLost({ cause }: ReadFailure): boolean {
  return cause === 'offline' || cause === 'portal';
}

/** @param what what could not be loaded and is not stored, for example "this package" */
export function explainMissing(failure: ReadFailure, what: string): string {
  switch (failure.cause) {
    case 'portal':
      return `This network needs you to sign in, and ${what} is not saved on this device yet. We'll try again as soon as you are connected.`;
    case 'offline':
      return `This device has not saved ${what} yet. We'll try again as soon as you are connected.`;
    case 'noResponse':
    case 'serverError':
      return `${REASONS[failure.cause]} We'll keep trying.`;
    case 'rejected':
    case 'stopped':
      return `${REASONS[failure.cause]} Try again in a moment.`;
  }
}

export const PAYMENT_IS_SAFE = "If you've paid, your payment is safe.";

export function explainUncheckedPayment(failure: ReadFailure): string {
  const isRepeated = failure.cause !== 'rejected' && failure.cause !== 'stopped';
  return withReason(failure, `${PAYMENT_IS_SAFE}${isRepeated ? " We'll check again automatically." : ''}`);
}

/**
 * Whether the server has confirmed the data after the failure, which then says nothing about the data any more. A time
 * in the future comes from a clock that was set back.
 */
export function isOutdated(failure: ReadFailure, updatedAt: number | undefined): boolean {
  return updatedAt !== undefined && updatedAt > failure.at && updatedAt <= Date.now();
}
