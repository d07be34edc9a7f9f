import { Tabs } from '@mantine/core';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { LoginPrompt } from '../../components/LoginPrompt.tsx';
import { RefreshLine } from '../../components/RefreshLine.tsx';
import { SessionSwitch } from '../../components/SessionSwitch.tsx';
import { type ListTab, statusOf } from '../../domain/delivery-list.ts';
import { refreshIntervalMs } from '../../domain/refresh-interval.ts';
import { useApp } from '../../stores/app.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { useUser } from '../../stores/user.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { checkDeliveries } from '../../use-cases/deliveries/check-for-changes.ts';
import { useMyDeliveries } from '../../use-cases/deliveries/use-my-deliveries.ts';
import { useLastLook } from '../../use-cases/last-look/use-last-look.ts';
import { useRefresh } from '../../use-cases/use-refresh.ts';
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
  const openAuth = useDialogs((dialogs) => dialogs.openAuth);
  const visitor = (
    <>
      <PageHeading>My Deliveries</PageHeading>
      {props.outboxSection}
      <LoginPrompt
        title="Log in to see your deliveries"
        text="You'll find every delivery you request with your account here, with its status and timeline."
        onLogin={() => openAuth('login')}
        onRegister={() => openAuth('register')}
      />
    </>
  );
  return <SessionSwitch account={account} visitor={visitor} customer={<CustomerDeliveries {...props} />} />;
}

function CustomerDeliveries({ tab, onTabChange, outboxSection }: DeliveriesScreenProps) {
  const { list, listUpdatedAt, updatedAt } = useMyDeliveries();
  const tracking = useApp(({ config }) => config.tracking);
  const [search, setSearch] = useState('');
  // Typing never waits for the list, which React renders afterwards.
  const shownSearch = useDeferredValue(search);
  const refreshState = useRefresh({
    check: checkDeliveries,
    intervalMs: refreshIntervalMs(list.map(statusOf), tracking),
    isCheckedOnMount: true,
  });
  const lastLook = useLastLook(list);
  const isNotLoaded = listUpdatedAt === undefined && list.length === 0;
  const failure = refreshState.outcome?.kind === 'failed' ? refreshState.outcome.failure : undefined;
  const deliveryList = useMemo(
    () => (
      <DeliveryList
        tab={tab}
        isLoaded={!isNotLoaded}
        failure={failure}
        list={list}
        updatedAt={updatedAt}
        search={shownSearch}
        onClearSearch={() => setSearch('')}
      />
    ),
    [tab, isNotLoaded, failure, list, updatedAt, shownSearch],
  );
  return (
    <>
      <div className={`flex flex-wrap items-start justify-between gap-x-4 gap-y-2 ${classes.head}`}>
        <div className="min-w-0">
          <PageHeading>My Deliveries</PageHeading>
          {isNotLoaded && !failure ? (
            <div className="flex flex-wrap items-center gap-x-4 min-h-tap size-sm text-muted">
              <p role="status">Loading your deliveries</p>
              <StillTrying isPending onCancel={refreshState.stopWaiting} />
            </div>
          ) : (
            <RefreshLine updatedAt={listUpdatedAt} refreshState={refreshState} lastLook={lastLook} />
          )}
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
          <SearchField
            label="Search deliveries"
            placeholder="Search deliveries..."
            value={search}
            onChange={setSearch}
          />
        </div>
        <Tabs.Panel value="active">{deliveryList}</Tabs.Panel>
        <Tabs.Panel value="past">{deliveryList}</Tabs.Panel>
      </Tabs>
    </>
  );
}
