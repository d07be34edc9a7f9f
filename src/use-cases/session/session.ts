import { getUser } from '../../api/users.ts';
import type { SignedInUser } from '../../contract/user.ts';
import { broadcast } from '../../outbox/channel.ts';
import { saveSessionCopy } from '../../outbox/worker-storage.ts';
import { resetStores } from '../../stores/reset.ts';
import { accountOf, USER_KEY, useUser } from '../../stores/user.ts';
import { loadAddresses } from '../places/load-addresses.ts';
import { deletePrivateCaches } from '../storage/private-caches.ts';

// The outbox is a chunk of its own, which nobody waits for before the first paint.
const importOutbox = () => import('../outbox/outbox.ts');

const CHANNEL_NAME = 'send-session';
type SessionMessage = 'signedIn' | 'signedOut';
let channel: BroadcastChannel | undefined;

/** Reads the session before the first paint and follows what other tabs do. */
export function restoreSession(): void {
  useUser.getState().restore();
  channel = new BroadcastChannel(CHANNEL_NAME);
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => {
    // Local storage is not read for it: what another tab has cleared may still be seen here for a moment.
    if (data === 'signedOut') applySignOutOfOtherTab();
    else applySessionOfOtherTab();
  };
  // Also where the message was too early for local storage: this comes when it has changed for this tab.
  addEventListener('storage', ({ key }) => {
    if (key === null || key === USER_KEY) applySessionOfOtherTab();
  });
  const { user } = useUser.getState();
  void saveSessionForWorker();
  if (user) {
    void refreshUser();
    void loadAddresses();
  }
}

/** Another tab has ended the session. */
function applySignOutOfOtherTab(): void {
  resetStores();
  void importOutbox().then(({ refreshOutboxStore }) => refreshOutboxStore());
}

/** Another tab has changed who is signed in, or their token. */
function applySessionOfOtherTab(): void {
  const before = accountOf(useUser.getState().user);
  useUser.getState().restore();
  const now = accountOf(useUser.getState().user);
  if (now === before) return;
  if (before !== undefined) {
    resetStores();
    useUser.getState().restore();
  }
  if (now !== undefined) void loadAddresses();
  void importOutbox().then(({ requeueFor, refreshOutboxStore }) =>
    now === undefined ? refreshOutboxStore() : requeueFor(now),
  );
}

/** The server may renew a token that is older than a day, and knows the latest name and photo. */
async function refreshUser(): Promise<void> {
  const account = accountOf(useUser.getState().user);
  const result = await getUser();
  if (!result.ok || accountOf(useUser.getState().user) !== account) return;
  const { jwtToken, ...user } = result.value;
  useUser.getState().updateUser({ ...user, ...(jwtToken ? { jwtToken } : {}) });
  await saveSessionForWorker();
}

/** Login and registration end here: the session is kept, addresses are loaded, what waited for it is sent. */
export function signIn(user: SignedInUser): void {
  useUser.getState().setUser(user);
  channel?.postMessage('signedIn' satisfies SessionMessage);
  void saveSessionForWorker();
  void loadAddresses();
  void importOutbox().then(({ requeueFor }) => requeueFor(user.email.toLowerCase()));
}

/** A password change ends all other sessions and gives this one a new token. */
export function replaceToken(jwtToken: string): void {
  useUser.getState().updateUser({ jwtToken });
  void saveSessionForWorker();
}

/** Log Out: everything of the account leaves this device; unsent requests only if the person says so. */
export async function signOut({ keepUnsent }: { keepUnsent: boolean }): Promise<void> {
  const account = accountOf(useUser.getState().user);
  if (!keepUnsent && account !== undefined) {
    try {
      const { deleteEntriesOf } = await importOutbox();
      await deleteEntriesOf(account);
    } catch (error) {
      console.warn('What was unsent could not be discarded', error);
    }
  }
  await endSession();
}

/** The session is over, by choice or because the server said so; unsent requests stay parked. */
export async function endSession(): Promise<void> {
  const account = accountOf(useUser.getState().user);
  resetStores();
  clearWebStorage();
  channel?.postMessage('signedOut' satisfies SessionMessage);
  broadcast({ kind: 'changed' });
  await Promise.all([saveSessionForWorker(), deletePrivateCaches(), purgeSentRequests(account)]);
}

async function purgeSentRequests(account: string | undefined): Promise<void> {
  try {
    const { purgeSentEntriesOf } = await importOutbox();
    await purgeSentEntriesOf(account);
  } catch (error) {
    console.warn('Answers to sent requests could not be deleted', error);
  }
}

function clearWebStorage(): void {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch (error) {
    console.warn('Local storage could not be cleared', error);
  }
}

async function saveSessionForWorker(): Promise<void> {
  const { user } = useUser.getState();
  try {
    await saveSessionCopy(user ? { token: user.jwtToken, account: user.email.toLowerCase() } : undefined);
  } catch (error) {
    console.warn('The worker has no copy of the session', error);
  }
}
