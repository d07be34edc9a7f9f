import { Button } from '@mantine/core';
import { Link, Outlet } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { SentRequests } from '../features/outbox/SentRequests.tsx';
import { useUpdate } from '../pwa/update.ts';
import { useAlerts } from '../stores/alerts.ts';
import { useApp } from '../stores/app.ts';
import { useDialogs } from '../stores/dialogs.ts';
import { Icon } from '../ui/Icon.tsx';
import { lazyComponent } from '../ui/lazy-component.ts';
import { SmallButton } from '../ui/SmallButton.tsx';
import { whenUsed } from '../ui/when-idle.ts';
import { useNeedsConsent } from '../use-cases/consent/consent.ts';
import { Header } from './header/Header.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { Providers } from './Providers.tsx';
import { LEGAL_PAGES, TAB_BAR_PAGES } from './pages.ts';
import classes from './Shell.module.css';

/** The frame around every screen: header, banners and footer. */
export function Shell() {
  return (
    <Providers>
      <div className={classes.shell}>
        <DemonstrationBanner />
        <Header skipLink={<SkipLink />} />
        <OfflineBanner />
        <SentRequests />
        <main id={MAIN_ID} tabIndex={-1} className={`page-width flex-1 w-full ${classes.main}`}>
          <Outlet />
        </main>
        <Footer />
        <TabBar />
      </div>
      <UpdatePrompt />
      <ConsentHost />
      <AuthDialogHost />
      <Alerts />
    </Providers>
  );
}

const MAIN_ID = 'main';

/** The first tab stop on every page. */
function SkipLink() {
  return (
    <a
      href={`#${MAIN_ID}`}
      className={`rounded-md font-bold ${classes.skip}`}
      onClick={(event) => {
        // The link adds no entry to the history, which Back would have to pass.
        event.preventDefault();
        document.getElementById(MAIN_ID)?.focus();
      }}
    >
      Skip to content
    </a>
  );
}

const AuthDialog = lazyComponent(() =>
  import('../features/auth/AuthDialog.tsx').then((file) => file.AuthDialog),
);

/** Renders the auth dialog for every screen. Its code loads when it is opened for the first time. */
function AuthDialogHost() {
  return useWasTrue(useDialogs(({ authMode }) => authMode !== null)) && <AuthDialog />;
}

function useWasTrue(isTrue: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(isTrue);
  if (isTrue && !wasTrue) setWasTrue(true);
  return wasTrue;
}

/** Tells users of a public demonstration that nothing is delivered and that no money moves. */
function DemonstrationBanner() {
  const isDemonstration = useApp(({ config }) => config.demonstration);
  if (!isDemonstration) return null;
  return (
    <aside aria-label="Demonstration" className={`text-sm text-center ${classes.banner}`}>
      <p>
        <b>This is a demonstration.</b> Payments are simulated and nothing is delivered. Please do not enter
        real card numbers or personal details.
      </p>
    </aside>
  );
}

function Footer() {
  return (
    <footer className={`border-t size-sm text-muted ${classes.footer}`}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 page-width py-3">
        {/* A page rendered last December may differ by a year; the user's clock is right. */}
        <span suppressHydrationWarning>{`© ${new Date().getFullYear()} Send`}</span>
        <nav className="plain-links flex flex-wrap gap-x-5" aria-label="Legal">
          {LEGAL_PAGES.map(({ to, label }) => (
            <Link key={to} to={to}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}

/**
 * The main pages at the bottom of a phone screen, where a thumb reaches them. The styles of the sticky bar hide it where
 * a page has a bar of its own. (LAY-49)
 */
function TabBar() {
  return (
    <nav className={classes.tabs} aria-label="Main pages">
      {TAB_BAR_PAGES.map(({ to, label, icon }) => (
        <Link key={to} to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
          <Icon name={icon} size={24} />
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** Offers a newer version without blocking the page. Nothing reloads without consent. */
function UpdatePrompt() {
  const { isOffered, isApplying, apply, postpone: later } = useUpdate();
  return (
    <div role="status" className={classes.region}>
      {isOffered && (
        <section
          aria-label="Update"
          className={`floating flex items-center gap-2 rounded-lg ${classes.prompt}`}
          data-corner="update"
        >
          <Icon name="refresh" />
          <b className="min-w-0">Update available</b>
          <Button size="sm" variant="subtle" onClick={later} disabled={isApplying}>
            Later
          </Button>
          <SmallButton onClick={() => void apply()} loading={isApplying}>
            Reload
          </SmallButton>
        </section>
      )}
    </div>
  );
}

const AlertStack = lazyComponent(() => import('./alerts/AlertStack.tsx').then((file) => file.AlertStack));

/** Loads the alert stack outside the first chunk: when the page is first used, or when an alert must be shown. */
function Alerts() {
  const isNeeded = useWasTrue(useAlerts(({ list }) => list.length > 0));

  // An alert may report a lost connection, so its code must have loaded before.
  useEffect(() => {
    return whenUsed(() => void AlertStack.preload());
  }, []);

  return isNeeded && <AlertStack />;
}

const ConsentBanner = lazyComponent(() => import('./ConsentBanner.tsx').then((file) => file.ConsentBanner));

/** Asks for consent only if a tool needs it, and until the user has decided. (LEG-03) */
export function ConsentHost() {
  const isNeeded = useNeedsConsent();
  const isOpen = useApp(({ consent, hasConfig }) => hasConfig && consent === undefined);
  return isNeeded && isOpen && <ConsentBanner />;
}
