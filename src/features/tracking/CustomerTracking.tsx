import { Tabs } from '@mantine/core';
import { useState } from 'react';
import { MANUAL_REFRESH_MIN_MS, RECORD_OLD_MS, SKELETON_CARDS } from '../../contract/constants.ts';
import { DISPLAY_STATUS_LABELS } from '../../contract/status.ts';
import { statusOf, TRACKING_TABS, type TrackingTab, trackedOf } from '../../domain/delivery-list.ts';
import { refreshEveryMs } from '../../domain/refresh-interval.ts';
import { checkDeliveries } from '../../flows/check.ts';
import { useMyDeliveries } from '../../flows/use-my-deliveries.ts';
import { useApp } from '../../stores/app.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { RefreshLine } from '../../ui/RefreshLine.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SkeletonCard } from '../../ui/SkeletonCard.tsx';
import { useRefresh } from '../../ui/use-refresh.ts';
import classes from './CustomerTracking.module.css';
import { LookupState } from './LookupState.tsx';
import { TrackedDelivery } from './TrackedDelivery.tsx';
import { TrackForm } from './TrackForm.tsx';
import { TrackingResults } from './TrackingResults.tsx';
import { useMyLookup } from './use-my-lookup.ts';

type Props = { guid: string | undefined; onTrack: (guid: string | undefined) => void };

/** Package Tracking for a customer: every delivery of theirs, and one by its number. */
export function CustomerTracking({ guid, onTrack }: Props) {
  const { list, listUpdatedAt, updatedAt } = useMyDeliveries();
  const tracking = useApp(({ config }) => config.tracking);
  const [tab, setTab] = useState<TrackingTab>('all');
  const [search, setSearch] = useState('');
  const [isPicked, setPicked] = useState(false);
  const refreshing = useRefresh({
    check: checkDeliveries,
    everyMs: refreshEveryMs(list.map(statusOf), tracking),
    minGapMs: MANUAL_REFRESH_MIN_MS,
    isCheckedFirst: true,
  });
  const hasFailed = refreshing.outcome?.kind === 'failed';
  const lookup = useMyLookup(guid, listUpdatedAt !== undefined || hasFailed);
  const isUnknown = listUpdatedAt === undefined && list.length === 0;
  const shown = trackedOf(tab, list, search);
  return (
    <>
      <PageHeading>Package Tracking</PageHeading>
      <div className={classes.columns}>
        <div className={classes.side}>
          <PageSection title="Track Another Package">
            <TrackForm
              guid={guid}
              isBusy={lookup.state === 'looking'}
              onTrack={(number) => {
                setPicked(false);
                if (number === guid) lookup.again();
                else onTrack(number);
              }}
            />
          </PageSection>
          {lookup.delivery ? (
            <TrackingResults
              key={lookup.delivery.id}
              takesFocus={isPicked}
              delivery={lookup.delivery}
              updatedAt={updatedAt[lookup.delivery.id]}
              lookup={lookup}
              onClose={() => onTrack(undefined)}
            />
          ) : (
            guid !== undefined && <LookupState lookup={lookup} isMine />
          )}
        </div>
        <PageSection title="Your Deliveries" className={classes.list}>
          {isUnknown && !hasFailed ? (
            <p role="status" className={classes.loading}>
              Loading your deliveries
            </p>
          ) : (
            <RefreshLine at={listUpdatedAt} oldAfter={RECORD_OLD_MS} refreshing={refreshing} />
          )}
          <Tabs
            value={tab}
            onChange={(value) => setTab(TRACKING_TABS.find((one) => one === value) ?? 'all')}
            keepMounted={false}
          >
            <Tabs.List aria-label="Status">
              {TRACKING_TABS.map((one) => (
                <Tabs.Tab key={one} value={one}>
                  {one === 'all' ? 'All' : DISPLAY_STATUS_LABELS[one]}
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
            {TRACKING_TABS.map((one) => (
              <Tabs.Panel key={one} value={one}>
                {isUnknown && !hasFailed ? (
                  <div className={classes.cards} aria-busy="true">
                    {Array.from({ length: SKELETON_CARDS }, (_, index) => index).map((index) => (
                      <SkeletonCard key={index} />
                    ))}
                  </div>
                ) : shown.length === 0 ? (
                  <EmptyState
                    illustration="deliveries"
                    level={3}
                    title={emptyTitle(tab, search, isUnknown)}
                  />
                ) : (
                  <ul className={classes.cards}>
                    {shown.map((delivery) => (
                      <li key={delivery.id}>
                        <TrackedDelivery
                          delivery={delivery}
                          updatedAt={updatedAt[delivery.id]}
                          isTracked={delivery.id === lookup.delivery?.id}
                          onTrack={(number) => {
                            setPicked(true);
                            onTrack(number);
                          }}
                        />
                      </li>
                    ))}
                  </ul>
                )}
              </Tabs.Panel>
            ))}
          </Tabs>
        </PageSection>
      </div>
    </>
  );
}

function emptyTitle(tab: TrackingTab, search: string, isUnknown: boolean): string {
  if (isUnknown) return 'We could not load your deliveries';
  if (search.trim() !== '') return 'No delivery matches your search';
  return tab === 'all' ? 'No deliveries yet' : `No deliveries are ${DISPLAY_STATUS_LABELS[tab]}`;
}
