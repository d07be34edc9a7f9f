import { Button, Drawer } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useInstallPrompt } from '../../stores/install.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { useUser } from '../../stores/user.ts';
import { useCloseOnBack } from '../../ui/close-on-back.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Logo } from '../Logo.tsx';
import { LEGAL_PAGES, MAIN_PAGES } from '../pages.ts';
import classes from './MenuDrawer.module.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';

/** The main navigation on a small screen. It opens at the right, where a thumb can reach the links. */
export function MenuDrawer({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const install = useInstallPrompt();
  const isMounted = useMounted();
  useCloseOnBack(isOpen, onClose);
  return (
    <Drawer
      // Mantine remembers the focused element, to restore it later, only when an overlay opens that is mounted already.
      opened={isOpen && isMounted}
      onClose={onClose}
      position="right"
      size="min(330px, 86vw)"
      title={<Logo />}
      closeButtonProps={{ 'aria-label': 'Close menu' }}
      // Mantine's <header> would count as a second banner of the page.
      attributes={{ header: { role: 'none' } }}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        body: `flex flex-1 ${classes.body}`,
      }}
    >
      <DrawerOutboxLink onFollow={onClose} />
      <nav className={classes.nav} aria-label="Main">
        {MAIN_PAGES.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            className="flex items-center text-soft font-bold tracking-tight"
            activeOptions={{ exact: to === '/', includeSearch: false }}
            onClick={onClose}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className={classes.foot}>
        {install && (
          <Button fullWidth variant="default" leftSection={<Icon name="install" />} onClick={install}>
            Install Send
          </Button>
        )}
        <nav className="plain-links flex flex-wrap gap-x-5 mt-2 size-sm text-muted" aria-label="Legal pages">
          {LEGAL_PAGES.map(({ to, label }) => (
            <Link key={to} to={to} onClick={onClose}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </Drawer>
  );
}

/** Shows how many requests are only on this device and links to their list. */
function DrawerOutboxLink({ onFollow: onNavigate }: { onFollow: () => void }) {
  const count = useOutbox(({ entries }) => entries.length);
  const isLoggedIn = useUser(({ user }) => user !== null);
  if (count === 0) return null;
  return (
    <Link
      to={isLoggedIn ? '/deliveries' : '/'}
      hash="waiting-heading"
      className={`items-center gap-3 px-4 py-3 rounded-lg ${classes.waiting}`}
      onClick={onNavigate}
    >
      <Icon name="dots" className="text-accent" />
      <span className="stack">
        <b>{count} waiting to send</b>
        <small>Only on this device</small>
      </span>
      <Icon name="next" size={18} />
    </Link>
  );
}
