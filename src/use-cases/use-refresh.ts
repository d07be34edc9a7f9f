import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { remainingMs } from '../api/timing.ts';
import type { DisplayStatus } from '../contract/status.ts';
import { refreshIntervalMs } from '../domain/display-status.ts';
import {
  type ReadFailure,
  type RefreshOutcome,
  type RefreshState,
  toFailedRead,
} from '../domain/read-failure.ts';
import { useApp } from '../stores/app.ts';
import { useRetry } from './connectivity/use-retry.ts';

const MANUAL_REFRESH_MIN_MS = 60_000;

type RefreshOptions = {
  check: () => Promise<RefreshOutcome>;
  /** The statuses on the screen: they decide how often it is checked while it is visible. Without them it is not. */
  statuses?: readonly DisplayStatus[];
  /** Whether to check once when the screen mounts. */
  isCheckedOnMount?: boolean;
  /** No automatic check may replace the data now, because the user is editing it. */
  isPaused?: boolean;
  /** The failure of the read with which the screen has opened, unless the data was confirmed since. */
  earlierFailure?: ReadFailure | undefined;
};

/** Refreshes the data of a screen, automatically on a timer and manually on request. */
export function useRefresh({
  check,
  statuses,
  isCheckedOnMount = true,
  isPaused = false,
  earlierFailure,
}: RefreshOptions): RefreshState {
  const [isChecking, setIsChecking] = useState(false);
  const [ownOutcome, setOutcome] = useState<RefreshOutcome>();
  const [attemptedAt, setAttemptedAt] = useState(() => Date.now());
  const [nextAllowedAt, setNextAllowedAt] = useState<number>();
  const isVisible = useDocumentVisibility() === 'visible';
  const tracking = useApp(({ config }) => config.tracking);
  const intervalMs = statuses && refreshIntervalMs(statuses, tracking);

  // Clearing the outcome starts a new generation: the result of a check that began before is then not shown.
  const generation = useRef(0);
  const run = async (setResult: (result: RefreshOutcome) => void) => {
    const generationAtStart = generation.current;
    const result = await check();
    if (generation.current === generationAtStart) setResult(result);
    // A response that arrives late ends the message that there was none.
    else if (result.kind !== 'failed')
      setOutcome((before) => (before?.kind === 'failed' ? undefined : before));
    setAttemptedAt(Date.now());
    return result;
  };
  // Only a user who asked is told "No change"; an automatic check then only ends the message of a failed one.
  const runAutomatically = () =>
    run((result) =>
      setOutcome((before) =>
        result.kind !== 'same' ? result : before?.kind === 'failed' ? undefined : before,
      ),
    );
  const onDue = useEffectEvent(runAutomatically);

  const manualCheck = useRef(0);
  async function runManually() {
    setIsChecking(true);
    setOutcome(undefined);
    manualCheck.current += 1;
    const ownCheck = manualCheck.current;
    const result = await run(setOutcome);
    // A user who stopped waiting may have started another check.
    if (manualCheck.current !== ownCheck) return;
    setIsChecking(false);
    setNextAllowedAt(result.kind === 'failed' ? undefined : Date.now() + MANUAL_REFRESH_MIN_MS);
  }

  const outcome = ownOutcome ?? (earlierFailure && ({ kind: 'failed', failure: earlierFailure } as const));
  useRetry(outcome?.kind === 'failed' && !isPaused ? outcome.failure : undefined, runAutomatically);

  const isMountCheckDue = useRef(isCheckedOnMount);
  useEffect(() => {
    if (!isMountCheckDue.current) return;
    isMountCheckDue.current = false;
    void onDue();
  }, []);

  useEffect(() => {
    if (intervalMs === undefined || isPaused || !isVisible) return;
    const timer = setTimeout(() => void onDue(), remainingMs(attemptedAt, intervalMs));
    return () => clearTimeout(timer);
  }, [intervalMs, isPaused, isVisible, attemptedAt]);

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
      setOutcome(toFailedRead('stopped'));
      setAttemptedAt(Date.now());
    },
    clearOutcome: () => {
      generation.current += 1;
      setOutcome(undefined);
      setAttemptedAt(Date.now());
    },
  };
}
