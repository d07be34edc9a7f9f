import { useContext, useEffect, useState } from 'react';
import { ConnectionContext } from './connection-context.ts';

type StillTryingProps = {
  isPending: boolean;
  /** What Cancel does; by default it aborts the call. */
  onCancel?: (() => void) | undefined;
  /** What the user should know while they wait. */
  detail?: string | undefined;
};

/** Says during a slow call that the app is still trying, and offers to cancel the call. */
export function StillTrying({ isPending, onCancel, detail }: StillTryingProps) {
  const connection = useContext(ConnectionContext);
  if (!isPending || connection === undefined) return null;
  return (
    <StillTryingMessage
      delayMs={connection.slowAfterMs}
      onCancel={onCancel ?? connection.cancel}
      detail={detail}
    />
  );
}

type StillTryingMessageProps = { delayMs: number; onCancel: () => void; detail: string | undefined };

function StillTryingMessage({ delayMs, onCancel, detail }: StillTryingMessageProps) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), delayMs);
    return () => clearTimeout(timer);
  }, [delayMs]);
  return (
    <div role="status" className={'hide-empty flex items-center justify-center gap-3 size-sm text-muted'}>
      {isSlow && (
        <>
          Still trying
          {detail !== undefined && <span>{detail}</span>}
          <button
            type="button"
            className="plain-button min-h-tap px-3 text-accent font-bold"
            onClick={onCancel}
          >
            Cancel
          </button>
        </>
      )}
    </div>
  );
}
