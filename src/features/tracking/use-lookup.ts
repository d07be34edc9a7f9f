import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefreshResult } from '../../use-cases/refresh-record.ts';
import { lookUpPackage } from '../../use-cases/tracking/look-up-package.ts';

export type LookupStatus = 'idle' | 'loading' | RefreshResult;

export type LookupState = {
  status: LookupStatus;
  /** Looks the same number up again. */
  retry: () => void;
  /** Aborts a slow look-up. */
  cancel: () => void;
};

/** Looks up the tracking number when the page opens with one, and whenever it changes. */
export function useLookup(guid: string | undefined): LookupState {
  const [last, setLast] = useState<{ guid: string; outcome: RefreshResult | 'loading' }>();
  const pendingLookup = useRef<AbortController>(undefined);

  const startLookup = useCallback(async (number: string) => {
    // A new look-up replaces the previous one.
    pendingLookup.current?.abort();
    const controller = new AbortController();
    pendingLookup.current = controller;
    setLast({ guid: number, outcome: 'loading' });
    const outcome = await lookUpPackage(number, controller.signal);
    if (pendingLookup.current === controller) setLast({ guid: number, outcome });
  }, []);

  useEffect(() => {
    if (guid === undefined) return;
    void startLookup(guid);
    return () => {
      pendingLookup.current?.abort();
      pendingLookup.current = undefined;
    };
  }, [guid, startLookup]);

  return {
    status: guid === undefined ? 'idle' : last?.guid === guid ? last.outcome : 'loading',
    retry: () => {
      if (guid !== undefined) void startLookup(guid);
    },
    cancel: () => pendingLookup.current?.abort(),
  };
}
