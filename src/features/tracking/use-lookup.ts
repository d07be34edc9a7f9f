import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefreshResult } from '../../use-cases/refresh-record.ts';
import { lookUpPackage } from '../../use-cases/tracking/look-up-package.ts';

export type LookupStatus = 'idle' | 'looking' | RefreshResult;

export type LookupState = {
  status: LookupStatus;
  /** Asks for the same number once more. */
  retry: () => void;
  /** Gives a slow answer up. */
  cancel: () => void;
};

/** Looks a tracking number up as soon as the page has one, and whenever it becomes another. */
export function useLookup(guid: string | undefined): LookupState {
  const [last, setLast] = useState<{ guid: string; outcome: RefreshResult | 'looking' }>();

  const pendingLookup = useRef<AbortController>(undefined);

  const startLookup = useCallback(async (number: string) => {
    // Only the newest question counts.
    pendingLookup.current?.abort();
    const controller = new AbortController();
    pendingLookup.current = controller;
    setLast({ guid: number, outcome: 'looking' });
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
    status: guid === undefined ? 'idle' : last?.guid === guid ? last.outcome : 'looking',
    retry: () => {
      if (guid !== undefined) void startLookup(guid);
    },
    cancel: () => pendingLookup.current?.abort(),
  };
}
