import { Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import type { SignedInUser } from '../../contract/user.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { IconName } from '../../ui/icon-paths.ts';
import classes from './AccountTabs.module.css';
import { AddressesPanel } from './AddressesPanel.tsx';
import type { AccountSearch, AccountTab } from './account-search.ts';
import { BillingPanel } from './BillingPanel.tsx';
import { LogOut } from './LogOut.tsx';
import { ProfilePanel } from './ProfilePanel.tsx';

type AccountTabsProps = {
  user: SignedInUser;
  search: AccountSearch;
  onSearchChange: (search: AccountSearch) => void;
};

const TABS: { tab: AccountTab; label: string; icon: IconName }[] = [
  { tab: 'profile', label: 'Profile', icon: 'account' },
  { tab: 'addresses', label: 'My Addresses', icon: 'pin' },
  { tab: 'billing', label: 'Billing', icon: 'card' },
];

/** Who is signed in, and the three parts of the account. */
export function AccountTabs({ user, search, onSearchChange }: AccountTabsProps) {
  // Where the tabs stand below each other, the arrow keys go up and down.
  const isWide = useMediaQuery('(min-width: 64em)', false);
  const tab = search.tab ?? 'profile';
  const list = useRef<HTMLDivElement>(null);
  // On a phone the tabs scroll sideways, and a reload may begin with the last one.
  useEffect(() => scrollToTab(list.current, tab), [tab]);
  const photoUrl = user.photo?.url || user.photo?.thumbURL || undefined;
  return (
    <Tabs
      className={classes.account ?? ''}
      value={tab}
      onChange={(value) => {
        const next = TABS.find((one) => one.tab === value);
        if (next) onSearchChange({ tab: next.tab });
      }}
      orientation={isWide ? 'vertical' : 'horizontal'}
      keepMounted={false}
      classNames={{ tabLabel: classes.label ?? '' }}
    >
      <aside className={classes.side} aria-label="Account">
        <div className={classes.who}>
          <Avatar isLarge name={user.name} photoUrl={photoUrl} />
          <div>
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
      <div className={classes.main}>
        <Tabs.Panel value="profile">
          <ProfilePanel user={user} />
        </Tabs.Panel>
        <Tabs.Panel value="addresses">
          <AddressesPanel />
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
  const shown = list?.querySelectorAll<HTMLElement>('[role="tab"]')[TABS.findIndex((one) => one.tab === tab)];
  if (list && shown) list.scrollLeft = shown.offsetLeft - (list.clientWidth - shown.offsetWidth) / 2;
}
