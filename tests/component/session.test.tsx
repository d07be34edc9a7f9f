import { waitFor } from '@testing-library/react';
import { del } from 'idb-keyval';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';
import {
  readQueuedLogOuts,
  readSessionCopy,
  saveQueuedLogOut,
  workerStore,
} from '../../src/device/worker-copies.ts';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import type { Intent } from '../../src/outbox/entry.ts';
import { deleteEntry, enqueue, updateEntry } from '../../src/outbox/queue.ts';
import { useAddresses } from '../../src/stores/addresses.ts';
import { useApp } from '../../src/stores/app.ts';
import { useDialogs } from '../../src/stores/dialogs.ts';
import { draftsOf, useDrafts } from '../../src/stores/drafts.ts';
import { useOutbox } from '../../src/stores/outbox.ts';
import { usePayments } from '../../src/stores/payments.ts';
import { resetStores } from '../../src/stores/reset.ts';
import { currentAccount, savedAccount, useUser } from '../../src/stores/user.ts';
import { refreshOutboxStore } from '../../src/use-cases/outbox/outbox.ts';
import { sendLogOuts, startLogOutQueue } from '../../src/use-cases/session/log-out-queue.ts';
import {
  expireSession,
  logOutThisDevice,
  restoreSession,
  startSession,
} from '../../src/use-cases/session/session.ts';
import { deliveryRequest } from '../offline/fake-server.ts';
import { AOIFE } from '../support/account-fixtures.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import '../support/fake-indexeddb.ts';
import '../support/web-locks.ts';

beforeEach(() => {
  resetStores();
  localStorage.clear();
  configureClient({
    baseUrls: () => ({ apiBase: 'http://send.test/api', hookBase: 'http://send.test/hook' }),
    session: () => ({ token: AOIFE.jwtToken, account: AOIFE.email }),
  });
});

describe('An account that logs in', () => {
  test('is stored under "user" in local storage, and its addresses are loaded (AUT-07)', async () => {
    const api = fakeApi({ listAddresses: () => ({ body: [anAddress()] }) });
    startSession(AOIFE);
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(AOIFE);
    await waitFor(() => expect(useAddresses.getState().list).toHaveLength(1));
    expect(api.callsOf('listAddresses')).toHaveLength(1);
  });

  test('owns what a guest has begun, on whichever page it logs in (WIZ-32, ACC-33)', () => {
    fakeApi({ listAddresses: () => ({ body: [] }) });
    const id = useDrafts
      .getState()
      .createDraft({ owner: undefined, fields: DEFAULT_FIELDS, step: 'package' });
    startSession(AOIFE);
    expect(draftsOf(useDrafts.getState().drafts, currentAccount())).toMatchObject([{ id }]);
  });

  test('sees nothing of an account whose session only the service worker knows to have ended (SES-05)', async () => {
    fakeApi({ listAddresses: () => ({ body: [] }) });
    startSession(AOIFE);
    usePayments.getState().replacePayments([]);
    localStorage.setItem('anything-else', 'x');
    startSession({ ...AOIFE, email: 'brian@example.ie', jwtToken: 'of Brian' });
    expect(usePayments.getState().payments).toBeUndefined();
    expect(localStorage.getItem('anything-else')).toBeNull();
    const session = { account: 'brian@example.ie', token: 'of Brian' };
    await waitFor(async () => expect(await readSessionCopy()).toEqual(session));
    expect(savedAccount()).toBe(session.account);
  });

  test('is not stored again by what another tab saved just before the log-out (SES-02)', async () => {
    fakeApi({ listAddresses: () => ({ body: [] }) });
    startSession(AOIFE);
    // Chromium shows the change of the other tab after this tab has cleared its storage.
    const clear = vi.spyOn(localStorage, 'clear').mockImplementationOnce(() => {
      localStorage.removeItem('user');
      localStorage.setItem('user', JSON.stringify({ ...AOIFE, name: 'Aoife Nolan' }));
    });
    await logOutThisDevice({ retainUnsent: false });
    expect(clear).toHaveBeenCalledOnce();
    expect(localStorage.getItem('user')).toBeNull();
  });

  test('leaves empty local storage and empty slices when it logs out (SES-02)', async () => {
    fakeApi({ listAddresses: () => ({ body: [anAddress()] }) });
    startSession(AOIFE);
    await waitFor(() => expect(useAddresses.getState().list).toHaveLength(1));
    localStorage.setItem('anything-else', 'x');
    sessionStorage.setItem('anything-else', 'x');
    await logOutThisDevice({ retainUnsent: false });
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0]);
    expect(useUser.getState().user).toBeNull();
    expect(useAddresses.getState()).toMatchObject({ list: [], owner: undefined, isLoaded: false });
  });
});

describe('An account whose session has expired', () => {
  const draftIds = () => draftsOf(useDrafts.getState().drafts, currentAccount()).map(({ id }) => id);
  let open: string;

  beforeEach(() => {
    fakeApi({ listAddresses: () => ({ body: [] }) });
    startSession(AOIFE);
    const draft = { owner: AOIFE.email.toLowerCase(), fields: DEFAULT_FIELDS };
    open = useDrafts.getState().createDraft({ ...draft, step: 'summery' });
    useDrafts.getState().createDraft({ ...draft, step: 'locations' });
    useDrafts.getState().resume(open);
  });

  test('finds its drafts and the open one again when it logs in on the same page (SES-05)', async () => {
    const before = draftIds();
    await expireSession();
    expect(draftIds()).toEqual([]);
    startSession(AOIFE);
    expect(draftIds()).toEqual(before);
    expect(useDrafts.getState().currentId).toBe(open);
  });

  test('finds no draft whose request waits for the login, because the login sends it (SES-05)', async () => {
    const api = fakeApi({
      listAddresses: () => ({ body: [] }),
      createDeliveryRequest: () => problemReply(400, 'VALIDATION_ERROR'),
    });
    const waiting: Intent = { kind: 'createDeliveryRequest', body: deliveryRequest() };
    await enqueue(open, AOIFE.email.toLowerCase(), waiting, Date.now() + 1);
    await updateEntry(open, (entry) => ({ ...entry, state: 'needsLogin' }));
    await expireSession();
    startSession(AOIFE);
    await waitFor(() => expect(draftIds()).not.toContain(open));
    expect(draftIds()).toHaveLength(1);
    expect(useDrafts.getState().currentId).toBeUndefined();
    await waitFor(() => expect(api.callsOf('createDeliveryRequest')).toHaveLength(1));
    await deleteEntry(open);
  });

  test('shows no draft to another account, and none after that account has logged out (SES-05, REL-18)', async () => {
    await expireSession();
    startSession({ ...AOIFE, email: 'brian@example.ie' });
    expect(draftIds()).toEqual([]);
    await logOutThisDevice({ retainUnsent: true });
    startSession(AOIFE);
    expect(draftIds()).toEqual([]);
  });

  test('finds its drafts again if another tab has noticed the end of the session first (SES-05)', async () => {
    const before = draftIds();
    restoreSession();
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(draftIds()).toEqual([]);
    startSession(AOIFE);
    expect(draftIds()).toEqual(before);
  });

  test('is counted as what waits for its login, and no longer after it (SES-05, REL-34)', async () => {
    const waiting: Intent = { kind: 'createDeliveryRequest', body: deliveryRequest() };
    await enqueue('parked-key', AOIFE.email, waiting);
    await expireSession();
    await refreshOutboxStore();
    expect(useOutbox.getState()).toMatchObject({ entries: [], parked: { requests: 1, drafts: 2 } });
    startSession({ ...AOIFE, email: 'brian@example.ie' });
    await refreshOutboxStore();
    expect(useOutbox.getState()).toMatchObject({ entries: [], parked: { requests: 1, drafts: 2 } });
    startSession(AOIFE);
    await refreshOutboxStore();
    expect(useOutbox.getState().parked).toEqual({ requests: 0, drafts: 0 });
    await deleteEntry('parked-key');
  });

  test('is counted once if it has just been submitted (SES-05, REL-34)', async () => {
    const [submitted = ''] = draftIds();
    await enqueue(submitted, AOIFE.email, { kind: 'createDeliveryRequest', body: deliveryRequest() });
    await expireSession();
    await refreshOutboxStore();
    expect(useOutbox.getState().parked).toEqual({ requests: 1, drafts: 1 });
    await deleteEntry(submitted);
  });

  test('leaves no draft after a log-out (SES-02)', async () => {
    await logOutThisDevice({ retainUnsent: false });
    startSession(AOIFE);
    expect(draftIds()).toEqual([]);
  });
});

test('Log Out ends the session at the server too, and does not wait for it (SEC-06)', async () => {
  const api = fakeApi({
    listAddresses: () => ({ body: [] }),
    logOut: () => new Promise(() => {}),
  });
  startSession(AOIFE);
  await logOutThisDevice({ retainUnsent: false });
  await waitFor(() => expect(api.callsOf('logOut')).toHaveLength(1));
  expect(useUser.getState().user).toBeNull();
});

describe('A log-out', () => {
  const SESSION = { ...AOIFE, sessionId: 'session-of-aoife' };
  const queued = () => readQueuedLogOuts();
  beforeEach(async () => {
    for (const { sessionId } of await readQueuedLogOuts()) await del(`log-out ${sessionId}`, workerStore);
  });

  test('ends the session by its id, which is then deleted from the device (SEC-06)', async () => {
    const api = fakeApi({ listAddresses: () => ({ body: [] }), endSessionById: () => ({ body: {} }) });
    startSession(SESSION);
    await logOutThisDevice({ retainUnsent: false });
    await waitFor(async () => expect(await queued()).toEqual([]));
    expect(api.callsOf('endSessionById').map(({ body }) => body)).toEqual([
      { sessionId: 'session-of-aoife' },
    ]);
    expect(api.callsOf('logOut')).toEqual([]);
  });

  test('without a connection is sent when a server responds again (SEC-06)', async () => {
    const api = fakeApi({ listAddresses: () => ({ body: [] }) });
    startSession(SESSION);
    await logOutThisDevice({ retainUnsent: false });
    await waitFor(() => expect(api.callsOf('endSessionById')).toHaveLength(1));
    expect(await queued()).toMatchObject([{ sessionId: 'session-of-aoife' }]);
    useApp.setState({ isReachable: false });
    api.script.endSessionById = () => ({ body: {} });
    startLogOutQueue();
    useApp.setState({ isReachable: true });
    await waitFor(async () => expect(await queued()).toEqual([]));
  });

  test.each([503, 429])('to which the server responds with %d stays queued (SEC-06)', async (status) => {
    const api = fakeApi({
      listAddresses: () => ({ body: [] }),
      endSessionById: () => problemReply(status, 'SERVICE_UNAVAILABLE'),
    });
    startSession(SESSION);
    await logOutThisDevice({ retainUnsent: false });
    await waitFor(() => expect(api.callsOf('endSessionById')).toHaveLength(1));
    await sendLogOuts();
    expect(await queued()).toHaveLength(1);
  });

  test('is queued on a full device in the space of cached maps (SEC-06, WIZ-38)', async () => {
    const reply = () => problemReply(503, 'SERVICE_UNAVAILABLE');
    fakeApi({ listAddresses: () => ({ body: [] }), endSessionById: reply });
    startSession(SESSION);
    const { put } = IDBObjectStore.prototype;
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.spyOn(console, 'warn').mockReturnValue();
    const deleteCache = async () => {
      full.mockImplementation(put);
      return true;
    };
    vi.stubGlobal('caches', { delete: deleteCache });
    await logOutThisDevice({ retainUnsent: false });
    expect(await queued()).toHaveLength(1);
    vi.unstubAllGlobals();
  });

  test('of an API that has no such call is dropped (SEC-06)', async () => {
    fakeApi({ endSessionById: () => problemReply(404, 'NOT_FOUND') });
    await saveQueuedLogOut({ sessionId: 'old' });
    await sendLogOuts();
    expect(await queued()).toEqual([]);
  });
});

describe('Another tab', () => {
  beforeEach(() => {
    fakeApi({ listAddresses: () => ({ body: [anAddress()] }), getUser: () => ({ body: AOIFE }) });
    restoreSession();
  });
  const changed = () => dispatchEvent(new StorageEvent('storage', { key: 'user' }));

  test('ends the session here when it logs out, before local storage here has changed (REL-18)', async () => {
    startSession(AOIFE);
    await waitFor(() => expect(useAddresses.getState().list).toHaveLength(1));
    new BroadcastChannel('send-session').postMessage('loggedOut');
    await waitFor(() => expect(useUser.getState().user).toBeNull());
    expect(useAddresses.getState().list).toEqual([]);
  });

  test('leaves nothing of a session that ends there while a response is saved here (SES-02)', async () => {
    useUser.getState().setUser(AOIFE);
    localStorage.clear();
    useUser.getState().updateUser({ name: 'Aoife Nolan' });
    new BroadcastChannel('send-session').postMessage('loggedOut');
    await waitFor(() => expect(useUser.getState().user).toBeNull());
    expect(localStorage.getItem('user')).toBeNull();
  });

  test('keeps its next session when the message about its log-out arrives late (SES-02)', async () => {
    useUser.getState().setUser(AOIFE);
    const next = JSON.stringify({ ...AOIFE, jwtToken: 'next' });
    localStorage.setItem('user', next);
    new BroadcastChannel('send-session').postMessage('loggedOut');
    await waitFor(() => expect(useUser.getState().user).toBeNull());
    expect(localStorage.getItem('user')).toBe(next);
  });

  test('logs this tab in as soon as local storage here has changed (REL-18)', async () => {
    new BroadcastChannel('send-session').postMessage('loggedIn');
    expect(useUser.getState().user).toBeNull();
    localStorage.setItem('user', JSON.stringify(AOIFE));
    changed();
    expect(useUser.getState().user).toMatchObject({ email: AOIFE.email });
    await waitFor(() => expect(useAddresses.getState().list).toHaveLength(1));
  });

  test('that logs in closes the login dialog here, and no second account logs in over the first (REL-18)', async () => {
    useDialogs.getState().openAuth('login');
    localStorage.setItem('user', JSON.stringify(AOIFE));
    changed();
    expect(useDialogs.getState().authMode).toBeNull();
  });

  test('that logs in as another account removes the data of the previous account (REL-18)', async () => {
    startSession(AOIFE);
    await waitFor(() => expect(useAddresses.getState().list).toHaveLength(1));
    fakeApi({ listAddresses: () => ({ body: [] }) });
    localStorage.setItem(
      'user',
      JSON.stringify({ ...AOIFE, name: 'Brian Walsh', email: 'brian@example.ie' }),
    );
    changed();
    expect(useUser.getState().user).toMatchObject({ name: 'Brian Walsh' });
    await waitFor(() => expect(useAddresses.getState().isLoaded).toBe(true));
    expect(useAddresses.getState().list).toEqual([]);
  });
});
