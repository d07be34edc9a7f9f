import type { ReactNode } from 'react';
import { LoginPrompt } from '../../components/LoginPrompt.tsx';
import { SessionSwitch } from '../../components/SessionSwitch.tsx';
import { SkeletonCard } from '../../components/SkeletonCard.tsx';
import { useDialogs } from '../../stores/dialogs.ts';
import { accountOf, useUser } from '../../stores/user.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import classes from './AccountScreen.module.css';
import { AccountTabs } from './AccountTabs.tsx';
import type { AccountSearch } from './account-search.ts';

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
  const openAuth = useDialogs((state) => state.openAuth);
  return (
    <div className={`stack content-start gap-4 ${classes.screen}`}>
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
              onOpen={openAuth}
            />
            <DeviceStorage />
          </>
        }
        customer={
          user === null ? (
            <SkeletonCard />
          ) : (
            <AccountTabs
              user={user}
              search={search}
              onSearchChange={onSearchChange}
              notifications={notifications}
            />
          )
        }
      />
    </div>
  );
}
