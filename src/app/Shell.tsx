import { Outlet } from '@tanstack/react-router';
import { SentRequests } from '../features/outbox/SentRequests.tsx';
import { AuthDialogHost } from './AuthDialogHost.tsx';
import { Alerts } from './alerts/Alerts.tsx';
import { ConsentHost } from './ConsentHost.tsx';
import { DemonstrationBanner } from './DemonstrationBanner.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './header/Header.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';
import { Providers } from './Providers.tsx';
import classes from './Shell.module.css';
import { MAIN_ID, SkipLink } from './SkipLink.tsx';
import { UpdatePrompt } from './UpdatePrompt.tsx';

/** The frame around every screen: header, banners and footer. */
export function Shell() {
  return (
    <Providers>
      <SkipLink />
      <div className={classes.shell}>
        <DemonstrationBanner />
        <Header />
        <OfflineBanner />
        <SentRequests />
        <main id={MAIN_ID} tabIndex={-1} className={`page-width flex-1 w-full ${classes.main}`}>
          <Outlet />
        </main>
        <Footer />
      </div>
      <UpdatePrompt />
      <ConsentHost />
      <AuthDialogHost />
      <Alerts />
    </Providers>
  );
}
