import { Drawer } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Logo } from '../Logo.tsx';
import { LEGAL_PAGES, MAIN_PAGES } from '../pages.ts';
import classes from './MenuDrawer.module.css';

type Props = { isOpen: boolean; onClose: () => void };

/** The main navigation on a small screen: at the right, links in reach of a thumb. */
export function MenuDrawer({ isOpen, onClose }: Props) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size="min(330px, 86vw)"
      title={<Logo />}
      closeButtonProps={{ 'aria-label': 'Close menu' }}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        body: classes.body ?? '',
      }}
    >
      <nav className={classes.nav} aria-label="Main">
        {MAIN_PAGES.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: to === '/', includeSearch: false }}
            onClick={onClose}
          >
            {label}
          </Link>
        ))}
      </nav>
      <nav className={classes.legal} aria-label="Legal">
        {LEGAL_PAGES.map(({ to, label }) => (
          <Link key={to} to={to} onClick={onClose}>
            {label}
          </Link>
        ))}
      </nav>
    </Drawer>
  );
}
