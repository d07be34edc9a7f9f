import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Age } from '../../components/Age.tsx';
import { referenceRow } from '../../components/NumberRows.tsx';
import { RefreshLine } from '../../components/RefreshLine.tsx';
import { RouteEnds } from '../../components/RouteEnds.tsx';
import { RouteLine } from '../../components/RouteLine.tsx';
import { ShareTracking } from '../../components/ShareTracking.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { Timeline } from '../../components/Timeline.tsx';
import { useRouteLine } from '../../components/use-route-line.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { Tracking } from '../../contract/order.ts';
import { displayStatusOfOrder } from '../../contract/status.ts';
import { trackingHeadline } from '../../contract/tracking-text.ts';
import { formatExpectedTime } from '../../domain/arrival.ts';
import { formatDateTime } from '../../domain/dates.ts';
import { statusOf } from '../../domain/delivery-list.ts';
import { isFinal } from '../../domain/display-status.ts';
import { capitalize, formatDistance } from '../../domain/format.ts';
import { referenceOf, routeLabels } from '../../domain/place-labels.ts';
import { isOutdated, withReason } from '../../domain/read-failure.ts';
import { badgeOf } from '../../domain/status-styles.ts';
import { trackingSummary } from '../../domain/tracking-summary.ts';
import type { LineTexture } from '../../map/MapCanvas.tsx';
import { RouteMapFigure } from '../../map/RouteMapFigure.tsx';
import { canBeShown, endAt, endInTown, type RouteEnd } from '../../map/route-end.ts';
import type { PushSubject } from '../../push/push-copy.ts';
import type { TrackedPackage } from '../../stores/tracked.ts';
import { IconButton } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useRetry } from '../../use-cases/connectivity/use-retry.ts';
import { useLastLook } from '../../use-cases/last-look/use-last-look.ts';
import { lookUpPackage } from '../../use-cases/tracking/look-up-package.ts';
import { useRefresh } from '../../use-cases/use-refresh.ts';
import type { LookupState } from './LookupMessage.tsx';
import classes from './TrackingResults.module.css';
import layout from './TrackingScreen.module.css';

type ResultsProps = {
  /** Whether the heading takes the focus, because what the user pressed may be far below. */
  takesFocus: boolean;
  onClose: () => void;
};
type ResultProps = ResultsProps & { lookup: LookupState };
type TrackingResultsProps = ResultProps & {
  delivery: DeliveryRequest;
  updatedAt: number | undefined;
  /** Whether the page shows beside the list that the deliveries could not be refreshed. */
  isFailureShown: boolean;
};

function Results({ takesFocus, onClose, children }: ResultsProps & { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <section className={`card overflow-hidden ${classes.results}`} aria-label="Tracking Results">
      <div className={`flex items-center justify-between gap-4 ${classes.head}`}>
        <h2 className="size-md tracking-normal" ref={heading} tabIndex={-1}>
          Tracking Results
        </h2>
        <IconButton icon="close" label="Close tracking results" onClick={onClose} />
      </div>
      {children}
    </section>
  );
}

/** The delivery that a customer has looked up by its number. It stays until they close it. */
export function TrackingResults(props: TrackingResultsProps) {
  const { delivery, updatedAt, lookup, isFailureShown, takesFocus, onClose } = props;
  const now = useNow();
  const { order } = delivery;
  const status = statusOf(delivery);
  const ends = routeLabels(delivery);
  const line = useRouteLine(status, updatedAt);
  const expected = formatExpectedTime(status, order, now);
  const lastLook = useLastLook(delivery);
  useRetry(lookup.failure, lookup.retryQuietly);
  // The list may have confirmed the delivery after the lookup failed.
  const failure =
    lookup.failure && !isFailureShown && !isOutdated(lookup.failure, updatedAt) ? lookup.failure : undefined;
  const change = failure === undefined ? lastLook : undefined;
  return (
    <Results {...{ takesFocus, onClose }}>
      <div className="stack justify-items-start gap-2 px-5" role="status">
        <StatusBadge {...badgeOf(status)} />
        {expected !== undefined && (
          <p className="text-xl font-bold tracking-tight wrap-anywhere">{expected}</p>
        )}
        <p className={expected === undefined ? 'text-xl font-bold tracking-tight wrap-anywhere' : undefined}>
          {trackingHeadline(status, ends.to.title)}
        </p>
      </div>
      <div className={`stack gap-2 ${classes.route}`}>
        <RouteLine {...line} />
        <RouteEnds {...ends} />
        <div className={`stack items-center text-sm ${classes.age}`}>
          <p className="font-bold" role="status">
            {change}
          </p>
          {change === undefined && updatedAt !== undefined && <Age updatedAt={updatedAt} />}
        </div>
        {order && <ShareTracking guid={order.guid} />}
        {failure && (
          <Notice tone="warn" title="Couldn't refresh">
            {withReason(failure, 'This may be out of date.')}
          </Notice>
        )}
      </div>
      <Rows rows={[referenceRow(referenceOf(delivery))]} />
      <div className={`px-5 py-4 border-t ${classes.timeline}`}>
        <Timeline {...{ status, order }} request={delivery} destination={ends.to.title} />
      </div>
      <div className={classes.map}>
        <TrackingMap
          from={endAt(delivery.pickUpSnapshot)}
          to={endAt(delivery.dropOffSnapshot)}
          names={{ from: ends.from.title, to: ends.to.title }}
          texture={line.texture}
          progress={line.progress}
        />
      </div>
    </Results>
  );
}

/** A package that is not one of the customer's deliveries. They see what a guest sees: they may have ordered it as one. */
export function OtherPackage({
  tracked,
  lookup,
  takesFocus,
  onClose,
}: ResultProps & { tracked: TrackedPackage }) {
  return (
    <Results {...{ takesFocus, onClose }}>
      <p className={`px-5 size-15 text-soft ${classes.note}`}>
        This package is not in your account. You see what anyone with its tracking number can see.
      </p>
      <TrackingCard tracked={tracked} lookup={lookup} />
      <div className={`px-5 py-4 border-t ${classes.timeline}`}>
        <TrackingTimeline tracking={tracked.tracking} />
      </div>
    </Results>
  );
}

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
        <div className={classes.refresh} data-stale={refreshState.outcome?.kind === 'failed' || undefined}>
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

export type RenderNotifications = (about: PushSubject) => ReactNode;

type GuestPackageProps = {
  tracked: TrackedPackage;
  /** Renders the offer of notifications while the package is under way. */
  renderNotifications?: RenderNotifications | undefined;
};

/** The map and the timeline of a guest's package. The offer of notifications is last, because it appears last. */
export function GuestPackage({ tracked, renderNotifications }: GuestPackageProps) {
  const { guid, tracking, at } = tracked;
  const { status, from, to } = trackingSummary(tracking);
  const { texture, progress } = useRouteLine(status, at);
  return (
    <>
      <div className={`stack content-start gap-6 min-w-0 ${layout.right}`}>
        {/* A tracking number gives access to towns but not to streets. */}
        {tracking.from?.trim() && tracking.to?.trim() && (
          <TrackingMap
            from={endInTown(from)}
            to={endInTown(to)}
            names={{ from, to }}
            {...{ texture, progress }}
          />
        )}
        <TrackingTimeline tracking={tracking} />
      </div>
      <div className={`hide-empty ${layout.offer}`}>
        {!isFinal(status) && renderNotifications?.({ kind: 'parcel', guid })}
      </div>
    </>
  );
}

function TrackingTimeline({ tracking }: { tracking: Tracking }) {
  const destination = tracking.to?.trim() || undefined;
  return (
    <PageSection title="Timeline">
      <Timeline status={displayStatusOfOrder(tracking)} order={tracking} destination={destination} />
    </PageSection>
  );
}

type TrackingMapProps = {
  from: RouteEnd;
  to: RouteEnd;
  /** The names of both ends for the text alternative. */
  names: { from: string; to: string };
  texture: LineTexture;
  progress: number | undefined;
};

/** The route of a package on a map, with a text alternative. (MAP-04, MAP-05) */
function TrackingMap({ from, to, names, texture, progress }: TrackingMapProps) {
  const [distance, setDistance] = useState<number>();
  if (!canBeShown(from) && !canBeShown(to)) return null;
  return (
    <RouteMapFigure
      from={from}
      to={to}
      texture={texture}
      progress={progress}
      onDistanceChange={setDistance}
      caption={[
        `${names.from} to ${names.to}.`,
        progress !== undefined && 'The package on the line shows the progress, not its live position.',
        // It is the last, because it is added when the map has loaded.
        distance && `${capitalize(formatDistance(distance))} in a straight line.`,
      ]
        .filter(Boolean)
        .join(' ')}
    >
      <RouteLine texture={texture} progress={progress} />
      <RouteEnds from={{ title: names.from }} to={{ title: names.to }} />
    </RouteMapFigure>
  );
}
