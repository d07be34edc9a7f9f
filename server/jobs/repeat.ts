import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../db/database-errors.ts';

/** Repeats work with a pause between, never twice at once; a failure is logged and does not end it. */
export function every(
  pauseMs: number,
  name: string,
  log: Logger,
  work: () => Promise<unknown>,
  firstPauseMs = pauseMs,
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const schedule = (afterMs: number) => {
    if (!isStopped) timer = setTimeout(run, afterMs);
  };
  const run = () => {
    running = work()
      .then(() => {})
      .catch((error) => log[failureLevel(error)]({ err: error, name }, 'background work failed'))
      .finally(() => schedule(pauseMs));
  };
  schedule(firstPauseMs);
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}

/**
 * An unavailable database, which includes one that is too busy for another connection, is no defect of the work: the
 * next run does what this one could not do, and requests that fail meanwhile are logged as errors.
 */
export function failureLevel(error: unknown): 'warn' | 'error' {
  return isDatabaseUnavailable(error) ? 'warn' : 'error';
}

/**
 * What a job's handler throws where trying again cannot help, for example for an address that does not exist. The reason
 * is stored with the job and shown to operators: it must not contain personal data.
 */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure';
}

/** What a job's handler throws if another server has refused for now, with a reason for operators as above. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater';
  readonly delayMs: number | undefined;

  /** @param delayMs when to try again, if the other server has said so */
  constructor(reason: string, delayMs?: number) {
    super(reason);
    this.delayMs = delayMs;
  }
}
