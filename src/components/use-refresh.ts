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
};

export type RefreshState = {
  /** Whether a manual check is running. */
  isChecking: boolean;
  outcome: RefreshOutcome | undefined;
  /** When the next manual check is allowed; undefined means now. */
  nextAllowedAt: number | undefined;
  /** Starts a manual check; it does nothing before `nextAllowedAt`. */
  refresh: () => void;
};

/** Refreshes the data of a screen, automatically on a timer and manually on request. */
export function useRefresh({ check, intervalMs, isCheckedOnMount }: RefreshOptions): RefreshState {
  const [isChecking, setIsChecking] = useState(false);
  const [outcome, setOutcome] = useState<RefreshOutcome>();
  const [attemptedAt, setAttemptedAt] = useState(() => Date.now());
  const [nextAllowedAt, setNextAllowedAt] = useState<number>();
  const isVisible = useIsVisible();
  const latestCheck = useRef(check);
  useEffect(() => {
    latestCheck.current = check;
  });

  const run = useCallback(async () => {
    const result = await latestCheck.current();
    setOutcome(result);
    setAttemptedAt(Date.now());
    return result;
  }, []);

  async function runManually() {
    setIsChecking(true);
    const result = await run();
    setIsChecking(false);
    setNextAllowedAt(result.kind === 'failed' ? undefined : Date.now() + MANUAL_REFRESH_MIN_MS);
  }

  // The check on mount is silent unless it finds a change or fails: "No change" would only distract there.
  const isMountCheckDue = useRef(isCheckedOnMount);
  useEffect(() => {
    if (!isMountCheckDue.current) return;
    isMountCheckDue.current = false;
    void latestCheck.current().then((result) => {
      if (result.kind !== 'same') setOutcome(result);
      setAttemptedAt(Date.now());
    });
  }, []);

  useEffect(() => {
    if (intervalMs === undefined || !isVisible) return;
    const timer = setTimeout(() => void run(), Math.max(0, attemptedAt + intervalMs - Date.now()));
    return () => clearTimeout(timer);
  }, [intervalMs, isVisible, attemptedAt, run]);

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
