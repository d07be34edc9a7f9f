import { call } from '../../api/client.ts';
import { READ_TIMEOUT_MS } from '../../api/timing.ts';
import type { LoggedInUser } from '../../contract/user.ts';
import { orWarn } from '../../device/or-warn.ts';
import { saveQueuedLogOut, saveSessionCopy } from '../../device/worker-copies.ts';
import { broadcast, openBroadcastChannel } from '../../outbox/channel.ts';
import { deleteEntries, purgeSentEntries } from '../../outbox/queue.ts';
import { closeNotifications, endPushSubscription } from '../../push/push-record.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { removeDraftsOfLogin, useDrafts } from '../../stores/drafts.ts';
import { forgetFormDrafts, restoreFormDrafts, retainFormDrafts } from '../../stores/form-drafts.ts';
import { deleteStoredSlices } from '../../stores/persist.ts';
import { resetSessionStores, resetStores } from '../../stores/reset.ts';
import { withFreeSpace } from '../../stores/storage-quota.ts';
import { accountOf, currentAccount, removeSavedUser, USER_KEY, useUser } from '../../stores/user.ts';
import { refreshOutboxStore, requeueFor } from '../outbox/outbox.ts';
import { loadAddresses } from '../places/load-addresses.ts';
import { deletePrivateCaches } from '../storage/device-storage.ts';
import { sendLogOuts } from './log-out-queue.ts';

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
  void saveSessionForWorker();
  if (useUser.getState().user) {
    void refreshUser();
    void loadAddresses();
  }
}

/** The user has logged out in another tab, or the session has expired there. */
function applyLogOutOfOtherTab(reason: 'loggedOut' | 'expired'): void {
  // This tab may have saved a new name or token after the other one had cleared local storage.
  removeSavedUser(useUser.getState().user);
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
  else {
    // Its form would begin another session over this one.
    useDialogs.getState().closeAuth();
    continueSessionOf(now);
  }
}

function continueSessionOf(account: string): void {
  restoreFormDrafts(account);
  useDrafts.getState().assignOwner();
  void removeDraftsOfLogin();
  void loadAddresses();
  void requeueFor(account);
}

/** Requests the current name and photo, and a new token if the old one is older than a day. */
export async function refreshUser(): Promise<void> {
  const before = useUser.getState().user?.jwtToken;
  const result = await call('getUser', { isQuiet: true });
  // A change of the password has begun a new session meanwhile, and the response renews the earlier one.
  if (!result.ok || useUser.getState().user?.jwtToken !== before) return;
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
  // The session of another account may have ended, and only the service worker knows it.
  if (![accountOf(user), undefined].includes(currentAccount())) void expireSession();
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

/** Logs out: deletes all data of the account from this device, but unsent requests only if the user wants that. */
export async function logOutThisDevice({ retainUnsent }: { retainUnsent: boolean }): Promise<void> {
  if (!retainUnsent) await deleteUnsentRequests();
  const isQueued = await queueLogOut();
  if (!isQueued) {
    // Not awaited, because leaving this device must not wait for a weak connection. A 401 only means that the session
    // has already ended.
    const signal = AbortSignal.timeout(READ_TIMEOUT_MS);
    void call('logOut', { isQuiet: true, refusesWith401: true, signal });
  }
  await endSessionAndTemplates();
  if (isQueued) void sendLogOuts();
}

/**
 * Saves the log-out, so that it is sent even if the page closes or has no connection. False if there is no id to
 * save, because another API is in use, or if this device cannot save it.
 */
async function queueLogOut(): Promise<boolean> {
  const sessionId = useUser.getState().user?.sessionId;
  if (!sessionId) return false;
  const saved = orWarn('The log-out could not be saved', async () => {
    await withFreeSpace(() => saveQueuedLogOut({ sessionId }));
    return true;
  });
  return (await saved) ?? false;
}

/** After the account was deleted at the server: deletes everything of it on this device, unsent requests too. */
export async function endDeletedAccount(): Promise<void> {
  await deleteUnsentRequests();
  await endSessionAndTemplates();
}

async function deleteUnsentRequests(): Promise<void> {
  const account = currentAccount();
  if (account === undefined) return;
  await orWarn('Unsent requests could not be discarded', () => deleteEntries((owner) => owner === account));
}

/** The templates belong to the account. After an expired session they stay, as unsent requests do. */
async function endSessionAndTemplates(): Promise<void> {
  const account = currentAccount();
  await Promise.all([
    // Only this tab deletes it: another one may learn of the log-out late, when a new draft is stored.
    orWarn('The stored data could not be deleted', deleteStoredSlices),
    endSession('loggedOut'),
    account &&
      orWarn('The templates could not be deleted', async () => {
        const { deleteTemplatesOf } = await import('../deliveries/templates.ts');
        await deleteTemplatesOf(account);
      }),
  ]);
}

/** Ends a session that the server has rejected. Unsent requests and drafts stay until the account logs in again. */
export function expireSession(): Promise<void> {
  return endSession('expired');
}

async function endSession(reason: 'loggedOut' | 'expired'): Promise<void> {
  const { user } = useUser.getState();
  const account = accountOf(user);
  if (reason === 'expired') hideSession(account);
  else forgetSession();
  void orWarn('Local storage could not be cleared', () => {
    localStorage.clear();
    sessionStorage.clear();
  });
  channel?.postMessage(reason satisfies SessionMessage);
  broadcast({ kind: 'changed' });
  await Promise.all([
    endSessionOfWorker(),
    // Their keys stay, so that nothing is ordered twice.
    orWarn('Responses to sent requests could not be deleted', () =>
      purgeSentEntries(({ owner }) => owner === account),
    ),
    endPushSubscription(),
  ]);
  // Chromium shows this tab what another one saved just before, although it has cleared that as well.
  removeSavedUser(user);
}

/** In this order, so that the worker caches and shows nothing of the account after the deletion. */
async function endSessionOfWorker(): Promise<void> {
  await saveSessionForWorker();
  await deletePrivateCaches();
  await orWarn('Notifications could not be closed', closeNotifications);
}

async function saveSessionForWorker(): Promise<void> {
  const { user } = useUser.getState();
  await orWarn('The worker has no copy of the session', () =>
    saveSessionCopy(user ? { token: user.jwtToken, account: user.email.toLowerCase() } : undefined),
  );
}
