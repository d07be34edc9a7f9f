export const ALERT_TICK_MS = 20;

export type Countdown = {
  /** Pauses the countdown for a reason. It resumes when every reason has been removed. */
  pause: (reason: string) => void;
  resume: (reason: string) => void;
  stop: () => void;
};

/**
 * Counts `ms` down, reports the remaining time as a fraction, and ends. It measures time with the clock and not by the
 * number of ticks, because a busy page ticks late.
 */
export function startCountdown(ms: number, onTick: (left: number) => void, onEnd: () => void): Countdown {
  const reasons = new Set<string>();
  let left = ms;
  let since = performance.now();
  let timer: ReturnType<typeof setInterval> | undefined;

  const tick = () => {
    const now = performance.now();
    left -= now - since;
    since = now;
    onTick(Math.max(0, left / ms));
    if (left > 0) return;
    clearInterval(timer);
    onEnd();
  };
  const run = () => {
    clearInterval(timer);
    since = performance.now();
    timer = setInterval(tick, ALERT_TICK_MS);
  };
  run();

  return {
    pause: (reason) => {
      if (reasons.size === 0 && left > 0) {
        tick();
        clearInterval(timer);
      }
      reasons.add(reason);
    },
    resume: (reason) => {
      if (reasons.delete(reason) && reasons.size === 0 && left > 0) run();
    },
    stop: () => clearInterval(timer),
  };
}
