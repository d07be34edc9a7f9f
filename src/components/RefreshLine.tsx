import { useState } from 'react';
import { isOutdated, type RefreshOutcome, type RefreshState, withReason } from '../domain/read-failure.ts';
import { Icon } from '../ui/Icon.tsx';
import { TextButton } from '../ui/Links.tsx';
import { StillTrying } from '../ui/StillTrying.tsx';
import { Age } from './Age.tsx';
import classes from './RefreshLine.module.css';

type RefreshLineProps = {
  /** When the server last confirmed the data, in epoch milliseconds; undefined if it never has. */
  updatedAt: number | undefined;
  refreshState: RefreshState;
  /** What has changed since the user last looked. */
  lastLook?: string | undefined;
};

/** The age of the data on the screen, a refresh button, and the outcome of the last refresh. */
export function RefreshLine({ updatedAt, refreshState, lastLook }: RefreshLineProps) {
  const [isTooEarly, setIsTooEarly] = useState(false);
  const { isChecking, nextAllowedAt, refresh, stopWaiting } = refreshState;
  const isShown =
    refreshState.outcome?.kind !== 'failed' || !isOutdated(refreshState.outcome.failure, updatedAt);
  const outcome = isShown ? refreshState.outcome : undefined;
  const mustWait = nextAllowedAt !== undefined;
  // Without data the screen itself says that nothing could be loaded, and nothing on it can be out of date.
  const isFailureShown = updatedAt !== undefined || outcome?.kind !== 'failed';
  // It says more than "Changed", and less than a failure or "No change".
  const change = outcome && outcome.kind !== 'changed' ? undefined : lastLook;
  return (
    <div
      className={`flex flex-wrap items-center gap-x-4 min-h-tap text-sm text-muted ${classes.line}`}
      data-change={change !== undefined || outcome?.kind === 'changed' || undefined}
    >
      {updatedAt !== undefined && <Age updatedAt={updatedAt} />}
      <TextButton
        aria-disabled={mustWait || isChecking || undefined}
        onClick={() => {
          setIsTooEarly(mustWait);
          refresh();
        }}
      >
        <Icon name="refresh" size={18} />
        <span>{isChecking ? 'Refreshing…' : outcome?.kind === 'failed' ? 'Try again' : 'Refresh'}</span>
      </TextButton>
      <StillTrying isPending={isChecking} onCancel={stopWaiting} />
      <span role="status" className={classes.outcome}>
        {isTooEarly && mustWait
          ? 'Just refreshed. You can refresh once a minute.'
          : (change ?? (outcome && isFailureShown && <RefreshMessage outcome={outcome} />))}
      </span>
    </div>
  );
}

type ListRefreshLineProps = RefreshLineProps & { isLoading: boolean };

/** The same for a list of deliveries; while the first one loads, it says so. If that fails, its place stays empty. */
export function ListRefreshLine({ isLoading, ...props }: ListRefreshLineProps) {
  if (!isLoading) return <RefreshLine {...props} />;
  if (props.refreshState.outcome?.kind === 'failed') return <div className={classes.line} />;
  return (
    <div className={`flex flex-wrap items-center gap-x-4 min-h-tap size-sm text-muted ${classes.line}`}>
      <p role="status">Loading your deliveries</p>
      <StillTrying isPending onCancel={props.refreshState.stopWaiting} />
    </div>
  );
}

function RefreshMessage({ outcome }: { outcome: RefreshOutcome }) {
  switch (outcome.kind) {
    case 'changed':
    case 'notFound':
      return (
        <span className={`flex items-center gap-icon text-ink font-bold ${classes.changed}`}>
          <Icon name="check" size={18} />
          Changed
        </span>
      );
    case 'same':
      return <span>No change</span>;
    case 'failed': {
      const reason = withReason(outcome.failure, '');
      return (
        <span className={`flex items-center gap-icon text-old ${classes.failed}`}>
          <Icon name="offline" size={18} />
          <span>
            <b>Couldn't refresh.</b> {reason}
            {outcome.failure.cause !== 'stopped' && (
              // A reason leaves no room for it, and the age is in sight.
              <span className={reason && 'sr-only'}>This may be out of date.</span>
            )}
          </span>
        </span>
      );
    }
  }
}
