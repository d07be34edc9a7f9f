import { RECORD_OLD_MS } from '../../contract/constants.ts';
import { trackedPackage } from '../../flows/tracking.ts';
import { useTracked } from '../../stores/tracked.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { GuestMap } from './GuestMap.tsx';
import classes from './GuestTracking.module.css';
import { LookupState } from './LookupState.tsx';
import { TrackForm } from './TrackForm.tsx';
import { TrackingCard } from './TrackingCard.tsx';
import { TrackingHelp } from './TrackingHelp.tsx';
import { TrackingTimeline } from './TrackingTimeline.tsx';
import { useLookup } from './use-lookup.ts';

type Props = { guid: string | undefined; onTrack: (guid: string) => void };

/** Package Tracking for anybody who has a number. */
export function GuestTracking({ guid, onTrack }: Props) {
  const lookup = useLookup(guid);
  const known = useTracked(({ list }) => (guid === undefined ? undefined : trackedPackage(list, guid)));
  const shown = lookup.state === 'notFound' ? undefined : known;
  return (
    <div className={classes.track}>
      <div className={classes.left}>
        <PageHeading>Package Tracking</PageHeading>
        <TrackForm
          guid={guid}
          isBusy={lookup.state === 'looking'}
          onTrack={(number) => (number === guid ? lookup.again() : onTrack(number))}
        />
        {shown ? (
          <TrackingCard key={shown.guid} found={shown} lookup={lookup} oldAfter={RECORD_OLD_MS} />
        ) : (
          <LookupState lookup={lookup} isMine={false} />
        )}
      </div>
      {shown ? (
        <div className={classes.right}>
          <GuestMap found={shown} />
          <TrackingTimeline answer={shown.answer} />
        </div>
      ) : (
        <TrackingHelp />
      )}
    </div>
  );
}
