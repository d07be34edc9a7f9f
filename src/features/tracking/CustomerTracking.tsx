import { Tabs } from '@mantine/core';
import { useEffect, useState } from 'react';
import { CardList, DeliverySearch } from '../../components/CardList.tsx';
import { MissingDeliveries } from '../../components/MissingDeliveries.tsx';
import { ListRefreshLine } from '../../components/RefreshLine.tsx';
import type { CardAgeProps } from '../../components/RouteCard.tsx';
import { WindowedList } from '../../components/WindowedList.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { TRACKING_TABS, type TrackingTab } from '../../contract/list-filter.ts';
import { DISPLAY_STATUS_LABELS, displayStatusOfOrder } from '../../contract/status.ts';
import { isReference } from '../../contract/tracking-number.ts';
import { deliveryCardOf } from '../../domain/arrival.ts';
import { filterTrackedDeliveries, statusOf } from '../../domain/delivery-list.ts';
import { isFinal } from '../../domain/display-status.ts';
import { referenceOf, routeTitle } from '../../domain/place-labels.ts';
import type { PushSubject } from '../../push/push-copy.ts';
import { useTracked } from '../../stores/tracked.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ButtonLink, TextLink } from '../../ui/Links.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { loadDeliveryByNumber } from '../../use-cases/deliveries/refresh-deliveries.ts';
import {
  type MyDeliveries,
  useDeliverySearch,
  useMoreDeliveries,
  useRefreshedDeliveries,
} from '../../use-cases/deliveries/use-my-deliveries.ts';
import { findTrackedPackage } from '../../use-cases/tracking/look-up-package.ts';
import classes from './CustomerTracking.module.css';
import { LookupMessage, useLookup } from './LookupMessage.tsx';
import { TrackedRow } from './TrackedRow.tsx';
import { TrackForm } from './TrackForm.tsx';
import { OtherPackage, type RenderNotifications, TrackingResults } from './TrackingResults.tsx';
import '@mantine/core/styles/Tabs.layer.css';
import '../../ui/tabs.css';

export type TrackingProps = {
  /** The tracking number in the URL. */
  guid: string | undefined;
  onTrack: (guid: string | undefined) => void;
  renderNotifications?: RenderNotifications | undefined;
};

/** Package Tracking for a customer: all their deliveries, and a form to track one by its number. */
export function CustomerTracking({ guid, onTrack, renderNotifications }: TrackingProps) {
  const deliveries = useRefreshedDeliveries();
  const { list, listUpdatedAt, updatedAt, isPartial, refreshState, isUnknown, failure } = deliveries;
  const [tab, setTab] = useState<TrackingTab>('all');
  const [search, setSearch] = useDeliverySearch('tracking');
  // A result that the user asked for here takes the focus, because it appears above the list.
  const { takesFocus, requestFocus } = useFocusRequest();
  const hasFailed = failure !== undefined;
  // The form looks references up.
  const number = isReference(guid) ? undefined : guid;
  // A second attempt to load the list hides no result.
  const isListLoaded = (listUpdatedAt !== undefined && !isPartial) || hasFailed || refreshState.isChecking;
  const lookup = useMyLookup(number, deliveries, isListLoaded);
  const matching = filterTrackedDeliveries(tab, list, search);
  const more = useMoreDeliveries({ filter: tab, search, storedCount: matching.length });
  const notified = notifiedAbout(lookup);
  function track(number: string) {
    requestFocus();
    if (number === guid) lookup.retry();
    else onTrack(number);
  }
  return (
    <div className={`stack content-start gap-8 min-h-page mt-5 ${classes.columns}`}>
      <div className="min-w-0">
        <PageSection title="Track Another Package">
          <TrackForm guid={guid} isBusy={lookup.status === 'loading'} onTrack={track} />
          {number !== undefined && !lookup.delivery && !lookup.otherPackage && (
            <LookupMessage lookup={lookup} />
          )}
        </PageSection>
      </div>
      <div className="hide-empty stack gap-4 min-w-0">
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
        ) : (
          lookup.otherPackage && (
            <OtherPackage
              key={lookup.otherPackage.guid}
              takesFocus={takesFocus}
              tracked={lookup.otherPackage}
              lookup={lookup}
              onClose={() => onTrack(undefined)}
            />
          )
        )}
        {notified && renderNotifications?.(notified)}
      </div>
      <div className={`min-w-0 ${classes.list}`}>
        <PageSection title="Your Deliveries">
          <ListRefreshLine isLoading={isUnknown} updatedAt={listUpdatedAt} refreshState={refreshState} />
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
            <DeliverySearch className={classes.search} value={search} onChange={setSearch} />
            <Tabs.Panel key={tab} value={tab}>
              <CardList
                isLoading={(isUnknown && !hasFailed) || (matching.length === 0 && more.state === 'loading')}
                count={matching.length}
                search={search}
                emptyState={
                  isUnknown && failure ? (
                    <MissingDeliveries failure={failure} level={3} onRetry={refreshState.refresh} />
                  ) : (
                    <EmptyState illustration="deliveries" level={3} title={emptyTitle(tab, search)} />
                  )
                }
                className=""
                state={more.state}
                onShowMore={more.showMore}
              >
                <WindowedList
                  items={matching.slice(0, more.shownCount)}
                  className="divided"
                  chunksClassName="card divided"
                  renderItem={(delivery) => (
                    <li key={delivery.id}>
                      <TrackedDelivery
                        delivery={delivery}
                        updatedAt={updatedAt[delivery.id]}
                        listUpdatedAt={listUpdatedAt}
                        isTracked={delivery.id === lookup.delivery?.id}
                        onTrack={track}
                      />
                    </li>
                  )}
                />
              </CardList>
            </Tabs.Panel>
          </Tabs>
          <TextLink to="/deliveries">Open My Deliveries</TextLink>
        </PageSection>
      </div>
    </div>
  );
}

/**
 * Looks up a tracking number among the customer's own deliveries, by the order id of the response. If the device does
 * not have all of them, it asks the server for the delivery with this number. If the lookup has failed, the number is
 * compared with the stored deliveries instead.
 * @param isListLoaded whether the list has loaded; until then a missing match is not final
 */
function useMyLookup(
  guid: string | undefined,
  { list, next }: Pick<MyDeliveries, 'list' | 'next'>,
  isListLoaded: boolean,
) {
  const lookup = useLookup(guid);
  const stored = useTracked((tracked) =>
    guid === undefined ? undefined : findTrackedPackage(tracked.list, guid),
  );
  const [searchedGuid, setSearchedGuid] = useState<string>();
  const hasResponse = lookup.status === 'changed' || lookup.status === 'same';
  const delivery = hasResponse
    ? list.find(({ order }) => order && order.id === stored?.tracking.id)
    : list.find(({ order }) => order?.guid.toLowerCase() === guid?.toLowerCase());
  const isSearchDue =
    hasResponse && isListLoaded && delivery === undefined && next !== undefined && searchedGuid !== guid;
  useEffect(() => {
    if (!isSearchDue || guid === undefined) return;
    let isCurrent = true;
    void loadDeliveryByNumber(guid.trim()).then(() => isCurrent && setSearchedGuid(guid));
    return () => {
      isCurrent = false;
    };
  }, [isSearchDue, guid]);

  const none = { delivery: undefined, otherPackage: undefined };
  if (guid === undefined || lookup.status === 'notFound') return { ...lookup, ...none };
  if (delivery) return { ...lookup, delivery, otherPackage: undefined };
  if (isListLoaded && !isSearchDue) return { ...lookup, delivery: undefined, otherPackage: stored };
  return { ...lookup, status: hasResponse ? 'loading' : lookup.status, ...none };
}

/** What the customer has looked up, unless it has ended. */
function notifiedAbout({ delivery, otherPackage }: ReturnType<typeof useMyLookup>): PushSubject | undefined {
  if (delivery) return isFinal(statusOf(delivery)) ? undefined : { kind: 'delivery', id: delivery.id };
  if (!otherPackage || isFinal(displayStatusOfOrder(otherPackage.tracking))) return undefined;
  return { kind: 'parcel', guid: otherPackage.guid };
}

function emptyTitle(tab: TrackingTab, search: string): string {
  if (search.trim() !== '') return 'No delivery matches your search';
  return tab === 'all' ? 'No deliveries yet' : `No deliveries are ${DISPLAY_STATUS_LABELS[tab]}`;
}

type TrackedDeliveryProps = CardAgeProps & {
  delivery: DeliveryRequest;
  isTracked: boolean;
  onTrack: (guid: string) => void;
};

function TrackedDelivery({ delivery, isTracked, onTrack, ...age }: TrackedDeliveryProps) {
  const guid = delivery.order?.guid;
  const [route, reference] = [routeTitle(delivery), referenceOf(delivery)];
  const title = `${route}, ${reference}`;
  return (
    <TrackedRow
      {...age}
      {...deliveryCardOf(delivery, useNow())}
      {...{ title, route }}
      notes={guid ? [reference] : [reference, 'No tracking number yet']}
    >
      {guid ? (
        <SmallButton aria-label={`Track ${title}`} aria-pressed={isTracked} onClick={() => onTrack(guid)}>
          Track
        </SmallButton>
      ) : (
        <ButtonLink
          size="sm"
          variant="subtle"
          to="/deliveries/$deliveryId"
          params={{ deliveryId: String(delivery.id) }}
          aria-label={`Details of ${title}`}
        >
          Details
        </ButtonLink>
      )}
    </TrackedRow>
  );
}

/**
 * Whether something that the user has asked for takes the focus when it appears. It does not if they have gone on to
 * something else before it arrives, because what they type there would be lost.
 */
function useFocusRequest(): { takesFocus: boolean; requestFocus: () => void } {
  const [takesFocus, setTakesFocus] = useState(false);
  useEffect(() => {
    if (!takesFocus) return;
    const listeners = new AbortController();
    const keepFocus = () => setTakesFocus(false);
    for (const type of ['focusin', 'input']) {
      document.addEventListener(type, keepFocus, { signal: listeners.signal });
    }
    return () => listeners.abort();
  }, [takesFocus]);
  return { takesFocus, requestFocus: () => setTakesFocus(true) };
}
