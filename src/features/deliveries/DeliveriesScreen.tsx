import { Button, Tabs } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue } from 'react';
import { CardList, DeliverySearch } from '../../components/CardList.tsx';
import { LoginPrompt } from '../../components/LoginPrompt.tsx';
import { MissingDeliveries } from '../../components/MissingDeliveries.tsx';
import { ListRefreshLine } from '../../components/RefreshLine.tsx';
import { RouteCard, type RouteCardProps } from '../../components/RouteCard.tsx';
import { SessionSwitch } from '../../components/SessionSwitch.tsx';
import { WindowedList } from '../../components/WindowedList.tsx';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { ListTab } from '../../contract/list-filter.ts';
import { deliveryCardOf } from '../../domain/arrival.ts';
import { filterDeliveries } from '../../domain/delivery-list.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { useUser } from '../../stores/user.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ButtonLink } from '../../ui/Links.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { useNow } from '../../ui/use-now.ts';
import {
  useDeliverySearch,
  useMoreDeliveries,
  useRefreshedDeliveries,
} from '../../use-cases/deliveries/use-my-deliveries.ts';
import { useLastLook } from '../../use-cases/last-look/use-last-look.ts';
import classes from './DeliveriesScreen.module.css';
import { useRequestAgain } from './use-request-again.ts';
import '@mantine/core/styles/Tabs.layer.css';
import '../../ui/tabs.css';

type DeliveriesScreenProps = {
  tab: ListTab;
  onTabChange: (tab: ListTab) => void;
  /** The requests that are saved on this device and not sent yet; they are shown above the list. */
  outboxSection?: ReactNode;
};

export function DeliveriesScreen(props: DeliveriesScreenProps) {
  const account = useUser(({ user }) => user?.email);
  const guest = (
    <div className="col-span-full">
      <div className={`hide-empty mt-4 ${classes.waiting}`}>{props.outboxSection}</div>
      <LoginPrompt
        title="Log in to see your deliveries"
        text="You'll find every delivery you request with your account here, with its status and timeline."
        onOpen={useDialogs.getState().openAuth}
      />
    </div>
  );
  return (
    <div className={`stack content-start items-start gap-x-4 min-h-page ${classes.page}`}>
      <PageHeading>My Deliveries</PageHeading>
      <SessionSwitch
        account={account}
        guest={guest}
        customer={<CustomerDeliveries {...props} />}
        loading="Loading your deliveries"
      />
    </div>
  );
}

function CustomerDeliveries({ tab, onTabChange, outboxSection }: DeliveriesScreenProps) {
  const deliveries = useRefreshedDeliveries();
  const { list, listUpdatedAt, refreshState, isUnknown } = deliveries;
  const [search, setSearch] = useDeliverySearch('deliveries');
  // Typing never waits for the list, which React renders afterwards.
  const shownSearch = useDeferredValue(search);
  const lastLook = useLastLook(list);
  return (
    <>
      <ListRefreshLine
        isLoading={isUnknown}
        updatedAt={listUpdatedAt}
        refreshState={refreshState}
        lastLook={lastLook}
      />
      <ButtonLink to="/" className={classes.request ?? ''} leftSection={<Icon name="plus" />}>
        Request a Delivery
      </ButtonLink>
      <div className="col-span-full">
        <div className={classes.waiting}>{outboxSection}</div>
        <Tabs
          value={tab}
          onChange={(value) => onTabChange(value === 'past' ? 'past' : 'active')}
          keepMounted={false}
        >
          <div className={`stack gap-3 ${classes.tools}`}>
            <Tabs.List aria-label="Status">
              <Tabs.Tab value="active">Active</Tabs.Tab>
              <Tabs.Tab value="past">Past</Tabs.Tab>
            </Tabs.List>
            <DeliverySearch value={search} onChange={setSearch} />
          </div>
          <Tabs.Panel key={tab} value={tab}>
            <DeliveryList
              tab={tab}
              deliveries={deliveries}
              search={shownSearch}
              onClearSearch={() => setSearch('')}
            />
          </Tabs.Panel>
        </Tabs>
      </div>
    </>
  );
}

type DeliveryListProps = {
  tab: ListTab;
  deliveries: ReturnType<typeof useRefreshedDeliveries>;
  search: string;
  onClearSearch: () => void;
};

function DeliveryList({ tab, deliveries, search, onClearSearch }: DeliveryListProps) {
  const { list, listUpdatedAt, updatedAt, refreshState, isUnknown, failure } = deliveries;
  const { open, finished } = filterDeliveries(tab, list, search);
  const storedCount = open.length + finished.length;
  const { shownCount, state, showMore } = useMoreDeliveries({ filter: tab, search, storedCount });
  if (isUnknown && failure) return <MissingDeliveries failure={failure} onRetry={refreshState.refresh} />;
  const renderCards = (items: DeliveryRequest[]) => (
    <WindowedList
      items={items}
      className={`stack gap-3 ${classes.list}`}
      renderItem={(delivery) => (
        <li key={delivery.id}>
          <DeliveryCard
            delivery={delivery}
            updatedAt={updatedAt[delivery.id]}
            listUpdatedAt={listUpdatedAt}
          />
        </li>
      )}
    />
  );
  return (
    <CardList
      isLoading={isUnknown || (storedCount === 0 && state === 'loading')}
      count={storedCount}
      search={search}
      emptyState={
        search.trim() === '' ? (
          <EmptyState illustration="deliveries" {...NO_DELIVERIES[tab]} />
        ) : (
          <EmptyState
            illustration="search"
            title="No delivery matches your search"
            text="Try a place, tracking number, reference, status or a word from your instructions."
          >
            <Button variant="default" onClick={onClearSearch}>
              Clear search
            </Button>
          </EmptyState>
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

const NO_DELIVERIES: Record<ListTab, { title: string; text: string }> = {
  active: {
    title: 'No active deliveries',
    text: 'Your next delivery will appear here as soon as you request it.',
  },
  past: {
    title: 'No past deliveries',
    text: 'Delivered, returned and canceled deliveries appear here.',
  },
};

type DeliveryCardProps = Pick<RouteCardProps, 'updatedAt' | 'listUpdatedAt'> & { delivery: DeliveryRequest };

/** One delivery in the list: the whole card links to its details, and a button orders it again. (PRD-87) */
function DeliveryCard({ delivery, ...age }: DeliveryCardProps) {
  const requestAgain = useRequestAgain();
  const card = deliveryCardOf(delivery, useNow());
  return (
    <div className="relative">
      <Link
        className="card card-link"
        to="/deliveries/$deliveryId"
        params={{ deliveryId: String(delivery.id) }}
      >
        <RouteCard {...card} {...age} action={<span className={classes.space} />} />
      </Link>
      <Button
        variant="subtle"
        size="sm"
        className={classes.again ?? ''}
        aria-label={`Send again: ${card.from.title} to ${card.to.title}`}
        onClick={() => requestAgain(delivery)}
      >
        Send again
      </Button>
    </div>
  );
}
