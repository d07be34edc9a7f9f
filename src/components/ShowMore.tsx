import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useIsReachable } from '../ui/StillTrying.tsx';

export type ShowMoreProps = {
  state: 'idle' | 'loading' | 'failed';
  /** Undefined if everything is shown; then this shows nothing. */
  onShowMore: (() => void) | undefined;
};

/** The end of a list that is longer than what is shown. Scrolling to it has the same effect as pressing it. */
export function ShowMore({ state, onShowMore }: ShowMoreProps) {
  const isReachable = useIsReachable();
  const end = useRef<HTMLDivElement>(null);
  const showMore = useEffectEvent(() => onShowMore?.());
  const isWaiting = state === 'idle' && onShowMore !== undefined;
  useEffect(() => {
    const element = end.current;
    if (!isWaiting || element === null) return;
    // A list that is shorter than the screen is filled at once, because its end is in view from the start.
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) showMore();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWaiting]);

  if (onShowMore === undefined) return null;
  return (
    <div ref={end} className="stack justify-items-center gap-3 py-4">
      {state === 'failed' && (
        <p role="status">
          {isReachable
            ? 'We could not load more. Try again in a moment.'
            : 'Older entries load when you are back online.'}
        </p>
      )}
      <Button variant="default" loading={state === 'loading'} onClick={onShowMore}>
        Show more
      </Button>
    </div>
  );
}
