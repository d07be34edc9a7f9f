import { useHydrated } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SkeletonCard } from '../../components/SkeletonCard.tsx';
import { TRACKING_RESULT_ID } from '../../contract/pages.ts';
import { explainReference } from '../../contract/tracking-number.ts';
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
const StoredPackages = lazyComponent(() =>
  import('./StoredPackages.tsx').then((file) => file.StoredPackages),
);
const GuestPackage = lazyComponent(() => import('./GuestPackage.tsx').then((file) => file.GuestPackage));

let isResultLoaded = false;

/** Loads the code of a result, which a page without a number does not show. */
export async function preloadResult(): Promise<void> {
  await Promise.all([TrackingCard.preload(), GuestPackage.preload()]);
  isResultLoaded = true;
}

type GuestTrackingProps = {
  guid: string | undefined;
  onTrack: (guid: string) => void;
  renderNotifications?: RenderNotifications | undefined;
};

/** Package Tracking for guests who have a tracking number. */
export function GuestTracking({ guid, onTrack, renderNotifications }: GuestTrackingProps) {
  const isHydrated = useHydrated();
  const lookup = useLookup(guid);
  // The form stays open for the result if the user has asked for it, or is changing the number.
  const [isUnfolded, setIsUnfolded] = useState(false);
  const [isCodeLoaded, setIsCodeLoaded] = useState(() => isResultLoaded);
  const stored = useTracked(({ list }) => (guid === undefined ? undefined : findTrackedPackage(list, guid)));
  // The prerendered page does not know what the device has stored. (TRK-17)
  const packages = useTracked(({ list }) => list);
  const hasNumber = guid !== undefined;
  useEffect(() => {
    if (!hasNumber) return whenUsed(() => void preloadResult());
    void preloadResult().then(() => setIsCodeLoaded(true));
    return undefined;
  }, [hasNumber]);
  const found = lookup.status === 'notFound' ? undefined : stored;
  const shown = isCodeLoaded ? found : undefined;
  const isPending = !isHydrated || (found ? !isCodeLoaded : lookup.status === 'loading');
  return (
    <div className={`stack gap-8 ${classes.track}`}>
      <div className={`stack content-start gap-4 min-w-0 relative ${classes.left}`}>
        <PageHeading>Package Tracking</PageHeading>
        <FoldedForm isFolded={shown !== undefined && !isUnfolded} onUnfold={() => setIsUnfolded(true)}>
          <TrackForm
            guid={guid}
            isBusy={lookup.status === 'loading'}
            findByReference={(reference) => ({ problem: explainReference(reference) })}
            onEdit={() => setIsUnfolded(true)}
            onTrack={(number) => {
              setIsUnfolded(false);
              if (number === guid) lookup.retry();
              else onTrack(number);
            }}
          />
        </FoldedForm>
        {isPending && <ServerResult />}
        {shown ? (
          <TrackingCard key={shown.guid} tracked={shown} lookup={lookup} />
        ) : (
          <div className={classes.state}>
            <LookupMessage lookup={isPending ? { ...lookup, status: 'loading' } : lookup} />
            {isPending && <SkeletonCard />}
          </div>
        )}
        {isHydrated && !shown && !isPending && packages.length > 0 && <StoredPackages packages={packages} />}
      </div>
      {shown ? (
        <GuestPackage tracked={shown} renderNotifications={renderNotifications} />
      ) : (
        <TrackingHelp hasPicture={lookup.status !== 'notFound'} />
      )}
    </div>
  );
}

/**
 * The element into which the server inserts the result of a lookup. Browsers without scripts show it, and all others
 * until the app shows the result itself. React does not change the content of this element.
 */
function ServerResult() {
  return (
    <div id={TRACKING_RESULT_ID} className={classes.serverResult} suppressHydrationWarning>
      {''}
    </div>
  );
}
