import { Button } from '@mantine/core';
import { ERROR_SENTENCES } from '../../contract/errors.ts';
import { useApp } from '../../stores/app.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import classes from './LookupState.module.css';
import type { Looking } from './use-lookup.ts';

type Props = {
  lookup: Looking;
  /** Whether only the customer's own deliveries count. */
  isMine: boolean;
};

/** What a look-up without a result says. */
export function LookupState({ lookup, isMine }: Props) {
  const isReachable = useApp((app) => app.isReachable);
  return (
    <div className={classes.state} aria-live="polite">
      {lookup.state === 'looking' && <p className={classes.looking}>Looking for your package…</p>}
      <StillTrying isPending={lookup.state === 'looking'} onCancel={lookup.cancel} />
      {lookup.state === 'notFound' && (
        <EmptyState
          illustration="search"
          title="No package found"
          text={
            isMine
              ? 'None of your deliveries has this tracking number. Check it and try again.'
              : `${ERROR_SENTENCES.ORDER_NOT_FOUND}. Check the tracking number and try again.`
          }
        />
      )}
      {lookup.state === 'failed' && (
        <Notice
          tone="warn"
          title="Could not check."
          action={
            <Button size="sm" variant="default" onClick={lookup.again}>
              Try again
            </Button>
          }
        >
          {isReachable
            ? 'The server could not answer.'
            : 'You are offline, and this package is not kept on this device yet.'}
        </Notice>
      )}
    </div>
  );
}
