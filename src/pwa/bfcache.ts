import { resumeDatabase, suspendDatabase } from '../device/database.ts';
import { savePendingDrafts } from '../stores/drafts.ts';
import { currentAccount, useUser } from '../stores/user.ts';

/**
 * A browser may store a page in the back/forward cache (bfcache) and show it again on Back: hours later, when another
 * account may have logged in. In that case the page reloads without being shown. Otherwise it resumes.
 */
export function handleBackForwardCache(): void {
  addEventListener('pagehide', ({ persisted }) => {
    savePendingDrafts();
    if (persisted) suspendDatabase();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    const account = currentAccount();
    useUser.getState().restore();
    if (currentAccount() === account) {
      resumeDatabase();
      return;
    }
    document.documentElement.hidden = true;
    location.reload();
  });
}
