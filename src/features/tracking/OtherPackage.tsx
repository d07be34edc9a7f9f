import { useLayoutEffect, useRef } from 'react';
import type { TrackedPackage } from '../../stores/tracked.ts';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { TrackingCard } from './TrackingCard.tsx';
import classes from './TrackingResults.module.css';
import { TrackingTimeline } from './TrackingTimeline.tsx';
import type { LookupState } from './use-lookup.ts';

type OtherPackageProps = {
  tracked: TrackedPackage;
  lookup: LookupState;
  takesFocus: boolean;
  onClose: () => void;
};

/** A package that is not one of the customer's deliveries. They see what a guest sees: they may have ordered it as one. */
export function OtherPackage({ tracked, lookup, takesFocus, onClose }: OtherPackageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <Card as="section" className={`overflow-hidden ${classes.results}`} aria-label="Tracking Results">
      <div className={`flex items-center justify-between gap-4 ${classes.head}`}>
        <h2 ref={heading} tabIndex={-1}>
          Tracking Results
        </h2>
        <IconButton icon="close" label="Close tracking results" onClick={onClose} />
      </div>
      <p className={`px-5 size-15 text-soft ${classes.note}`}>
        This package is not in your account. You see what anyone with its tracking number can see.
      </p>
      <TrackingCard tracked={tracked} lookup={lookup} />
      <div className={`px-5 py-4 border-t ${classes.timeline}`}>
        <TrackingTimeline tracking={tracked.tracking} />
      </div>
    </Card>
  );
}
