import { Tabs } from '@mantine/core';
import { useRef, useState } from 'react';
import { RefreshLine } from '../../components/RefreshLine.tsx';
import { ShowMore } from '../../components/ShowMore.tsx';
import { SkeletonCard } from '../../components/SkeletonCard.tsx';
import { WindowedList } from '../../components/WindowedList.tsx';
import { SKELETON_CARDS } from '../../contract/constants.ts';
import { displayStatusOfOrder } from '../../contract/display-status.ts';
import { DISPLAY_STATUS_LABELS } from '../../contract/status.ts';
import {
  filterTrackedDeliveries,
  statusOf,
  TRACKING_TABS,
  type TrackingTab,
} from '../../domain/delivery-list.ts';
import { isFinal } from '../../domain/display-status.ts';
import { refreshIntervalMs } from '../../domain/refresh-interval.ts';
import { useApp } from '../../stores/app.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { checkDeliveries } from '../../use-cases/deliveries/check-for-changes.ts';
import { useMoreDeliveries } from '../../use-cases/deliveries/use-more-deliveries.ts';
import { useMyDeliveries } from '../../use-cases/deliveries/use-my-deliveries.ts';
import { useRefresh } from '../../use-cases/use-refresh.ts';
import classes from './CustomerTracking.module.css';
import { findMyDeliveryByReference } from './find-by-reference.ts';
import { LookupMessage } from './LookupMessage.tsx';
import { OtherPackage } from './OtherPackage.tsx';
import type { NotifiedAbout, RenderNotifications } from './render-notifications.ts';
import { TrackedDelivery } from './TrackedDelivery.tsx';
import { TrackForm } from './TrackForm.tsx';
import { TrackingResults } from './TrackingResults.tsx';
import { useFocusRequest } from './use-focus-request.ts';
import { type MyLookup, useMyLookup } from './use-my-lookup.ts';
import '@mantine/core/styles/Tabs.layer.css';
import '../../ui/tabs.css';

type CustomerTrackingProps = {
  guid: string | undefined;
  onTrack: (guid: string | undefined) => void;
  renderNotifications?: RenderNotifications | undefined;
};

/** Package Tracking for a customer: all their deliveries, and a form to track one by its number. */
export function CustomerTracking({ guid, onTrack, renderNotifications }: CustomerTrackingProps) {
  const { list, listUpdatedAt, updatedAt, isPartial } = useMyDeliveries();
  const tracking = useApp(({ config }) => config.tracking);
  const [tab, setTab] = useState<TrackingTab>('all');
  const [search, setSearch] = useState('');
  const form = useRef<HTMLDivElement>(null);
  const [isTrackedHere, setIsTrackedHere] = useState(false);
  // A result that the person asked for here takes the focus, because it appears above the list.
  const { takesFocus, requestFocus } = useFocusRequest();
  const refreshState = useRefresh({
    check: checkDeliveries,
    intervalMs: refreshIntervalMs(list.map(statusOf), tracking),
    isCheckedOnMount: true,
  });
  const hasFailed = refreshState.outcome?.kind === 'failed';
  const lookup = useMyLookup(guid, (listUpdatedAt !== undefined && !isPartial) || hasFailed);
  const isUnknown = listUpdatedAt === undefined && list.length === 0;
  const matching = filterTrackedDeliveries(tab, list, search);
  const more = useMoreDeliveries({ filter: tab, search, storedCount: matching.length });
  const shownDeliveries = matching.slice(0, more.shownCount);
  const isLoading = (isUnknown && !hasFailed) || (matching.length === 0 && more.state === 'loading');
  const notified = notifiedAbout(lookup);
  const message = guid !== undefined && !lookup.delivery && !lookup.otherPackage && (
    <LookupMessage lookup={lookup} />
  );
  function track(number: string) {
    setIsTrackedHere(true);
    requestFocus();
    if (number === guid) lookup.retry();
    else onTrack(number);
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <PageHeading>Package Tracking</PageHeading>
        <TextButton className={classes.toForm} onClick={() => form.current?.querySelector('input')?.focus()}>
          Track another package
        </TextButton>
      </div>
      <div className={`stack gap-8 mt-5 ${classes.columns}`}>
        <div className={`hide-empty stack gap-4 min-w-0 ${classes.result}`}>
          {lookup.delivery ? (
            <TrackingResults
              key={lookup.delivery.id}
              takesFocus={takesFocus}
              delivery={lookup.delivery}
              updatedAt={updatedAt[lookup.delivery.id]}
              lookup={lookup}
              isFailureShown={hasFailed}
              onClose={() => onTrack(undefined)}
            />
          ) : lookup.otherPackage ? (
            <OtherPackage
              key={lookup.otherPackage.guid}
              takesFocus={takesFocus}
              tracked={lookup.otherPackage}
              lookup={lookup}
              onClose={() => onTrack(undefined)}
            />
          ) : (
            !isTrackedHere && message
          )}
          {notified && renderNotifications?.(notified)}
        </div>
        <div className={`min-w-0 ${classes.list}`}>
          <PageSection title="Your Deliveries">
            {isUnknown && !hasFailed ? (
              <div className="flex flex-wrap items-center gap-x-4 min-h-tap size-sm text-muted">
                <p role="status">Loading your deliveries</p>
                <StillTrying isPending onCancel={refreshState.stopWaiting} />
              </div>
            ) : (
              <RefreshLine updatedAt={listUpdatedAt} refreshState={refreshState} />
            )}
            <Tabs
              value={tab}
              onChange={(value) => setTab(TRACKING_TABS.find((name) => name === value) ?? 'all')}
              keepMounted={false}
            >
              <Tabs.List aria-label="Status">
                {TRACKING_TABS.map((name) => (
                  <Tabs.Tab key={name} value={name}>
                    {name === 'all' ? 'All' : DISPLAY_STATUS_LABELS[name]}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              <div className={classes.search}>
                <SearchField
                  label="Search deliveries"
                  placeholder="Search deliveries..."
                  value={search}
                  onChange={setSearch}
                />
              </div>
              {TRACKING_TABS.map((name) => (
                <Tabs.Panel key={name} value={name}>
                  {isLoading ? (
                    <div className={`stack gap-3 ${classes.cards}`} aria-busy="true">
                      {Array.from({ length: SKELETON_CARDS }, (_, index) => index).map((index) => (
                        <SkeletonCard key={index} />
                      ))}
                    </div>
                  ) : shownDeliveries.length === 0 && !more.showMore ? (
                    <EmptyState
                      illustration="deliveries"
                      level={3}
                      title={emptyTitle(tab, search, isUnknown)}
                    />
                  ) : (
                    <WindowedList
                      items={shownDeliveries}
                      className={`stack gap-3 ${classes.cards}`}
                      renderItem={(delivery) => (
                        <li key={delivery.id}>
                          <TrackedDelivery
                            delivery={delivery}
                            updatedAt={updatedAt[delivery.id]}
                            isTracked={delivery.id === lookup.delivery?.id}
                            onTrack={track}
                          />
                        </li>
                      )}
                    />
                  )}
                  {!isLoading && <ShowMore state={more.state} onShowMore={more.showMore} />}
                </Tabs.Panel>
              ))}
            </Tabs>
          </PageSection>
        </div>
        <div className={`min-w-0 ${classes.form}`} ref={form}>
          <PageSection title="Track Another Package">
            <TrackForm
              guid={guid}
              isBusy={lookup.status === 'loading'}
              findByReference={findMyDeliveryByReference}
              onTrack={track}
            />
            {isTrackedHere && message}
          </PageSection>
        </div>
      </div>
    </>
  );
}

/** What the customer has looked up, unless it has ended. */
function notifiedAbout({ delivery, otherPackage }: MyLookup): NotifiedAbout | undefined {
  if (delivery) return isFinal(statusOf(delivery)) ? undefined : { kind: 'delivery', id: delivery.id };
  if (!otherPackage || isFinal(displayStatusOfOrder(otherPackage.tracking))) return undefined;
  return { kind: 'parcel', guid: otherPackage.guid };
}

function emptyTitle(tab: TrackingTab, search: string, isUnknown: boolean): string {
  if (isUnknown) return 'We could not load your deliveries';
  if (search.trim() !== '') return 'No delivery matches your search';
  return tab === 'all' ? 'No deliveries yet' : `No deliveries are ${DISPLAY_STATUS_LABELS[tab]}`;
}
