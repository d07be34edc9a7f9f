import { useCallback, useEffect, useRef, useState } from 'react';
import { type Lookup, lookUpPackage } from '../../flows/tracking.ts';

export type LookupStateName = 'idle' | 'looking' | Lookup;

export type Looking = {
  state: LookupStateName;
  /** Asks for the same number once more. */
  again: () => void;
  /** Gives a slow answer up. */
  cancel: () => void;
};

/** Looks a tracking number up as soon as the page has one, and whenever it becomes another. */
export function useLookup(guid: string | undefined): Looking {
  const [last, setLast] = useState<{ guid: string; outcome: Lookup | 'looking' }>();

  const asking = useRef<AbortController>(undefined);

  const look = useCallback(async (number: string) => {
    // Only the newest question counts.
    asking.current?.abort();
    const controller = new AbortController();
    asking.current = controller;
    setLast({ guid: number, outcome: 'looking' });
    const outcome = await lookUpPackage(number, controller.signal);
    if (asking.current === controller) setLast({ guid: number, outcome });
  }, []);

  useEffect(() => {
    if (guid === undefined) return;
    void look(guid);
    return () => {
      asking.current?.abort();
      asking.current = undefined;
    };
  }, [guid, look]);

  return {
    state: guid === undefined ? 'idle' : last?.guid === guid ? last.outcome : 'looking',
    again: () => {
      if (guid !== undefined) void look(guid);
    },
    cancel: () => asking.current?.abort(),
  };
}
