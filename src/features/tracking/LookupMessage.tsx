import { Button } from '@mantine/core';
import { ERROR_MESSAGES } from '../../contract/errors.ts';
import { explainMissing } from '../../domain/read-failure.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { useRetry } from '../../use-cases/connectivity/use-retry.ts';
import type { LookupState } from './use-lookup.ts';

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
          action={
            <Button size="sm" variant="default" onClick={lookup.retry}>
              Try again
            </Button>
          }
        >
          {explainMissing(failure, 'this package')}
        </Notice>
      )}
    </div>
  );
}
