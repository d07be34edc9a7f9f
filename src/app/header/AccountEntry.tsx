import { Button } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { SessionSwitch } from '../../components/SessionSwitch.tsx';
import { useDialogs } from '../../stores/dialogs.ts';
import { accountOf, useUser } from '../../stores/user.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import classes from './Header.module.css';

/** Links to the account: the avatar of the user, or the button that opens the login dialog. */
export function AccountEntry() {
  const user = useUser(({ user }) => user);
  const openAuth = useDialogs(({ openAuth }) => openAuth);
  const isOnAuthPage = useLocation({ select: ({ pathname }) => /^\/auth(\/|$)/.test(pathname) });

  return (
    <SessionSwitch
      account={accountOf(user)}
      guest={
        !isOnAuthPage && (
          <Button variant="default" size="sm" aria-haspopup="dialog" onClick={() => openAuth('login')}>
            Account
          </Button>
        )
      }
      customer={
        user === null ? (
          <span className={`center ${classes.account}`} />
        ) : (
          <Link to="/account" className={`center ${classes.account}`} aria-label={`Account, ${user.name}`}>
            <Avatar name={user.name} photoUrl={user.photo?.thumbURL ?? user.photo?.url ?? undefined} />
          </Link>
        )
      }
    />
  );
}
