import { Button } from '@mantine/core';
import { ERROR_MESSAGES } from '../../contract/errors.ts';
import { useApp } from '../../stores/app.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import classes from './LookupMessage.module.css';
import type { LookupState } from './use-lookup.ts';

/** The message of a look-up without a result. */
export function LookupMessage({ lookup }: { lookup: LookupState }) {
  const isReachable = useApp((app) => app.isReachable);
  return (
    <div className={classes.state} aria-live="polite">
      {lookup.status === 'loading' && <p className={classes.loading}>Looking for your package…</p>}
      <StillTrying isPending={lookup.status === 'loading'} onCancel={lookup.cancel} />
      {lookup.status === 'notFound' && (
        <EmptyState
          illustration="search"
          title="No package found"
          text={`${ERROR_MESSAGES.ORDER_NOT_FOUND}. Check the tracking number and try again.`}
        />
      )}
      {lookup.status === 'failed' && (
        <Notice
          tone="warn"
          title="Couldn't look up this package"
          action={
            <Button size="sm" variant="default" onClick={lookup.retry}>
              Try again
            </Button>
          }
        >
          {isReachable
            ? 'Something went wrong. Try again in a moment.'
            : 'You are offline, and this package is not saved on this device yet.'}
        </Notice>
      )}
    </div>
  );
}
