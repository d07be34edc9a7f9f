import { Tabs } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { MANUAL_REFRESH_MIN_MS, RECORD_OLD_MS } from '../../contract/constants.ts';
import { type ListTab, statusOf } from '../../domain/delivery-list.ts';
import { refreshEveryMs } from '../../domain/refresh-interval.ts';
import { checkDeliveries } from '../../flows/check.ts';
import { useMyDeliveries } from '../../flows/use-my-deliveries.ts';
import { useApp } from '../../stores/app.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { useUser } from '../../stores/user.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { RefreshLine } from '../../ui/RefreshLine.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SignInPrompt } from '../../ui/SignInPrompt.tsx';
import { useRefresh } from '../../ui/use-refresh.ts';
import classes from './DeliveriesScreen.module.css';
import { DeliveryList } from './DeliveryList.tsx';

/** @param waiting what waits on this device to be sent, above everything that the server knows */
export function DeliveriesScreen({ waiting }: { waiting?: ReactNode }) {
  const account = useUser(({ user }) => user?.email);
  const openAuth = useDialogs((dialogs) => dialogs.openAuth);
  if (account !== undefined) return <MyDeliveries key={account} waiting={waiting} />;
  return (
    <>
      <PageHeading>My Deliveries</PageHeading>
      {waiting}
      <SignInPrompt
        title="Log in to see your deliveries"
        text="Deliveries that you request with an account are listed here, with their status and their timeline."
        onLogin={() => openAuth('login')}
        onRegister={() => openAuth('register')}
      />
    </>
  );
}

function MyDeliveries({ waiting }: { waiting: ReactNode }) {
  const { list, listUpdatedAt, updatedAt } = useMyDeliveries();
  const tracking = useApp(({ config }) => config.tracking);
  const isReachable = useApp((app) => app.isReachable);
  const [tab, setTab] = useState<ListTab>('active');
  const [search, setSearch] = useState('');
  const refreshing = useRefresh({
    check: checkDeliveries,
    everyMs: refreshEveryMs(list.map(statusOf), tracking),
    minGapMs: MANUAL_REFRESH_MIN_MS,
    isCheckedFirst: true,
  });
  const isUnknown = listUpdatedAt === undefined && list.length === 0;
  const hasFailed = refreshing.outcome?.kind === 'failed';
  const shown = (
    <DeliveryList
      tab={tab}
      state={!isUnknown ? 'known' : hasFailed ? 'unreachable' : 'loading'}
      isReachable={isReachable}
      list={list}
      updatedAt={updatedAt}
      search={search}
      onClearSearch={() => setSearch('')}
    />
  );
  return (
    <>
      <div className={classes.head}>
        <div>
          <PageHeading>My Deliveries</PageHeading>
          {isUnknown && !hasFailed ? (
            <p role="status" className={classes.loading}>
              Loading your deliveries
            </p>
          ) : (
            <RefreshLine at={listUpdatedAt} oldAfter={RECORD_OLD_MS} refreshing={refreshing} />
          )}
        </div>
        <ButtonLink to="/" className={classes.request ?? ''} leftSection={<Icon name="plus" />}>
          Request a Delivery
        </ButtonLink>
      </div>
      {waiting}
      <Tabs
        value={tab}
        onChange={(value) => setTab(value === 'past' ? 'past' : 'active')}
        keepMounted={false}
      >
        <div className={classes.tools}>
          <Tabs.List className={classes.tabs ?? ''}>
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
        <Tabs.Panel value="active">{shown}</Tabs.Panel>
        <Tabs.Panel value="past">{shown}</Tabs.Panel>
      </Tabs>
    </>
  );
}
