import { getUser, logOut } from '../../api/users.ts';
import type { LoggedInUser } from '../../contract/user.ts';
import { broadcast, openBroadcastChannel } from '../../outbox/channel.ts';
import { saveSessionCopy } from '../../outbox/worker-storage.ts';
import { removeDraftsOfLogin } from '../../stores/drafts.ts';
import { forgetFormDrafts, restoreFormDrafts, retainFormDrafts } from '../../stores/form-drafts.ts';
import { resetSessionStores, resetStores } from '../../stores/reset.ts';
import { accountOf, currentAccount, USER_KEY, useUser } from '../../stores/user.ts';
import { deleteEntriesOf, purgeSentEntriesOf, refreshOutboxStore, requeueFor } from '../outbox/outbox.ts';
import { loadAddresses } from '../places/load-addresses.ts';
import { requestForAccount } from '../refresh-record.ts';
import { deletePrivateCaches } from '../storage/private-caches.ts';
import { endPushSubscription } from '../storage/push-subscription.ts';
import { saveLogOut, sendLogOuts } from './log-out-queue.ts';

const CHANNEL_NAME = 'send-session';
type SessionMessage = 'loggedIn' | 'loggedOut' | 'expired';
let channel: BroadcastChannel | undefined;

/** Reads the session before the first paint and follows log-ins and log-outs in other tabs. */
export function restoreSession(): void {
  useUser.getState().restore();
  channel = openBroadcastChannel<SessionMessage>(CHANNEL_NAME, (message) => {
    // This does not read local storage, because for a moment it may still show what another tab has cleared.
    if (message === 'loggedIn') applySessionOfOtherTab();
    else applyLogOutOfOtherTab(message);
  });
  // The message may arrive before the change of local storage is visible in this tab; this event arrives after it.
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

/** Somebody has logged out in another tab, or the session has expired there. */
function applyLogOutOfOtherTab(reason: 'loggedOut' | 'expired'): void {
  if (reason === 'expired') hideSession(currentAccount());
  else forgetSession();
  void refreshOutboxStore();
}

/** The drafts stay on the device, and what is typed in forms stays in this page, until the account logs in again. */
function hideSession(account: string | undefined): void {
  if (account !== undefined) retainFormDrafts(account);
  resetSessionStores();
}

function forgetSession(): void {
  forgetFormDrafts();
  resetStores();
}

/** Another tab has changed the account or its token. */
function applySessionOfOtherTab(): void {
  const before = currentAccount();
  useUser.getState().restore();
  const now = currentAccount();
  if (now === before) return;
  if (before !== undefined) {
    // After a log-out, its message follows and deletes the drafts too.
    hideSession(before);
    useUser.getState().restore();
  }
  if (now === undefined) void refreshOutboxStore();
  else continueSessionOf(now);
}

function continueSessionOf(account: string): void {
  restoreFormDrafts(account);
  void removeDraftsOfLogin();
  void loadAddresses();
  void requeueFor(account);
}

/** Requests the current name and photo, and a new token if the old one is older than a day. */
async function refreshUser(): Promise<void> {
  const result = await requestForAccount(getUser);
  if (!result?.ok) return;
  const { jwtToken, sessionId, ...user } = result.value;
  useUser.getState().updateUser({
    ...user,
    ...(jwtToken ? { jwtToken } : {}),
    ...(sessionId ? { sessionId } : {}),
  });
  await saveSessionForWorker();
}

/** Starts a session after login or registration: saves it, loads the addresses and sends requests that waited for it. */
export function startSession(user: LoggedInUser): void {
  useUser.getState().setUser(user);
  channel?.postMessage('loggedIn' satisfies SessionMessage);
  void saveSessionForWorker();
  continueSessionOf(user.email.toLowerCase());
}

/** Replaces the session: a password change ends all sessions and begins a new one here. */
export function replaceToken(jwtToken: string, sessionId: string | null | undefined): void {
  useUser.getState().updateUser({ jwtToken, sessionId });
  void saveSessionForWorker();
}

/** Logs out: deletes all data of the account from this device, but unsent requests only if the person wants that. */
export async function logOutThisDevice({ retainUnsent }: { retainUnsent: boolean }): Promise<void> {
  if (!retainUnsent) await deleteUnsentRequests();
  const isQueued = await queueLogOut();
  // Neither call is awaited, because leaving this device must not wait for a weak connection.
  if (!isQueued) void logOut();
  const account = currentAccount();
  await Promise.all([endSession('loggedOut'), forgetTemplatesOf(account)]);
  if (isQueued) void sendLogOuts();
}

/**
 * Saves the log-out, so that it is sent even if the page closes or has no connection. False if there is no id to
 * save, because another API is in use, or if this device cannot save it.
 */
async function queueLogOut(): Promise<boolean> {
  const sessionId = useUser.getState().user?.sessionId;
  if (!sessionId) return false;
  try {
    await saveLogOut(sessionId);
    return true;
  } catch (error) {
    console.warn('The log-out could not be saved', error);
    return false;
  }
}

/** After the account was deleted at the server: deletes everything of it on this device, unsent requests too. */
export async function endDeletedAccount(): Promise<void> {
  await deleteUnsentRequests();
  const account = currentAccount();
  await Promise.all([endSession('loggedOut'), forgetTemplatesOf(account)]);
}

async function deleteUnsentRequests(): Promise<void> {
  const account = currentAccount();
  if (account === undefined) return;
  try {
    await deleteEntriesOf(account);
  } catch (error) {
    console.warn('Unsent requests could not be discarded', error);
  }
}

/**
 * Ends a session that the server has rejected. Unsent requests and drafts stay on the device until the account logs in
 * again.
 */
export function expireSession(): Promise<void> {
  return endSession('expired');
}

async function endSession(reason: 'loggedOut' | 'expired'): Promise<void> {
  const account = currentAccount();
  if (reason === 'expired') hideSession(account);
  else forgetSession();
  clearWebStorage();
  channel?.postMessage(reason satisfies SessionMessage);
  broadcast({ kind: 'changed' });
  await Promise.all([endSessionOfWorker(), purgeSentRequests(account), endPushSubscription()]);
}

/** In this order, so that the worker caches nothing after the deletion. */
async function endSessionOfWorker(): Promise<void> {
  await saveSessionForWorker();
  await deletePrivateCaches();
}

/** They belong to the account. After an expired session they stay, as unsent requests do. */
async function forgetTemplatesOf(account: string | undefined): Promise<void> {
  if (account === undefined) return;
  try {
    const { deleteTemplatesOf } = await import('../deliveries/templates.ts');
    await deleteTemplatesOf(account);
  } catch (error) {
    console.warn('The templates could not be deleted', error);
  }
}

async function purgeSentRequests(account: string | undefined): Promise<void> {
  try {
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
    const account = accountOf(user);
    await saveSessionCopy(user && account ? { token: user.jwtToken, account } : undefined);
  } catch (error) {
    console.warn('The worker has no copy of the session', error);
  }
}
