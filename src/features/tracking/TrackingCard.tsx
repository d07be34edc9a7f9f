import { referenceRow } from '../../components/NumberRows.tsx';
import { RefreshLine } from '../../components/RefreshLine.tsx';
import { RouteEnds } from '../../components/RouteEnds.tsx';
import { RouteLine } from '../../components/RouteLine.tsx';
import { ShareTracking } from '../../components/ShareTracking.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { useRouteLine } from '../../components/use-route-line.ts';
import { formatExpectedTime } from '../../domain/arrival.ts';
import { formatDateTime } from '../../domain/dates.ts';
import { isOutdated } from '../../domain/read-failure.ts';
import { badgeOf } from '../../domain/status-styles.ts';
import { trackingSummary } from '../../domain/tracking-summary.ts';
import type { TrackedPackage } from '../../stores/tracked.ts';
import { Rows } from '../../ui/Rows.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useLastLook } from '../../use-cases/last-look/use-last-look.ts';
import { lookUpPackage } from '../../use-cases/tracking/look-up-package.ts';
import { useRefresh } from '../../use-cases/use-refresh.ts';
import classes from './TrackingCard.module.css';
import type { LookupState } from './use-lookup.ts';

/** A package that was looked up by its number. */
export function TrackingCard({ tracked, lookup }: { tracked: TrackedPackage; lookup: LookupState }) {
  const { tracking, at, guid } = tracked;
  const now = useNow();
  const summary = trackingSummary(tracking, now);
  const { status } = summary;
  const refreshState = useRefresh({
    check: () => lookUpPackage(guid),
    statuses: [status],
    isCheckedOnMount: false,
    // The page looks the package up when it opens. If that failed, the card shows stored data and says so.
    earlierFailure: lookup.failure && !isOutdated(lookup.failure, at) ? lookup.failure : undefined,
  });
  const lastLook = useLastLook(tracking);
  const line = useRouteLine(status, at);
  const expected = formatExpectedTime(status, tracking, now);
  return (
    <article className="card overflow-hidden pt-5" aria-label="Tracking result">
      <div className={`px-5 pb-4 ${classes.top}`}>
        <StatusBadge {...badgeOf(status)} />
        <h2>{expected ?? summary.headline}</h2>
        {expected !== undefined && (
          <p className={`text-muted wrap-anywhere ${classes.headline}`}>{summary.headline}</p>
        )}
        <RouteLine {...line} />
        <RouteEnds from={{ title: summary.from }} to={{ title: summary.to }} />
        <div className={classes.age} data-stale={refreshState.outcome?.kind === 'failed' || undefined}>
          <RefreshLine updatedAt={at} refreshState={refreshState} lastLook={lastLook} />
        </div>
        <ShareTracking guid={tracking.guid} />
      </div>
      <Rows
        rows={[
          status === 'delivered' && {
            label: 'Delivered',
            value: formatDateTime(tracking.deliveredTime) ?? 'Unknown time',
          },
          referenceRow(tracking.referenceNumber),
          { label: 'Tracking number', value: <span className="code">{tracking.guid}</span> },
          summary.lastEvent && { label: 'Last event', value: summary.lastEvent },
        ]}
      />
    </article>
  );
}
