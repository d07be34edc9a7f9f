import { resumeDatabase, suspendDatabase } from '../outbox/database.ts';
import { savePendingDrafts } from '../stores/drafts.ts';
import { accountOf, useUser } from '../stores/user.ts';

/**
 * A browser may put a page aside whole, and show it again as it was on Back: hours later, when somebody else may
 * have logged in. In that case it reloads without being shown; otherwise it resumes.
 */
export function handleBackForwardCache(): void {
  addEventListener('pagehide', ({ persisted }) => {
    savePendingDrafts();
    if (persisted) suspendDatabase();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    const account = accountOf(useUser.getState().user);
    useUser.getState().restore();
    if (accountOf(useUser.getState().user) === account) {
      resumeDatabase();
      return;
    }
    document.documentElement.hidden = true;
    location.reload();
  });
}
