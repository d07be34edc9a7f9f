import { useCallback, useEffect, useRef, useState } from 'react';

/** The three outcomes of a refresh, told apart. */
export type RefreshOutcome =
  | { kind: 'changed'; words: string }
  | { kind: 'same' }
  | { kind: 'failed'; reason: string };

type Options = {
  check: () => Promise<RefreshOutcome>;
  /** How often to check by itself while the page is visible; undefined: never. */
  everyMs: number | undefined;
  /** The least time between two answered checks by hand. */
  minGapMs: number;
  /** Whether to check once as soon as the screen is shown. */
  isCheckedFirst: boolean;
};

export type Refreshing = {
  /** Whether a check that a person asked for is under way. */
  isChecking: boolean;
  outcome: RefreshOutcome | undefined;
  /** When a check by hand is possible again; undefined: now. */
  nextAt: number | undefined;
  /** Checks because a person asked; too early, it does nothing. */
  refresh: () => void;
};

/** Keeps what a screen shows fresh: by itself on a timer, and by hand. */
export function useRefresh({ check, everyMs, minGapMs, isCheckedFirst }: Options): Refreshing {
  const [isChecking, setChecking] = useState(false);
  const [outcome, setOutcome] = useState<RefreshOutcome>();
  const [attemptedAt, setAttemptedAt] = useState(() => Date.now());
  const [nextAt, setNextAt] = useState<number>();
  const isVisible = useIsVisible();
  const latest = useRef(check);
  useEffect(() => {
    latest.current = check;
  });

  const run = useCallback(async () => {
    const result = await latest.current();
    setOutcome(result);
    setAttemptedAt(Date.now());
    return result;
  }, []);

  async function runAsked() {
    setChecking(true);
    const result = await run();
    setChecking(false);
    setNextAt(result.kind === 'failed' ? undefined : Date.now() + minGapMs);
  }

  // What a screen opens with is checked quietly: that nothing is new is no news then.
  const isFirst = useRef(isCheckedFirst);
  useEffect(() => {
    if (!isFirst.current) return;
    isFirst.current = false;
    void latest.current().then((result) => {
      if (result.kind !== 'same') setOutcome(result);
      setAttemptedAt(Date.now());
    });
  }, []);

  useEffect(() => {
    if (everyMs === undefined || !isVisible) return;
    const timer = setTimeout(() => void run(), Math.max(0, attemptedAt + everyMs - Date.now()));
    return () => clearTimeout(timer);
  }, [everyMs, isVisible, attemptedAt, run]);

  useEffect(() => {
    if (nextAt === undefined) return;
    const timer = setTimeout(() => setNextAt(undefined), Math.max(0, nextAt - Date.now()));
    return () => clearTimeout(timer);
  }, [nextAt]);

  return {
    isChecking,
    outcome,
    nextAt,
    refresh: () => {
      if (!isChecking && nextAt === undefined) void runAsked();
    },
  };
}

function useIsVisible(): boolean {
  const [isVisible, setVisible] = useState(true);
  useEffect(() => {
    const look = () => setVisible(document.visibilityState === 'visible');
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  return isVisible;
}
