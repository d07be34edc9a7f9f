import { useState } from 'react';
import { Age } from './Age.tsx';
import { Icon } from './Icon.tsx';
import classes from './RefreshLine.module.css';
import { TextButton } from './TextLink.tsx';
import { useNow } from './use-now.ts';
import type { RefreshOutcome, RefreshState } from './use-refresh.ts';

type RefreshLineProps = {
  /** When the server last confirmed what is shown, in milliseconds; undefined: never yet. */
  updatedAt: number | undefined;
  staleAfterMs: number;
  refreshState: RefreshState;
};

/** How old what is shown is, a button that checks again, and what the last check came to. */
export function RefreshLine({ updatedAt, staleAfterMs, refreshState }: RefreshLineProps) {
  const [isTooEarly, setIsTooEarly] = useState(false);
  const { isChecking, nextAllowedAt, outcome, refresh } = refreshState;
  const mustWait = nextAllowedAt !== undefined;
  return (
    <div className={classes.line}>
      {updatedAt !== undefined && <Age updatedAt={updatedAt} staleAfterMs={staleAfterMs} />}
      <TextButton
        aria-disabled={mustWait || isChecking || undefined}
        onClick={() => {
          setIsTooEarly(mustWait);
          refresh();
        }}
      >
        <Icon name="refresh" size={18} />
        {isChecking ? 'Checking…' : outcome?.kind === 'failed' ? 'Try again' : 'Refresh'}
      </TextButton>
      <span role="status" className={classes.outcome}>
        {isTooEarly && mustWait ? (
          <TooEarlyMessage until={nextAllowedAt} />
        ) : (
          outcome && <RefreshMessage outcome={outcome} />
        )}
      </span>
    </div>
  );
}

function RefreshMessage({ outcome }: { outcome: RefreshOutcome }) {
  switch (outcome.kind) {
    case 'changed':
      return (
        <span className={classes.changed}>
          <Icon name="check" size={18} />
          {`Changed: ${outcome.words}`}
        </span>
      );
    case 'same':
      return <span>No change</span>;
    case 'failed':
      return (
        <span className={classes.failed}>
          <Icon name="offline" size={18} />
          <span>
            <b>Could not check.</b> {outcome.reason}
          </span>
        </span>
      );
  }
}

/** Why the button does nothing yet. */
function TooEarlyMessage({ until }: { until: number }) {
  const now = useNow(1000);
  if (now === undefined) return null;
  return <span>{`Checked just now. You can check again in ${secondsUntil(until, now)} s.`}</span>;
}

function secondsUntil(until: number, now: number): number {
  return Math.max(1, Math.ceil((until - now) / 1000));
}
