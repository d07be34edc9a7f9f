import { Tabs } from '@mantine/core';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { DeliverySearch } from '../../components/CardList.tsx';
import { LoginPrompt } from '../../components/LoginPrompt.tsx';
import { ListRefreshLine } from '../../components/RefreshLine.tsx';
import { SessionSwitch } from '../../components/SessionSwitch.tsx';
import type { ListTab } from '../../domain/delivery-list.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { useUser } from '../../stores/user.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { useRefreshedDeliveries } from '../../use-cases/deliveries/use-refreshed-deliveries.ts';
import { useLastLook } from '../../use-cases/last-look/use-last-look.ts';
import classes from './DeliveriesScreen.module.css';
import { DeliveryList } from './DeliveryList.tsx';
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
    <>
      <PageHeading>My Deliveries</PageHeading>
      <div className="hide-empty mt-4">{props.outboxSection}</div>
      <LoginPrompt
        title="Log in to see your deliveries"
        text="You'll find every delivery you request with your account here, with its status and timeline."
        onOpen={useDialogs.getState().openAuth}
      />
    </>
  );
  return <SessionSwitch account={account} guest={guest} customer={<CustomerDeliveries {...props} />} />;
}

function CustomerDeliveries({ tab, onTabChange, outboxSection }: DeliveriesScreenProps) {
  const { list, listUpdatedAt, updatedAt, refreshState, isUnknown, failure } = useRefreshedDeliveries();
  const [search, setSearch] = useState('');
  // Typing never waits for the list, which React renders afterwards.
  const shownSearch = useDeferredValue(search);
  const lastLook = useLastLook(list);
  const deliveryList = useMemo(
    () => (
      <DeliveryList
        tab={tab}
        isLoaded={!isUnknown}
        failure={failure}
        list={list}
        updatedAt={updatedAt}
        search={shownSearch}
        onClearSearch={() => setSearch('')}
      />
    ),
    [tab, isUnknown, failure, list, updatedAt, shownSearch],
  );
  return (
    <>
      <div className={`flex flex-wrap items-start justify-between gap-x-4 gap-y-2 ${classes.head}`}>
        <div className="min-w-0">
          <PageHeading>My Deliveries</PageHeading>
          <ListRefreshLine
            isLoading={isUnknown && !failure}
            updatedAt={listUpdatedAt}
            refreshState={refreshState}
            lastLook={lastLook}
          />
        </div>
        <ButtonLink to="/" className={classes.request ?? ''} leftSection={<Icon name="plus" />}>
          Request a Delivery
        </ButtonLink>
      </div>
      {outboxSection}
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
          {deliveryList}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
