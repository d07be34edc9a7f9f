import { useContext, useEffect, useState } from 'react';
import classes from './StillTrying.module.css';
import { SlowCallContext } from './slow-call-context.ts';

type StillTryingProps = {
  isPending: boolean;
  /** What Cancel does, where it is more than giving the call up. */
  onCancel?: (() => void) | undefined;
};

/** Under a slow call: says that it is still being tried, and lets a person give it up. */
export function StillTrying({ isPending, onCancel }: StillTryingProps) {
  const slowCall = useContext(SlowCallContext);
  if (!isPending || slowCall === undefined) return null;
  return <StillTryingMessage after={slowCall.delayMs} onCancel={onCancel ?? slowCall.cancel} />;
}

function StillTryingMessage({ after: delayMs, onCancel }: { after: number; onCancel: () => void }) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return (
    <div role="status" className={classes.line}>
      {isSlow && (
        <>
          Still trying
          <button type="button" className={classes.cancel} onClick={onCancel}>
            Cancel
          </button>
        </>
      )}
    </div>
  );
}
