import { Button } from '@mantine/core';
import { ShowMore } from '../../components/ShowMore.tsx';
import { SkeletonCard } from '../../components/SkeletonCard.tsx';
import { WindowedList } from '../../components/WindowedList.tsx';
import { SKELETON_CARDS } from '../../contract/constants.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { filterDeliveries, type ListTab } from '../../domain/delivery-list.ts';
import { explainMissing, type ReadFailure } from '../../domain/read-failure.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useMoreDeliveries } from '../../use-cases/deliveries/use-more-deliveries.ts';
import { DeliveryCard } from './DeliveryCard.tsx';
import classes from './DeliveryList.module.css';

type DeliveryListProps = {
  tab: ListTab;
  /** Whether there is a list, which may be stored. */
  isLoaded: boolean;
  /** Why the last call failed. */
  failure: ReadFailure | undefined;
  list: readonly DeliveryRequest[];
  updatedAt: Readonly<Record<string, number>>;
  search: string;
  onClearSearch: () => void;
};

export function DeliveryList({
  tab,
  isLoaded,
  failure,
  list,
  updatedAt,
  search,
  onClearSearch,
}: DeliveryListProps) {
  if (!isLoaded && !failure) return <DeliveryListSkeleton />;
  if (!isLoaded && failure) {
    return (
      <EmptyState
        illustration="lost"
        title="We could not load your deliveries"
        text={explainMissing(failure, 'your list of deliveries')}
      />
    );
  }
  return <LoadedDeliveries {...{ tab, list, updatedAt, search, onClearSearch }} />;
}

type LoadedDeliveriesProps = Omit<DeliveryListProps, 'isLoaded' | 'failure'>;

function LoadedDeliveries({ tab, list, updatedAt, search, onClearSearch }: LoadedDeliveriesProps) {
  const { open, finished } = filterDeliveries(tab, list, search);
  const storedCount = open.length + finished.length;
  const { shownCount, state, showMore } = useMoreDeliveries({ filter: tab, search, storedCount });
  if (storedCount === 0 && state === 'loading') return <DeliveryListSkeleton />;
  const more = <ShowMore state={state} onShowMore={showMore} />;
  if (storedCount === 0) {
    if (showMore) return more;
    return search.trim() === '' ? (
      <NoDeliveries tab={tab} />
    ) : (
      <NoMatchingDeliveries onClearSearch={onClearSearch} />
    );
  }
  const renderCards = (deliveries: DeliveryRequest[]) => (
    <WindowedList
      items={deliveries}
      className={`stack gap-3 ${classes.list}`}
      renderItem={(delivery) => (
        <li key={delivery.id}>
          <DeliveryCard delivery={delivery} updatedAt={updatedAt[delivery.id]} />
        </li>
      )}
    />
  );
  return (
    <>
      {open.length > 0 && renderCards(open.slice(0, shownCount))}
      {finished.length > 0 && shownCount > open.length && (
        <>
          <h2 className={`flex items-center gap-4 size-md text-soft tracking-normal ${classes.divider}`}>
            Finished
          </h2>
          {renderCards(finished.slice(0, shownCount - open.length))}
        </>
      )}
      {more}
    </>
  );
}

function DeliveryListSkeleton() {
  return (
    <div className={`stack gap-3 ${classes.list}`} aria-busy="true">
      {Array.from({ length: SKELETON_CARDS }, (_, index) => index).map((index) => (
        <SkeletonCard key={index} />
      ))}
    </div>
  );
}

function NoDeliveries({ tab }: { tab: ListTab }) {
  return (
    <EmptyState
      illustration="deliveries"
      title={tab === 'active' ? 'No active deliveries' : 'No past deliveries'}
      text={
        tab === 'active'
          ? 'Your next delivery will appear here as soon as you request it.'
          : 'Delivered, returned and cancelled deliveries appear here.'
      }
    >
      <ButtonLink to="/" variant="default">
        Request a Delivery
      </ButtonLink>
    </EmptyState>
  );
}

function NoMatchingDeliveries({ onClearSearch }: { onClearSearch: () => void }) {
  return (
    <EmptyState
      illustration="search"
      title="No delivery matches your search"
      text="Try a place, tracking number, reference, status or a word from your instructions."
    >
      <Button variant="default" onClick={onClearSearch}>
        Clear search
      </Button>
    </EmptyState>
  );
}
