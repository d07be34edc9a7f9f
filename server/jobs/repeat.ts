import type { Logger } from 'pino';
import { isDatabaseUnavailable } from '../db/database-errors.ts';

type Pauses = {
  firstPauseMs?: number;
  /** Up to this, the pause doubles each time that the work returns false, because there was nothing to do. */
  maxPauseMs?: () => number;
};

/** Repeats work with a pause between, never twice at once; a failure is logged and does not end it. */
export function every(
  pauseMs: number,
  name: string,
  log: Logger,
  work: () => Promise<unknown>,
  { firstPauseMs = pauseMs, maxPauseMs = () => pauseMs }: Pauses = {},
): { runNow(): void; stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let isRunning = false;
  let mustRepeat = false;
  let nextPauseMs = pauseMs;
  let running: Promise<void> = Promise.resolve();
  const schedule = (afterMs: number) => {
    if (!isStopped) timer = setTimeout(run, afterMs);
  };
  const run = () => {
    isRunning = true;
    mustRepeat = false;
    running = work()
      .then((hasWorked) => {
        nextPauseMs = hasWorked === false ? Math.min(2 * nextPauseMs, maxPauseMs()) : pauseMs;
      })
      .catch((error) => log[failureLevel(error)]({ err: error, name }, 'background work failed'))
      .finally(() => {
        isRunning = false;
        schedule(mustRepeat ? 0 : nextPauseMs);
      });
  };
  schedule(firstPauseMs);
  return {
    /** Ends the pause, or repeats the work at once if it is running. */
    runNow() {
      mustRepeat = true;
      if (isRunning) return;
      clearTimeout(timer);
      schedule(0);
    },
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

/** Refusals that may pass: time limits, too early, too many requests. */
const TEMPORARY = new Set([408, 425, 429]);

/** What a job's handler throws for a response that is no success. */
export function failureOfStatus(server: string, status: number, delayMs?: number): Error {
  const reason = `The ${server} returned ${status}.`;
  const isFinal = status >= 400 && status < 500 && !TEMPORARY.has(status);
  return isFinal ? new PermanentFailure(reason) : new RetryLater(reason, delayMs);
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

/** What a job's handler throws if its time has not come yet. It does not count as an attempt. */
export class Postponed extends RetryLater {}
