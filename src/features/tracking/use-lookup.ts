import { useCallback, useEffect, useRef, useState } from 'react';
import { type RefreshOutcome, toFailedRead } from '../../domain/read-failure.ts';
import { lookUpPackage } from '../../use-cases/tracking/look-up-package.ts';

type Outcome = RefreshOutcome | { kind: 'loading' };

export type LookupState = ReturnType<typeof useLookup>;

/** Looks up the tracking number when the page opens with one, and whenever it changes. */
export function useLookup(guid: string | undefined) {
  const [last, setLast] = useState<{ guid: string; outcome: Outcome }>();
  const pendingLookup = useRef<AbortController>(undefined);

  const startLookup = useCallback(async (number: string, isQuiet: boolean) => {
    // A new lookup replaces the previous one.
    pendingLookup.current?.abort();
    const controller = new AbortController();
    pendingLookup.current = controller;
    if (!isQuiet) setLast({ guid: number, outcome: { kind: 'loading' } });
    const outcome = await lookUpPackage(number, controller.signal);
    if (pendingLookup.current !== controller) return;
    setLast({ guid: number, outcome: controller.signal.aborted ? toFailedRead('stopped') : outcome });
  }, []);

  useEffect(() => {
    if (guid === undefined) return;
    void startLookup(guid, false);
    return () => {
      pendingLookup.current?.abort();
      pendingLookup.current = undefined;
    };
  }, [guid, startLookup]);

  const outcome = guid !== undefined && last?.guid === guid ? last.outcome : undefined;
  const start = (isQuiet: boolean) => {
    if (guid !== undefined) void startLookup(guid, isQuiet);
  };
  const status: Outcome['kind'] | 'idle' = guid === undefined ? 'idle' : (outcome?.kind ?? 'loading');
  return {
    status,
    failure: outcome?.kind === 'failed' ? outcome.failure : undefined,
    retry: () => start(false),
    /** The same, and shows the failure of the previous lookup until there is a result. */
    retryQuietly: () => start(true),
    cancel: () => pendingLookup.current?.abort(),
  };
}
