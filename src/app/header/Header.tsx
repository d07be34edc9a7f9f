import { Link, useLocation } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { SessionSwitch } from '../../components/SessionSwitch.tsx';
import { OutboxBadge } from '../../features/outbox/OutboxBadge.tsx';
import { useDialogs } from '../../stores/dialogs.ts';
import { accountOf, useUser } from '../../stores/user.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/Icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { Logo } from '../Logo.tsx';
import { MAIN_PAGES } from '../pages.ts';
import classes from './Header.module.css';

const MenuDrawer = lazyComponent(() => import('./MenuDrawer.tsx').then((file) => file.MenuDrawer));

/** The header is fixed at the top of every page. The spacer reserves its height in the page. */
export function Header({ skipLink }: { skipLink: ReactNode }) {
  const [menu, setMenu] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <header className={classes.header}>
        {skipLink}
        <div className={`page-width flex items-center gap-6 ${classes.row}`}>
          <Link to="/" className={classes.home} aria-label="Send, home">
            <Logo />
          </Link>
          <nav className={classes.nav} aria-label="Main">
            {MAIN_PAGES.map(({ to, label }) => (
              <Link
                key={to}
                to={to}
                className="inline-flex items-center px-3 size-15 text-soft"
                activeOptions={{ exact: to === '/', includeSearch: false }}
              >
                {label}
              </Link>
            ))}
          </nav>
          <div className={`flex items-center gap-2 ${classes.right}`}>
            <OutboxBadge />
            <AccountEntry />
            <IconButton
              icon="menu"
              iconSize={24}
              label="Open menu"
              className={classes.menu}
              aria-haspopup="dialog"
              onClick={() => setMenu('open')}
            />
          </div>
        </div>
      </header>
      <div className={classes.spacer} aria-hidden="true" />
      {menu !== 'never' && <MenuDrawer isOpen={menu === 'open'} onClose={() => setMenu('closed')} />}
    </>
  );
}

/** Links to the account: the avatar of the user, or the button that opens the login dialog. */
function AccountEntry() {
  const user = useUser(({ user }) => user);
  const openAuth = useDialogs(({ openAuth }) => openAuth);
  const isOnAuthPage = useLocation({ select: ({ pathname }) => /^\/auth(\/|$)/.test(pathname) });

  return (
    <SessionSwitch
      account={accountOf(user)}
      guest={
        !isOnAuthPage && (
          <SmallButton aria-haspopup="dialog" onClick={() => openAuth('login')}>
            Account
          </SmallButton>
        )
      }
      customer={
        user === null ? (
          <span className={`center ${classes.account}`} />
        ) : (
          <Link to="/account" className={`center ${classes.account}`}>
            <Avatar name={user.name} photoUrl={user.photo?.thumbURL ?? user.photo?.url ?? undefined} />
            <span className="sr-only">{`Account, ${user.name}`}</span>
          </Link>
        )
      }
    />
  );
}
