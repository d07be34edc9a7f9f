import { MANUAL_REFRESH_MIN_MS } from '../../contract/constants.ts';
import { expectedWords } from '../../domain/arrival.ts';
import { badgeOf } from '../../domain/delivery-card.ts';
import { isFinal } from '../../domain/display-status.ts';
import { formatDateTime } from '../../domain/format.ts';
import { refreshEveryMs } from '../../domain/refresh-interval.ts';
import { routeLineOf } from '../../domain/status-look.ts';
import { trackedWords } from '../../domain/tracking-words.ts';
import { checkPackage, couldNotCheck } from '../../flows/check.ts';
import { useApp } from '../../stores/app.ts';
import type { TrackedPackage } from '../../stores/tracked.ts';
import { Card } from '../../ui/Card.tsx';
import { RefreshLine } from '../../ui/RefreshLine.tsx';
import { RouteEnds } from '../../ui/RouteEnds.tsx';
import { RouteLine } from '../../ui/RouteLine.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useRefresh } from '../../ui/use-refresh.ts';
import classes from './TrackingCard.module.css';
import type { Looking } from './use-lookup.ts';

type Props = { found: TrackedPackage; lookup: Looking; oldAfter: number };

/** What is known of a package by its number. */
export function TrackingCard({ found, lookup, oldAfter }: Props) {
  const { answer, at, guid } = found;
  const now = useNow();
  const tracking = useApp(({ config }) => config.tracking);
  const words = trackedWords(answer, now);
  const { status } = words;
  const refreshing = useRefresh({
    check: () => checkPackage(guid),
    everyMs: refreshEveryMs([status], tracking),
    minGapMs: MANUAL_REFRESH_MIN_MS,
    isCheckedFirst: false,
  });
  const isOld = !isFinal(status) && now !== undefined && now - at >= oldAfter;
  // The page asks as soon as it opens; if nobody answered, what is shown is what was kept.
  const outcome = refreshing.outcome ?? (lookup.state === 'failed' ? couldNotCheck() : undefined);
  const expected = expectedWords(status, answer, now);
  return (
    <Card as="article" className={classes.card ?? ''} aria-label="Tracking result">
      <div className={classes.top}>
        <StatusBadge {...badgeOf(status)} />
        <h2>{words.headline}</h2>
        <RouteLine {...routeLineOf(status)} texture={isOld ? 'old' : 'confirmed'} />
        <RouteEnds from={{ title: words.from }} to={{ title: words.to }} />
        <div className={classes.age} data-stale={outcome?.kind === 'failed' || undefined}>
          <RefreshLine at={at} oldAfter={oldAfter} refreshing={{ ...refreshing, outcome }} />
        </div>
      </div>
      <Rows
        rows={[
          ...(expected ? [{ label: 'Expected', value: expected }] : []),
          ...(status === 'delivered'
            ? [{ label: 'Delivered', value: formatDateTime(answer.deliveredTime) ?? 'Unknown time' }]
            : []),
          ...(answer.referenceNumber
            ? [{ label: 'Reference', value: <span className={classes.code}>{answer.referenceNumber}</span> }]
            : []),
          { label: 'Tracking number', value: <span className={classes.code}>{answer.guid}</span> },
          ...(words.lastEvent ? [{ label: 'Last event', value: words.lastEvent }] : []),
        ]}
      />
    </Card>
  );
}
