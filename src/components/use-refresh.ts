import { useCallback, useEffect, useRef, useState } from 'react';
import { MANUAL_REFRESH_MIN_MS } from '../contract/constants.ts';

/** The outcome of a refresh; `words` describe the change in a few words. */
export type RefreshOutcome =
  | { kind: 'changed'; words: string }
  | { kind: 'same' }
  | { kind: 'failed'; reason: string };

type RefreshOptions = {
  check: () => Promise<RefreshOutcome>;
  /** The interval of automatic checks while the page is visible; undefined turns them off. */
  intervalMs: number | undefined;
  /** Whether to check once when the screen mounts. */
  isCheckedOnMount: boolean;
  /** Whether the server responds. */
  isReachable: boolean;
};

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
  /** Removes the outcome, which is about data that the person has changed since. */
  clearOutcome: () => void;
};

/** Refreshes the data of a screen, automatically on a timer and manually on request. */
export function useRefresh({
  check,
  intervalMs,
  isCheckedOnMount,
  isReachable,
}: RefreshOptions): RefreshState {
  const [isChecking, setIsChecking] = useState(false);
  const [outcome, setOutcome] = useState<RefreshOutcome>();
  const [attemptedAt, setAttemptedAt] = useState(() => Date.now());
  const [nextAllowedAt, setNextAllowedAt] = useState<number>();
  const isVisible = useIsVisible();
  const latestCheck = useRef(check);
  useEffect(() => {
    latestCheck.current = check;
  });

  // Clearing the outcome starts a new generation: the result of a check that began before is then not shown.
  const generation = useRef(0);
  const run = useCallback(async (setResult: (result: RefreshOutcome) => void) => {
    const generationAtStart = generation.current;
    const result = await latestCheck.current();
    if (generation.current === generationAtStart) setResult(result);
    setAttemptedAt(Date.now());
    return result;
  }, []);
  // Only a person who asked is told "No change"; an automatic check then only ends the message of a failed one.
  const runAutomatically = useCallback(
    () =>
      run((result) =>
        setOutcome((before) =>
          result.kind !== 'same' ? result : before?.kind === 'failed' ? undefined : before,
        ),
      ),
    [run],
  );

  const manualCheck = useRef(0);
  async function runManually() {
    setIsChecking(true);
    manualCheck.current += 1;
    const ownCheck = manualCheck.current;
    const result = await run(setOutcome);
    // A person who stopped waiting may have started another check.
    if (manualCheck.current !== ownCheck) return;
    setIsChecking(false);
    setNextAllowedAt(result.kind === 'failed' ? undefined : Date.now() + MANUAL_REFRESH_MIN_MS);
  }

  // A check that failed offline is repeated as soon as the server responds again.
  const wasReachable = useRef(isReachable);
  const hasFailed = outcome?.kind === 'failed';
  useEffect(() => {
    if (isReachable && !wasReachable.current && hasFailed) void runAutomatically();
    wasReachable.current = isReachable;
  }, [isReachable, hasFailed, runAutomatically]);

  const isMountCheckDue = useRef(isCheckedOnMount);
  useEffect(() => {
    if (!isMountCheckDue.current) return;
    isMountCheckDue.current = false;
    void runAutomatically();
  }, [runAutomatically]);

  useEffect(() => {
    if (intervalMs === undefined || !isVisible) return;
    const timer = setTimeout(
      () => void runAutomatically(),
      Math.max(0, attemptedAt + intervalMs - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [intervalMs, isVisible, attemptedAt, runAutomatically]);

  useEffect(() => {
    if (nextAllowedAt === undefined) return;
    const timer = setTimeout(() => setNextAllowedAt(undefined), Math.max(0, nextAllowedAt - Date.now()));
    return () => clearTimeout(timer);
  }, [nextAllowedAt]);

  return {
    isChecking,
    outcome,
    nextAllowedAt,
    refresh: () => {
      if (!isChecking && nextAllowedAt === undefined) void runManually();
    },
    stopWaiting: () => {
      generation.current += 1;
      manualCheck.current += 1;
      setIsChecking(false);
      setOutcome({ kind: 'failed', reason: 'You stopped waiting.' });
      setAttemptedAt(Date.now());
    },
    clearOutcome: () => {
      generation.current += 1;
      setOutcome(undefined);
      setAttemptedAt(Date.now());
    },
  };
}

function useIsVisible(): boolean {
  const [isVisible, setIsVisible] = useState(true);
  useEffect(() => {
    const updateVisibility = () => setIsVisible(document.visibilityState === 'visible');
    updateVisibility();
    document.addEventListener('visibilitychange', updateVisibility);
    return () => document.removeEventListener('visibilitychange', updateVisibility);
  }, []);
  return isVisible;
}
