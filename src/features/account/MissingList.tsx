import { type ReactNode, useEffect, useState } from 'react';
import { useIsLoading } from '../../stores/loaders.ts';
import { Notice } from '../../ui/Notice.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { StillTrying, useIsReachable } from '../../ui/StillTrying.tsx';

type MissingListProps = {
  /** Names the entries of the list, for example "cards". */
  what: string;
  /** What can be seen only with a connection. */
  offlineText: string;
  loader: string;
  onRetry: () => void;
  /** The skeleton, shown while the list is loading. */
  children: ReactNode;
};

/** Shown instead of a list that is loading or could not be loaded, and that the device never stores. */
export function MissingList({ what, offlineText, loader, onRetry, children }: MissingListProps) {
  const isLoading = useIsLoading(loader);
  const isReachable = useIsReachable();
  // Before the first request has started, there is no failure to show.
  const [hasBegun, setHasBegun] = useState(false);
  useEffect(() => void setHasBegun(true), []);
  const [hasStoppedWaiting, setHasStoppedWaiting] = useState(false);

  if ((isLoading && !hasStoppedWaiting) || !hasBegun) {
    return (
      <div className="stack gap-3">
        <p role="status" className="sr-only">{`Loading ${what}...`}</p>
        {children}
        <StillTrying isPending onCancel={() => setHasStoppedWaiting(true)} />
      </div>
    );
  }
  function tryAgain() {
    setHasStoppedWaiting(false);
    onRetry();
  }
  return (
    <Notice
      tone="plain"
      role="status"
      title={`Your ${what} could not be loaded`}
      action={<SmallButton onClick={tryAgain}>Try again</SmallButton>}
    >
      {isReachable ? 'Try again in a moment.' : offlineText}
    </Notice>
  );
}
