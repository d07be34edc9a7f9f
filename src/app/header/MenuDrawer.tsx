import { Button, Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useInstallPrompt } from '../../stores/install.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useOpenAfterMount } from '../../ui/use-open-after-mount.ts';
import { Logo } from '../Logo.tsx';
import { LEGAL_PAGES, MAIN_PAGES } from '../pages.ts';
import { DrawerOutboxLink } from './DrawerOutboxLink.tsx';
import classes from './MenuDrawer.module.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';

type MenuDrawerProps = { isOpen: boolean; onClose: () => void };

/** The main navigation on a small screen. It opens at the right, where a thumb can reach the links. */
export function MenuDrawer({ isOpen, onClose }: MenuDrawerProps) {
  const install = useInstallPrompt();
  return (
    <Drawer
      opened={useOpenAfterMount(isOpen)}
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
            className="flex items-center relative text-soft font-bold tracking-tight"
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
        <nav
          className={'plain-links flex flex-wrap gap-x-5 mt-2 size-sm text-muted'}
          aria-label="Legal pages"
        >
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
