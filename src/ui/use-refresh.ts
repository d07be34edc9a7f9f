import { useCallback, useEffect, useRef, useState } from 'react';

/** The three outcomes of a refresh, told apart. */
export type RefreshOutcome =
  | { kind: 'changed'; words: string }
  | { kind: 'same' }
  | { kind: 'failed'; reason: string };

type RefreshOptions = {
  check: () => Promise<RefreshOutcome>;
  /** How often to check by itself while the page is visible; undefined: never. */
  intervalMs: number | undefined;
  /** The least time between two answered checks by hand. */
  minIntervalMs: number;
  /** Whether to check once as soon as the screen is shown. */
  isCheckedOnMount: boolean;
};

export type RefreshState = {
  /** Whether a check that a person asked for is under way. */
  isChecking: boolean;
  outcome: RefreshOutcome | undefined;
  /** When a check by hand is possible again; undefined: now. */
  nextAllowedAt: number | undefined;
  /** Checks because a person asked; too early, it does nothing. */
  refresh: () => void;
};

/** Keeps what a screen shows fresh: by itself on a timer, and by hand. */
export function useRefresh({
  check,
  intervalMs,
  minIntervalMs,
  isCheckedOnMount,
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
    setNextAllowedAt(result.kind === 'failed' ? undefined : Date.now() + minIntervalMs);
  }

  // What a screen opens with is checked quietly: that nothing is new is no news then.
  const isFirst = useRef(isCheckedOnMount);
  useEffect(() => {
    if (!isFirst.current) return;
    isFirst.current = false;
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
