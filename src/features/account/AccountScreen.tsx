import { Radio, Tabs } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { LoginPrompt } from '../../components/LoginPrompt.tsx';
import { SessionSwitch } from '../../components/SessionSwitch.tsx';
import type { LoggedInUser } from '../../contract/user.ts';
import { formatCount } from '../../domain/format.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { accountOf, useAccount, useUser } from '../../stores/user.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import { lazyComponent, loadWithRetries } from '../../ui/lazy-component.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import classes from './AccountScreen.module.css';
import type { AccountSearch, AccountTab } from './account-search.ts';
import { ProfilePanel } from './ProfilePanel.tsx';
import '@mantine/core/styles/Tabs.layer.css';
import '../../ui/tabs.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '../../ui/choices.css';

type AccountScreenProps = {
  search: AccountSearch;
  onSearchChange: (search: AccountSearch) => void;
  /** What says that requests on this device wait for a login. */
  parkedRequests?: ReactNode;
  /** What turns notifications on and off on this device. */
  notifications?: ReactNode;
};

const DeviceStorage = lazyComponent(() => import('./DeviceStorage.tsx').then((file) => file.DeviceStorage));

export function AccountScreen({ search, onSearchChange, parkedRequests, notifications }: AccountScreenProps) {
  const user = useUser((state) => state.user);
  return (
    <div className={`stack content-start gap-4 min-h-page ${classes.screen}`}>
      <PageHeading step={user === null ? 'loggedOut' : 'loggedIn'}>Account</PageHeading>
      <SessionSwitch
        account={accountOf(user)}
        guest={
          <>
            <p className={`text-soft ${classes.subtitle}`}>Manage your account information</p>
            {parkedRequests}
            <LoginPrompt
              title="You are not logged in"
              text="Log in or register to see your profile, your saved addresses and your payments."
              onOpen={useDialogs.getState().openAuth}
            />
            <DeviceStorage />
          </>
        }
        customer={
          user && (
            <AccountTabs
              user={user}
              search={search}
              onSearchChange={onSearchChange}
              notifications={notifications}
            />
          )
        }
        loading="Loading your account"
      />
    </div>
  );
}

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

type AccountTabsProps = Omit<AccountScreenProps, 'parkedRequests'> & { user: LoggedInUser };

const TABS: { tab: AccountTab; label: string; icon: IconName }[] = [
  { tab: 'profile', label: 'Profile', icon: 'account' },
  { tab: 'addresses', label: 'My Addresses', icon: 'pin' },
  { tab: 'billing', label: 'Billing', icon: 'card' },
  { tab: 'security', label: 'Privacy & Security', icon: 'shield' },
];

function AccountTabs({ user, search, onSearchChange, notifications }: AccountTabsProps) {
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
        <div className="flex items-center gap-4">
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
        <LogOut />
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
    </Tabs>
  );
}

function scrollToTab(list: HTMLDivElement | null, tab: AccountTab): void {
  const shown =
    list?.querySelectorAll<HTMLElement>('[role="tab"]')[TABS.findIndex((item) => item.tab === tab)];
  if (list && shown) list.scrollLeft = shown.offsetLeft - (list.clientWidth - shown.offsetWidth) / 2;
}

const DraftsToDelete = lazyComponent(() =>
  import('./DraftsToDelete.tsx').then((file) => file.DraftsToDelete),
);

/** Logs out after a confirmation, in which the user decides whether unsent requests stay on the device. */
function LogOut() {
  const [isConfirming, setIsConfirming] = useState(false);
  const [retainUnsent, setRetainUnsent] = useState(true);
  const name = useId();
  const account = useAccount();
  const entries = useOutbox((state) => state.entries).filter(({ owner }) => owner === account);
  const unsent = entries.length;
  // What got no response may have arrived.
  const step = entries.some(({ sendOutcome }) => sendOutcome === 'unknown') ? 'confirmed' : 'sent';

  function open() {
    setRetainUnsent(true);
    setIsConfirming(true);
  }
  async function logOut() {
    const { logOutThisDevice } = await loadWithRetries(() => import('../../use-cases/session/session.ts'));
    await logOutThisDevice({ retainUnsent });
    showAlert('success', 'Logout successful');
  }

  return (
    <>
      <SmallButton className={classes.logOut ?? ''} onClick={open}>
        Log Out
      </SmallButton>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Are you sure you want to log out?"
        confirmLabel="Log Out"
        onConfirm={logOut}
        onClose={() => setIsConfirming(false)}
      >
        <p>You will need to log in again to access your account.</p>
        <DraftsToDelete />
        {unsent > 0 && (
          <fieldset className={`mt-4 px-4 py-3 rounded-md text-ink ${classes.unsent}`}>
            <legend>
              {`${formatCount(unsent, 'request on this device has', 'requests on this device have')} not been ${step} yet.`}
            </legend>
            <Radio
              name={name}
              label="Keep for my next login"
              checked={retainUnsent}
              onChange={() => setRetainUnsent(true)}
            />
            <Radio
              name={name}
              label={unsent === 1 ? 'Discard it' : 'Discard them'}
              checked={!retainUnsent}
              onChange={() => setRetainUnsent(false)}
            />
          </fieldset>
        )}
      </ConfirmDialog>
    </>
  );
}
