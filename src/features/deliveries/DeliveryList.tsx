import { Button } from '@mantine/core';
import { CardList } from '../../components/CardList.tsx';
import { WindowedList } from '../../components/WindowedList.tsx';
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

export function DeliveryList(props: DeliveryListProps) {
  const { tab, isLoaded, failure, list, updatedAt, search, onClearSearch } = props;
  const { open, finished } = filterDeliveries(tab, list, search);
  const storedCount = open.length + finished.length;
  const { shownCount, state, showMore } = useMoreDeliveries({ filter: tab, search, storedCount });
  if (!isLoaded && failure) {
    return (
      <EmptyState
        illustration="lost"
        title="We could not load your deliveries"
        text={explainMissing(failure, 'your list of deliveries')}
      />
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
    <CardList
      isLoading={!isLoaded || (storedCount === 0 && state === 'loading')}
      isEmpty={storedCount === 0}
      emptyState={
        search.trim() === '' ? (
          <NoDeliveries tab={tab} />
        ) : (
          <NoMatchingDeliveries onClearSearch={onClearSearch} />
        )
      }
      className={classes.list ?? ''}
      state={state}
      onShowMore={showMore}
    >
      {open.length > 0 && renderCards(open.slice(0, shownCount))}
      {finished.length > 0 && shownCount > open.length && (
        <>
          <h2 className={`flex items-center gap-4 size-md text-soft tracking-normal ${classes.divider}`}>
            Finished
          </h2>
          {renderCards(finished.slice(0, shownCount - open.length))}
        </>
      )}
    </CardList>
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
