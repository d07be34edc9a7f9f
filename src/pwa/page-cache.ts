import { putAside, takeUp } from '../outbox/database.ts';
import { leaveDrafts } from '../stores/drafts.ts';
import { accountOf, useUser } from '../stores/user.ts';

/**
 * A browser may put a page aside whole, and show it again as it was on Back: hours later, when somebody else may
 * have signed in. Then it starts anew, unseen; otherwise it goes on.
 */
export function leaveAndComeBack(): void {
  addEventListener('pagehide', ({ persisted }) => {
    leaveDrafts();
    if (persisted) putAside();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    const account = accountOf(useUser.getState().user);
    useUser.getState().restore();
    if (accountOf(useUser.getState().user) === account) {
      takeUp();
      return;
    }
    document.documentElement.hidden = true;
    location.reload();
  });
}
