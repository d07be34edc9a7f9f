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

const FIRST_USES = [
  'pointermove',
  'pointerdown',
  'touchstart',
  'wheel',
  'keydown',
  'input',
  'click',
] as const;

/**
 * Runs the task when the user first uses the page, as soon as the browser is idle then: code that no first screen
 * needs does not compete with what the page itself loads. The service worker stores this code as well. A browser
 * without one runs the task without waiting for the user, because the network may be lost until then. Returns a
 * function that cancels it.
 */
export function whenUsed(task: () => void): () => void {
  if (!('serviceWorker' in navigator)) return whenIdle(task);
  const waiting = new AbortController();
  let cancelTask = () => {};
  const start = () => {
    waiting.abort();
    cancelTask = whenIdle(task);
  };
  for (const type of FIRST_USES)
    addEventListener(type, start, { capture: true, passive: true, signal: waiting.signal });
  return () => {
    waiting.abort();
    cancelTask();
  };
}
