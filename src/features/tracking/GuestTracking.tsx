import { useEffect, useState } from 'react';
import { SkeletonCard } from '../../components/SkeletonCard.tsx';
import { useTracked } from '../../stores/tracked.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { whenUsed } from '../../ui/when-used.ts';
import { findTrackedPackage } from '../../use-cases/tracking/look-up-package.ts';
import { FoldedForm } from './FoldedForm.tsx';
import classes from './GuestTracking.module.css';
import { LookupMessage } from './LookupMessage.tsx';
import type { RenderNotifications } from './render-notifications.ts';
import { TrackForm } from './TrackForm.tsx';
import { TrackingHelp } from './TrackingHelp.tsx';
import { useLookup } from './use-lookup.ts';

const TrackingCard = lazyComponent(() => import('./TrackingCard.tsx').then((file) => file.TrackingCard), {
  fallback: <SkeletonCard />,
  showsFailure: true,
});
const GuestPackage = lazyComponent(() => import('./GuestPackage.tsx').then((file) => file.GuestPackage));

/** Loads the code of a result, which a page without a number does not show. */
function preloadResult(): void {
  void TrackingCard.preload();
  void GuestPackage.preload();
}

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
  const hasNumber = guid !== undefined;
  useEffect(() => {
    if (!hasNumber) return whenUsed(preloadResult);
    preloadResult();
    return undefined;
  }, [hasNumber]);
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
          <TrackingCard
            key={shown.guid}
            tracked={shown}
            lookup={lookup}
            renderNotifications={renderNotifications}
          />
        ) : (
          <LookupMessage lookup={lookup} />
        )}
      </div>
      {shown ? (
        <div className={classes.right}>
          <GuestPackage tracked={shown} />
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
