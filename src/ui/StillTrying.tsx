import { createContext, useContext, useEffect, useState } from 'react';

export type Connection = {
  /** Whether any server responds. */
  isReachable: boolean;
  /** How long a call may take, in milliseconds, before the user is offered to cancel it. */
  slowAfterMs: number;
  /** Aborts the calls that the user waits for. */
  cancel: () => void;
};

/** What the components know about the connection. The app provides it, so that they import neither stores nor the API. */
export const ConnectionContext = createContext<Connection | undefined>(undefined);

export function useIsReachable(): boolean {
  return useContext(ConnectionContext)?.isReachable ?? true;
}

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
    <div
      role="status"
      className="hide-empty flex items-center justify-center gap-3 col-span-full size-sm text-muted"
    >
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
