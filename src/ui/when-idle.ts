const FALLBACK_DELAY_MS = 200;
const DEADLINE_MS = 2000;

/** Runs the task when the browser has nothing else to do, at the latest after two seconds. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, FALLBACK_DELAY_MS);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task, { timeout: DEADLINE_MS });
  return () => cancelIdleCallback(handle);
}
