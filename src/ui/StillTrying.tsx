import { useEffect, useState } from 'react';
import classes from './StillTrying.module.css';

type StillTryingProps = {
  isPending: boolean;
  /** Milliseconds before it shows. */
  after: number;
  onCancel: () => void;
};

/** Under a slow call: says that it is still being tried, and lets a person give it up. */
export function StillTrying({ isPending, after, onCancel }: StillTryingProps) {
  return isPending ? <Waiting after={after} onCancel={onCancel} /> : null;
}

function Waiting({ after, onCancel }: Omit<StillTryingProps, 'isPending'>) {
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
