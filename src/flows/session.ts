import { getUser } from '../api/users.ts';
import type { SignedInUser } from '../contract/user.ts';
import { keepSessionCopy } from '../outbox/session-copy.ts';
import { say } from '../outbox/signal.ts';
import { resetStores } from '../stores/reset.ts';
import { accountOf, USER_KEY, useUser } from '../stores/user.ts';
import { loadAddresses } from './addresses.ts';
import { wipePrivateCaches } from './private-caches.ts';

// The outbox is a chunk of its own, which nobody waits for before the first paint.
const outbox = () => import('./outbox.ts');

const CHANNEL = 'send-session';
type SessionSignal = 'signedIn' | 'signedOut';
let channel: BroadcastChannel | undefined;

/** Reads the session before the first paint and follows what other tabs do. */
export function restoreSession(): void {
  useUser.getState().restore();
  channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SessionSignal>) => {
    // Local storage is not read for it: what another tab has cleared may still be seen here for a moment.
    if (data === 'signedOut') leave();
    else follow();
  };
  // Also where the message was too early for local storage: this comes when it has changed for this tab.
  addEventListener('storage', ({ key }) => {
    if (key === null || key === USER_KEY) follow();
  });
  const { user } = useUser.getState();
  void copySession();
  if (user) {
    void renew();
    void loadAddresses();
  }
}

/** Another tab has ended the session. */
function leave(): void {
  resetStores();
  void outbox().then(({ showOutbox }) => showOutbox());
}

/** Another tab has changed who is signed in, or their token. */
function follow(): void {
  const before = accountOf(useUser.getState().user);
  useUser.getState().restore();
  const now = accountOf(useUser.getState().user);
  if (now === before) return;
  if (before !== undefined) {
    resetStores();
    useUser.getState().restore();
  }
  if (now !== undefined) void loadAddresses();
  void outbox().then(({ requeueFor, showOutbox }) => (now === undefined ? showOutbox() : requeueFor(now)));
}

/** The server may renew a token that is older than a day, and knows the latest name and photo. */
async function renew(): Promise<void> {
  const account = accountOf(useUser.getState().user);
  const answer = await getUser();
  if (!answer.ok || accountOf(useUser.getState().user) !== account) return;
  const { jwtToken, ...user } = answer.value;
  useUser.getState().update({ ...user, ...(jwtToken ? { jwtToken } : {}) });
  await copySession();
}

/** Login and registration end here: the session is kept, addresses are loaded, what waited for it is sent. */
export function signIn(user: SignedInUser): void {
  useUser.getState().signIn(user);
  channel?.postMessage('signedIn' satisfies SessionSignal);
  void copySession();
  void loadAddresses();
  void outbox().then(({ requeueFor }) => requeueFor(user.email.toLowerCase()));
}

/** A password change ends all other sessions and gives this one a new token. */
export function takeToken(jwtToken: string): void {
  useUser.getState().update({ jwtToken });
  void copySession();
}

/** Log Out: everything of the account leaves this device; unsent requests only if the person says so. */
export async function signOut({ keepUnsent }: { keepUnsent: boolean }): Promise<void> {
  const account = accountOf(useUser.getState().user);
  if (!keepUnsent && account !== undefined) {
    try {
      const { discardUnsentOf } = await outbox();
      await discardUnsentOf(account);
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
  channel?.postMessage('signedOut' satisfies SessionSignal);
  say({ kind: 'changed' });
  await Promise.all([copySession(), wipePrivateCaches(), forgetAnswers(account)]);
}

async function forgetAnswers(account: string | undefined): Promise<void> {
  try {
    const { forgetAnswersOf } = await outbox();
    await forgetAnswersOf(account);
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

async function copySession(): Promise<void> {
  const { user } = useUser.getState();
  try {
    await keepSessionCopy(user ? { token: user.jwtToken, account: user.email.toLowerCase() } : undefined);
  } catch (error) {
    console.warn('The worker has no copy of the session', error);
  }
}
