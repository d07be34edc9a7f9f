import { Button } from '@mantine/core';
import { SkeletonCard } from '../../components/SkeletonCard.tsx';
import { SKELETON_CARDS } from '../../contract/constants.ts';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { filterDeliveries, type ListTab } from '../../domain/delivery-list.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { DeliveryCard } from './DeliveryCard.tsx';
import classes from './DeliveryList.module.css';

type DeliveryListProps = {
  tab: ListTab;
  /** `unreachable`: nothing is known and nobody answered. */
  state: 'loading' | 'unreachable' | 'known';
  list: readonly DeliveryRequest[];
  /** Whether anybody answers at all; what they answered may be an error. */
  isReachable: boolean;
  updatedAt: Readonly<Record<string, number>>;
  search: string;
  onClearSearch: () => void;
};

export function DeliveryList({
  tab,
  state,
  isReachable,
  list,
  updatedAt,
  search,
  onClearSearch,
}: DeliveryListProps) {
  if (state === 'loading') return <DeliveryListSkeleton />;
  if (state === 'unreachable') {
    return (
      <EmptyState
        illustration="lost"
        title="We could not load your deliveries"
        text={
          isReachable
            ? 'The server could not answer. Try again in a moment.'
            : 'There is no connection, and nothing is kept on this device yet. They appear as soon as you are online.'
        }
      />
    );
  }
  const { open, finished } = filterDeliveries(tab, list, search);
  if (open.length === 0 && finished.length === 0) {
    return search.trim() === '' ? (
      <NoDeliveries tab={tab} />
    ) : (
      <NoMatchingDeliveries onClearSearch={onClearSearch} />
    );
  }
  const cards = (some: DeliveryRequest[]) => (
    <ul className={classes.list}>
      {some.map((delivery) => (
        <li key={delivery.id}>
          <DeliveryCard delivery={delivery} updatedAt={updatedAt[delivery.id]} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {open.length > 0 && cards(open)}
      {finished.length > 0 && (
        <>
          <h2 className={classes.divider}>Finished</h2>
          {cards(finished)}
        </>
      )}
    </>
  );
}

function DeliveryListSkeleton() {
  return (
    <div className={classes.list} aria-busy="true">
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
          ? 'Your next delivery appears here as soon as you have requested it.'
          : 'Delivered, returned and cancelled requests end up here.'
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
      text="Search by place, tracking number, reference, status or a word of your instructions."
    >
      <Button variant="default" onClick={onClearSearch}>
        Clear search
      </Button>
    </EmptyState>
  );
}
