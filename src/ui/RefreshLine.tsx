import { useState } from 'react';
import { Age } from './Age.tsx';
import { Icon } from './Icon.tsx';
import classes from './RefreshLine.module.css';
import { TextButton } from './TextLink.tsx';
import { useNow } from './use-now.ts';
import type { Refreshing, RefreshOutcome } from './use-refresh.ts';

type Props = {
  /** When the server last confirmed what is shown, in milliseconds; undefined: never yet. */
  at: number | undefined;
  oldAfter: number;
  refreshing: Refreshing;
};

/** How old what is shown is, a button that checks again, and what the last check came to. */
export function RefreshLine({ at, oldAfter, refreshing }: Props) {
  const [isTooEarly, setTooEarly] = useState(false);
  const { isChecking, nextAt, outcome, refresh } = refreshing;
  const mustWait = nextAt !== undefined;
  return (
    <div className={classes.line}>
      {at !== undefined && <Age at={at} oldAfter={oldAfter} />}
      <TextButton
        aria-disabled={mustWait || isChecking || undefined}
        onClick={() => {
          setTooEarly(mustWait);
          refresh();
        }}
      >
        <Icon name="refresh" size={18} />
        {isChecking ? 'Checking…' : outcome?.kind === 'failed' ? 'Try again' : 'Refresh'}
      </TextButton>
      <span role="status" className={classes.outcome}>
        {isTooEarly && mustWait ? <Wait until={nextAt} /> : outcome && <Outcome outcome={outcome} />}
      </span>
    </div>
  );
}

function Outcome({ outcome }: { outcome: RefreshOutcome }) {
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
function Wait({ until }: { until: number }) {
  const now = useNow(1000);
  if (now === undefined) return null;
  return <span>{`Checked just now. You can check again in ${secondsTo(until, now)} s.`}</span>;
}

function secondsTo(until: number, now: number): number {
  return Math.max(1, Math.ceil((until - now) / 1000));
}
