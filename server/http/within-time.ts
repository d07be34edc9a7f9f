import { setTimeout as pause } from 'node:timers/promises';

/** Ends the wait for work, which goes on. Returns undefined if it is late; the timer keeps no process alive. */
export function withinTime<T>(milliseconds: number, work: Promise<T>): Promise<{ value: T } | undefined> {
  const late = pause(milliseconds, undefined, { ref: false });
  return Promise.race([work.then((value) => ({ value })), late]);
}
