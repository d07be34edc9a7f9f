import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Age } from '../../components/Age.tsx';
import { referenceRow } from '../../components/NumberRows.tsx';
import { RouteEnds } from '../../components/RouteEnds.tsx';
import { RouteLine } from '../../components/RouteLine.tsx';
import { ShareTracking } from '../../components/ShareTracking.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { Timeline } from '../../components/Timeline.tsx';
import { useRouteLine } from '../../components/use-route-line.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { trackingHeadline } from '../../contract/tracking-text.ts';
import { formatExpectedTime } from '../../domain/arrival.ts';
import { statusOf } from '../../domain/delivery-list.ts';
import { routeLabels } from '../../domain/place-labels.ts';
import { isOutdated, withReason } from '../../domain/read-failure.ts';
import { referenceOf } from '../../domain/reference.ts';
import { badgeOf } from '../../domain/status-styles.ts';
import { endAt } from '../../map/route-end.ts';
import type { TrackedPackage } from '../../stores/tracked.ts';
import { IconButton } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useRetry } from '../../use-cases/connectivity/use-retry.ts';
import { useLastLook } from '../../use-cases/last-look/use-last-look.ts';
import { TrackingMap, TrackingTimeline } from './GuestPackage.tsx';
import { TrackingCard } from './TrackingCard.tsx';
import classes from './TrackingResults.module.css';
import type { LookupState } from './use-lookup.ts';

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

/** The card of a result, with its heading and the button that closes it. */
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
        <div className={`stack items-center text-sm font-bold ${classes.age}`}>
          <p role="status">{change}</p>
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
