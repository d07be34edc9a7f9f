import { useDialogs } from '../../stores/dialogs.ts';
import { useUser } from '../../stores/user.ts';
import { deferred } from '../../ui/deferred.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { SignInPrompt } from '../../ui/SignInPrompt.tsx';
import classes from './AccountScreen.module.css';
import { AccountTabs } from './AccountTabs.tsx';
import type { AccountSearch } from './account-search.ts';

type AccountScreenProps = {
  search: AccountSearch;
  onSearch: (search: AccountSearch) => void;
};

const DeviceStorage = deferred(() => import('./DeviceStorage.tsx').then((file) => file.DeviceStorage));

export function AccountScreen({ search, onSearch }: AccountScreenProps) {
  const user = useUser((state) => state.user);
  const openAuth = useDialogs((state) => state.openAuth);
  return (
    <div className={classes.screen}>
      <PageHeading step={user === null ? 'signedOut' : 'signedIn'}>Account</PageHeading>
      {user === null ? (
        <>
          <p className={classes.subtitle}>Manage your account information</p>
          <SignInPrompt
            title="You are not logged in"
            text="Log in or register to see your profile, your saved addresses and your payments."
            onLogin={() => openAuth('login')}
            onRegister={() => openAuth('register')}
          />
          <DeviceStorage />
        </>
      ) : (
        <AccountTabs user={user} search={search} onSearch={onSearch} />
      )}
    </div>
  );
}
