import type { Outcome } from '../../api/client.ts';
import { type Health, requestHealth } from '../../api/health.ts';
import { useApp } from '../../stores/app.ts';

/** Somebody who waits for the outcome of a submit waits no longer than this for a health check. */
const CHECK_TIMEOUT_MS = 1000;

/** When this device was last found without a network, on the clock of `performance.now()`. */
let lostAt = Number.NEGATIVE_INFINITY;
/** Who answered the last call of the API since then. */
let lastAnswer: Outcome['answeredBy'] | undefined;
let running: { controller: AbortController; result: Promise<boolean> } | undefined;

/**
 * Checks whether a server answers, and tells the whole app. Calls that come meanwhile share the check.
 * @param isFresh the network may have changed: a check that is under way is replaced, and who waits for it gets
 * the new answer
 */
export function checkHealth(isFresh = false): Promise<boolean> {
  if (isFresh) {
    running?.controller.abort();
    running = undefined;
  }
  if (running === undefined) {
    const controller = new AbortController();
    running = { controller, result: check(controller) };
  }
  return running.result;
}

async function check(controller: AbortController): Promise<boolean> {
  const { apiBase, hookBase } = useApp.getState().config;
  const bases = [apiBase, hookBase].map((base) => new URL(base, location.origin).href);
  const health = await requestHealth(bases, controller.signal);
  if (controller.signal.aborted) return checkHealth();
  running = undefined;
  applyHealth(health);
  return health === 'answered';
}

function applyHealth(health: Health): void {
  const { setReachable, setNeedsNetworkSignIn } = useApp.getState();
  switch (health) {
    case 'answered':
      setNeedsNetworkSignIn(false);
      setReachable(true);
      break;
    case 'signInNeeded':
      // A host may answer every path with its page; then the API, elsewhere, answers as itself.
      if (lastAnswer !== 'server') setNeedsNetworkSignIn(true);
      setReachable(true);
      break;
    case 'silent':
      noteLoss();
      break;
    case 'slow':
      // Slow is not offline, unless a call has failed as well or the browser reports a lost network.
      if (lastAnswer === 'nobody' || !navigator.onLine) noteLoss();
  }
}

/** Nobody answers. What is still on its way was sent before, so its answer says nothing of the network now. */
export function noteLoss(): void {
  lostAt = performance.now();
  lastAnswer = undefined;
  const { setReachable, setNeedsNetworkSignIn } = useApp.getState();
  setNeedsNetworkSignIn(false);
  setReachable(false);
}

/** Takes into account who answered a call. A failed call alone proves nothing: an extension may have blocked it. */
export function reportOutcome({ base, answeredBy, isPage = false, startedAt }: Outcome): void {
  const { isReachable, setReachable, setNeedsNetworkSignIn } = useApp.getState();
  const isCurrent = startedAt > lostAt;
  if (base === 'api' && isCurrent) lastAnswer = answeredBy;
  const isAnswered = answeredBy === 'server' || answeredBy === 'stranger';
  // An answer from before the loss cannot end it, and a page may be a captive portal's: a check tells.
  if (!isAnswered || isPage || (!isCurrent && !isReachable)) {
    void checkHealth();
    return;
  }
  if (!isCurrent) return;
  if (answeredBy === 'server' && base === 'api') setNeedsNetworkSignIn(false);
  setReachable(true);
}

/** Whether anybody answers, as far as the check that is under way can tell within a second. */
export async function isReachableNow(): Promise<boolean> {
  await Promise.race([running?.result, new Promise((resolve) => setTimeout(resolve, CHECK_TIMEOUT_MS))]);
  return useApp.getState().isReachable;
}
