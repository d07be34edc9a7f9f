import { Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import type { LoggedInUser } from '../../contract/user.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import classes from './AccountTabs.module.css';
import type { AccountSearch, AccountTab } from './account-search.ts';
import { LogOut } from './LogOut.tsx';
import { ProfilePanel } from './ProfilePanel.tsx';
import '@mantine/core/styles/Tabs.layer.css';
import '../../ui/tabs.css';

const showsFailure = true;
const AddressesPanel = lazyComponent(
  () => import('./AddressesPanel.tsx').then((file) => file.AddressesPanel),
  { showsFailure },
);
const BillingPanel = lazyComponent(() => import('./BillingPanel.tsx').then((file) => file.BillingPanel), {
  showsFailure,
});
const SecurityPanel = lazyComponent(() => import('./SecurityPanel.tsx').then((file) => file.SecurityPanel), {
  showsFailure,
});

type AccountTabsProps = {
  user: LoggedInUser;
  search: AccountSearch;
  onSearchChange: (search: AccountSearch) => void;
  notifications?: ReactNode;
};

const TABS: { tab: AccountTab; label: string; icon: IconName }[] = [
  { tab: 'profile', label: 'Profile', icon: 'account' },
  { tab: 'addresses', label: 'My Addresses', icon: 'pin' },
  { tab: 'billing', label: 'Billing', icon: 'card' },
  { tab: 'security', label: 'Privacy & Security', icon: 'shield' },
];

/** The customer's name and the tabs of the account. */
export function AccountTabs({ user, search, onSearchChange, notifications }: AccountTabsProps) {
  // On wide screens the tabs form a vertical menu, so the up and down arrow keys must move between them.
  const isWide = useMediaQuery('(min-width: 64em)', false);
  const tab = search.tab ?? 'profile';
  const list = useRef<HTMLDivElement>(null);
  // With large text the tabs scroll sideways, so the open tab may be out of view after a reload.
  useEffect(() => void scrollToTab(list.current, tab), [tab]);
  const photoUrl = user.photo?.url || user.photo?.thumbURL || undefined;
  return (
    <Tabs
      className={classes.account ?? ''}
      value={tab}
      onChange={(value) => {
        const next = TABS.find((item) => item.tab === value);
        if (next) onSearchChange({ tab: next.tab });
      }}
      orientation={isWide ? 'vertical' : 'horizontal'}
      keepMounted={false}
      classNames={{ tabLabel: classes.label ?? '' }}
    >
      <aside className={`stack gap-3 min-w-0 ${classes.side}`} aria-label="Account">
        <div className={'flex items-center gap-4'}>
          <Avatar isLarge name={user.name} photoUrl={photoUrl} />
          <div className="stack min-w-0 wrap-anywhere">
            <b dir="auto">{user.name}</b>
            <small>{user.email}</small>
          </div>
        </div>
        <Tabs.List ref={list} className={classes.list ?? ''} aria-label="Account">
          {TABS.map(({ tab: value, label, icon }) => (
            <Tabs.Tab
              key={value}
              value={value}
              className={classes.tab ?? ''}
              leftSection={<Icon name={icon} />}
            >
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </aside>
      <div className={`min-w-0 ${classes.main}`}>
        <Tabs.Panel value="profile">
          <ProfilePanel user={user} notifications={notifications} />
        </Tabs.Panel>
        <Tabs.Panel value="addresses">
          <AddressesPanel />
        </Tabs.Panel>
        <Tabs.Panel value="security">
          <SecurityPanel />
        </Tabs.Panel>
        <Tabs.Panel value="billing">
          <BillingPanel
            list={search.list ?? 'cards'}
            onListChange={(list) => onSearchChange({ tab: 'billing', list })}
          />
        </Tabs.Panel>
      </div>
      <div className={classes.logOut}>
        <LogOut />
      </div>
    </Tabs>
  );
}

function scrollToTab(list: HTMLDivElement | null, tab: AccountTab): void {
  const shown =
    list?.querySelectorAll<HTMLElement>('[role="tab"]')[TABS.findIndex((item) => item.tab === tab)];
  if (list && shown) list.scrollLeft = shown.offsetLeft - (list.clientWidth - shown.offsetWidth) / 2;
}
