import { Button } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useDialogs } from '../../stores/dialogs.ts';
import { useUser } from '../../stores/user.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import classes from './Header.module.css';

/** The way to the account: the person's avatar, or the button that opens the login dialog. */
export function AccountEntry() {
  const user = useUser(({ user }) => user);
  const openAuth = useDialogs(({ openAuth }) => openAuth);
  const isOnAuthPage = useLocation({ select: ({ pathname }) => /^\/auth(\/|$)/.test(pathname) });

  if (user) {
    const photo = user.photo?.thumbURL ?? user.photo?.url ?? undefined;
    return (
      <Link to="/account" className={classes.account} aria-label={`Account, ${user.name}`}>
        <Avatar name={user.name} photoUrl={photo} />
      </Link>
    );
  }
  if (isOnAuthPage) return null;
  return (
    <Button variant="default" size="sm" aria-haspopup="dialog" onClick={() => openAuth('login')}>
      Account
    </Button>
  );
}
