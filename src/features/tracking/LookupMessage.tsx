import { useCallback, useEffect, useRef, useState } from 'react';
import { ERROR_MESSAGES } from '../../contract/errors.ts';
import { explainMissing, type RefreshOutcome, toFailedRead } from '../../domain/read-failure.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { useRetry } from '../../use-cases/connectivity/use-retry.ts';
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

/** The message of a lookup without a result. */
export function LookupMessage({ lookup }: { lookup: LookupState }) {
  const { failure } = lookup;
  useRetry(failure, lookup.retryQuietly);
  return (
    <div className="hide-empty" aria-live="polite">
      {lookup.status === 'loading' && <p className="size-sm text-muted">Looking for your package…</p>}
      <StillTrying isPending={lookup.status === 'loading'} onCancel={lookup.cancel} />
      {lookup.status === 'notFound' && (
        <EmptyState
          illustration="search"
          title="No package found"
          text={`${ERROR_MESSAGES.ORDER_NOT_FOUND}. Check the tracking number and try again.`}
        />
      )}
      {failure && (
        <Notice
          tone="warn"
          title="Couldn't look up this package"
          action={<SmallButton onClick={lookup.retry}>Try again</SmallButton>}
        >
          {explainMissing(failure, 'this package')}
        </Notice>
      )}
    </div>
  );
}
