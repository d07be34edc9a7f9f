import { setTimeout as pause } from 'node:timers/promises';

/**
 * Ends the wait for work, which goes on by itself. Returns undefined if it takes longer; the timer does not prevent the
 * process from exiting.
 */
export function withinTime<T>(milliseconds: number, work: Promise<T>): Promise<{ value: T } | undefined> {
  const late = pause(milliseconds, undefined, { ref: false });
  return Promise.race([work.then((value) => ({ value })), late]);
}
