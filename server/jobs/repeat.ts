import type { Logger } from 'pino';

/** Repeats work with a pause between, never twice at once; a failure is logged and does not end it. */
export function every(
  pauseMs: number,
  name: string,
  log: Logger,
  work: () => Promise<unknown>,
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let running: Promise<void> = Promise.resolve();
  const schedule = () => {
    if (!isStopped) timer = setTimeout(run, pauseMs);
  };
  const run = () => {
    running = work()
      .then(() => {})
      .catch((error) => log.error({ err: error, name }, 'background work failed'))
      .finally(schedule);
  };
  schedule();
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}
