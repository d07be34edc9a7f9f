import { useHydrated } from '@tanstack/react-router';
import { useLayoutEffect, useRef, useState } from 'react';
import { useApp } from '../stores/app.ts';
import { useStorageQuota } from '../stores/storage-quota.ts';
import { Icon } from '../ui/Icon.tsx';
import { DocumentLink, TextButton } from '../ui/Links.tsx';
import classes from './OfflineBanner.module.css';

/**
 * The service worker never responds to this address, so a captive portal does, with its sign-in page. It is on our own
 * origin, where the portal has just responded: a page of another host would reveal the visit to a third party, and HSTS
 * would upgrade plain http to our own host before the portal could see it.
 */
const PORTAL_PAGE = '/connected.html';

/**
 * Shows that the server does not respond or that a captive portal does. It is a live region that stays in the page. A
 * page that opens while the browser reports no network shows the banner from its first frame, so that nothing moves
 * when the check has failed.
 */
export function OfflineBanner() {
  const isReachable = useApp(({ isReachable }) => isReachable);
  const needsNetworkSignIn = useApp(({ needsNetworkSignIn }) => needsNetworkSignIn);
  const isWritable = useStorageQuota(({ isWritable }) => isWritable);
  const [isTrying, setIsTrying] = useState(false);
  const isShown = !isReachable || needsNetworkSignIn;
  // The prerendered page contains the banner, which the style sheet hides unless the browser reports no network.
  const isOpening = !useHydrated() || isReportedOffline();
  const region = useStayInPlace(isShown);

  const tryNow = async () => {
    setIsTrying(true);
    try {
      const { retryConnection: tryToReach } = await import('../pwa/connectivity.ts');
      await tryToReach();
    } finally {
      setIsTrying(false);
    }
  };

  const title = !isShown
    ? 'No network yet.'
    : isReachable
      ? 'This network needs you to sign in.'
      : 'You are offline.';
  return (
    <div ref={region} role="status" className="below-header">
      {(isShown || isOpening) && (
        <section aria-label="Connection" className={`${classes.banner} ${isShown ? '' : classes.opening}`}>
          <div className={`page-width items-center gap-3 text-sm ${classes.row}`}>
            <Icon name="offline" />
            <p>
              <b>{title}</b> {isWritable && 'Requests are saved on this device and sent later.'}
            </p>
            {isShown && isReachable ? (
              <DocumentLink href={PORTAL_PAGE} className={classes.try ?? ''}>
                Open sign-in page
              </DocumentLink>
            ) : (
              <TextButton className={classes.try} onClick={tryNow} aria-disabled={isTrying || undefined}>
                {isTrying ? 'Trying…' : 'Try now'}
              </TextButton>
            )}
          </div>
        </section>
      )}
    </div>
  );
}

/** Whether the browser reported no network when the page opened and the check has not ended; see head-script.ts. */
function isReportedOffline(): boolean {
  return 'offline' in document.documentElement.dataset;
}

/**
 * Keeps what a user is using where it is when the banner appears above it: the page scrolls by the height of the
 * banner. The browser itself does that only for a page that is scrolled already. A page of which nothing is
 * in use stays at its top, because the banner would cover its heading.
 */
function useStayInPlace(isShown: boolean) {
  const region = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // After a navigation the heading has the focus.
    const isIdle = document.activeElement?.matches('body, h1');
    if (!isShown || isReportedOffline() || window.scrollY > 0 || isIdle) return;
    window.scrollBy({ top: region.current?.offsetHeight ?? 0, behavior: 'instant' });
  }, [isShown]);
  return region;
}
