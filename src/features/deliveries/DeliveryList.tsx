import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CardList } from '../../components/CardList.tsx';
import { RouteCard } from '../../components/RouteCard.tsx';
import { WindowedList } from '../../components/WindowedList.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { deliveryCardOf } from '../../domain/delivery-card.ts';
import { filterDeliveries, type ListTab } from '../../domain/delivery-list.ts';
import { explainMissing, type ReadFailure } from '../../domain/read-failure.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/Icon.tsx';
import { useNow } from '../../ui/use-now.ts';
import { useMoreDeliveries } from '../../use-cases/deliveries/use-more-deliveries.ts';
import classes from './DeliveryList.module.css';
import { useRequestAgain } from './use-request-again.ts';

type DeliveryListProps = {
  tab: ListTab;
  /** Whether there is a list, which may be stored. */
  isLoaded: boolean;
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

/** One delivery in the list: the whole card links to its details, and a button orders it again. (PRD-87) */
function DeliveryCard({ delivery, updatedAt }: { delivery: DeliveryRequest; updatedAt: number | undefined }) {
  const now = useNow();
  const requestAgain = useRequestAgain();
  const card = deliveryCardOf(delivery, now);
  return (
    <div className="relative">
      <Link
        className="card card-link"
        to="/deliveries/$deliveryId"
        params={{ deliveryId: String(delivery.id) }}
      >
        <RouteCard {...card} updatedAt={updatedAt} action={<span className={classes.space} />} />
      </Link>
      <IconButton
        icon="return"
        label={`Send again: ${card.from.title} to ${card.to.title}`}
        className={classes.again ?? ''}
        onClick={() => requestAgain(delivery)}
      />
    </div>
  );
}
