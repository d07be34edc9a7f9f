import { useState } from 'react';
import { displayStatusOfOrder } from '../../contract/display-status.ts';
import { isFinal } from '../../domain/display-status.ts';
import { useTracked } from '../../stores/tracked.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { findTrackedPackage } from '../../use-cases/tracking/look-up-package.ts';
import { FoldedForm } from './FoldedForm.tsx';
import { GuestMap } from './GuestMap.tsx';
import classes from './GuestTracking.module.css';
import { LookupMessage } from './LookupMessage.tsx';
import type { RenderNotifications } from './render-notifications.ts';
import { TrackForm } from './TrackForm.tsx';
import { TrackingCard } from './TrackingCard.tsx';
import { TrackingHelp } from './TrackingHelp.tsx';
import { TrackingTimeline } from './TrackingTimeline.tsx';
import { useLookup } from './use-lookup.ts';

type GuestTrackingProps = {
  guid: string | undefined;
  onTrack: (guid: string) => void;
  renderNotifications?: RenderNotifications | undefined;
};

/** Package Tracking for visitors who have a tracking number. */
export function GuestTracking({ guid, onTrack, renderNotifications }: GuestTrackingProps) {
  const lookup = useLookup(guid);
  const [isUnfolded, setIsUnfolded] = useState(false);
  const stored = useTracked(({ list }) => (guid === undefined ? undefined : findTrackedPackage(list, guid)));
  const shown = lookup.status === 'notFound' ? undefined : stored;
  return (
    <div className={classes.track}>
      <div className={classes.left}>
        <PageHeading>Package Tracking</PageHeading>
        <FoldedForm isFolded={shown !== undefined && !isUnfolded} onUnfold={() => setIsUnfolded(true)}>
          <TrackForm
            guid={guid}
            isBusy={lookup.status === 'loading'}
            findByReference={explainReference}
            onTrack={(number) => {
              setIsUnfolded(false);
              if (number === guid) lookup.retry();
              else onTrack(number);
            }}
          />
        </FoldedForm>
        {shown ? (
          <>
            <TrackingCard key={shown.guid} tracked={shown} lookup={lookup} />
            {!isFinal(displayStatusOfOrder(shown.tracking)) &&
              renderNotifications?.({ kind: 'parcel', guid: shown.guid })}
          </>
        ) : (
          <LookupMessage lookup={lookup} />
        )}
      </div>
      {shown ? (
        <div className={classes.right}>
          <GuestMap tracked={shown} />
          <TrackingTimeline tracking={shown.tracking} />
        </div>
      ) : (
        <TrackingHelp />
      )}
    </div>
  );
}

/** A reference is short enough to be guessed, so it shows nothing to a visitor. */
function explainReference(reference: string): { problem: string } {
  return {
    problem: `${reference} is a reference. Enter the tracking number from our e-mail, or log in to see your deliveries.`,
  };
}
