import { useContext, useEffect, useState } from 'react';
import classes from './StillTrying.module.css';
import { Waiting } from './waiting.ts';

type StillTryingProps = {
  isPending: boolean;
  /** What Cancel does, where it is more than giving the call up. */
  onCancel?: (() => void) | undefined;
};

/** Under a slow call: says that it is still being tried, and lets a person give it up. */
export function StillTrying({ isPending, onCancel }: StillTryingProps) {
  const waiting = useContext(Waiting);
  if (!isPending || waiting === undefined) return null;
  return <SlowLine after={waiting.after} onCancel={onCancel ?? waiting.stop} />;
}

function SlowLine({ after, onCancel }: { after: number; onCancel: () => void }) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), after);
    return () => clearTimeout(timer);
  }, [after]);
  return (
    <div role="status" className={classes.line}>
      {isLong && (
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
