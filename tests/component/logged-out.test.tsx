import { waitFor } from '@testing-library/react';
import { clear, createStore, get, update } from 'idb-keyval';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import { newEntry } from '../../src/outbox/entry.ts';
import { enqueue, readEntries, resolveEntry } from '../../src/outbox/queue.ts';
import { useAddresses } from '../../src/stores/addresses.ts';
import { useDelivery } from '../../src/stores/delivery.ts';
import { flushDrafts, useDrafts } from '../../src/stores/drafts.ts';
import { addRecentPlace } from '../../src/stores/recent-places.ts';
import { hydrateStores, resetStores } from '../../src/stores/reset.ts';
import { useTracked } from '../../src/stores/tracked.ts';
import { useUser } from '../../src/stores/user.ts';
import { refreshDeliveries, refreshDelivery } from '../../src/use-cases/deliveries/refresh-deliveries.ts';
import {
  expireSession,
  logOutThisDevice,
  restoreSession,
  startSession,
} from '../../src/use-cases/session/session.ts';
import { lookUpPackage } from '../../src/use-cases/tracking/look-up-package.ts';
import { deliveryRequest } from '../offline/fake-server.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import '../support/fake-indexeddb.ts';
import '../support/web-locks.ts';

/** Texts of the account that are unique, so that a search of the storage finds them. */
const CUSTOMER = {
  name: 'Aoife of-the-account',
  email: 'aoife-of-the-account@example.ie',
  phoneNumber: '+353 87 of-the-account',
  jwtToken: 'token-of-the-account',
};
const street = (what: string) => `${what} Street of-the-account`;
const GUID = '3f0c4f0e-0000-4000-8000-000000000000';
const DATABASES = [
  ['send-outbox', 'entries'],
  ['send-stores', 'slices'],
  ['send-session', 'copies'],
] as const;

const request = (name: string) => deliveryRequest({ pickUpSnapshot: { name: street(name) } });
const deliveryOf = (id: number, name: string) => ({
  ...request(name),
  id,
  created: '2026-11-01T10:00:00.000Z',
  status: 0,
  estimatedPrice: 18.4,
});
const tracking = {
  id: 1,
  guid: GUID,
  referenceNumber: 'of-the-account',
  status: 4,
  deliveryDate: null,
  deliveryTime: null,
  deliveredTime: null,
  history: [],
  from: 'Howth of-the-account',
  to: null,
};
let deletedCaches: string[] = [];
let api: ReturnType<typeof fakeApi>;

/** Everything that is stored on this device, as one text. */
async function readAllStorage(): Promise<string> {
  const stored: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await requestResult(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      stored.push(name, await requestResult(database.transaction(store).objectStore(store).getAll()));
    }
    database.close();
  }
  return JSON.stringify(stored);
}

function requestResult<T>(idbRequest: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    idbRequest.onsuccess = () => resolve(idbRequest.result);
    idbRequest.onerror = () => reject(idbRequest.error);
  });
}

/** Logs in, uses the app, and leaves data in every kind of storage. */
async function createAccountData(): Promise<void> {
  startSession(CUSTOMER);
  await waitFor(() => expect(useAddresses.getState().list).toHaveLength(1));
  await refreshDeliveries();
  await lookUpPackage(GUID);
  addRecentPlace({
    name: street('Chosen'),
    chosen: { latitude: 53.3, longitude: -6.2, city: '', postalCode: '', country: '' },
  });
  const draft = { ...DEFAULT_FIELDS, pickUp: { name: street('Drafted'), chosen: undefined } };
  useDrafts.getState().createDraft({ owner: CUSTOMER.email, fields: draft, step: 'locations' });
  await flushDrafts();
  await enqueue('sent', CUSTOMER.email, { kind: 'createDeliveryRequest', body: request('Sent') });
  await resolveEntry('sent', { kind: 'customer', response: deliveryOf(8, 'Sent') });
  localStorage.setItem('something', street('Local'));
  sessionStorage.setItem('something', street('Session'));
  const words = ['Listed', 'Chosen', 'Drafted', 'Sent', 'Local', 'Session'].map(street);
  await waitFor(async () => {
    const stored = await readAllStorage();
    for (const word of [...words, CUSTOMER.jwtToken, 'Howth of-the-account']) expect(stored).toContain(word);
  });
}

const parkRequest = (id: string, owner: string | null = CUSTOMER.email) =>
  enqueue(id, owner, { kind: 'createDeliveryRequest', body: request('Parked') });

beforeEach(async () => {
  resetStores();
  localStorage.clear();
  sessionStorage.clear();
  for (const [name, store] of DATABASES) await clear(createStore(name, store));
  await hydrateStores();
  deletedCaches = [];
  api = fakeApi({
    listAddresses: () => ({ body: [anAddress({ street: street('Home') })] }),
    listDeliveryRequests: () => ({ body: [deliveryOf(7, 'Listed')] }),
    getDeliveryRequest: () => ({ body: deliveryOf(7, 'Late') }),
    trackOrder: () => ({ body: tracking }),
  });
  vi.stubGlobal('caches', {
    keys: async () => ['private-responses', 'app-1', 'tiles'],
    delete: async (name: string) => deletedCaches.push(name) > 0,
  });
  configureClient({
    baseUrls: () => ({ apiBase: 'http://send.test/api', hookBase: 'http://send.test/hook' }),
    session: () => {
      const { user } = useUser.getState();
      return user ? { token: user.jwtToken, account: user.email } : undefined;
    },
  });
});

describe('After a log-out', () => {
  test('no data of the account is stored on the device (SES-02, SES-04)', async () => {
    await createAccountData();
    await logOutThisDevice({ retainUnsent: false });
    await waitFor(async () => expect(await readAllStorage()).not.toContain('of-the-account'));
    expect(deletedCaches).toEqual(['private-responses']);
  });

  test.each([
    ['a log-out', () => logOutThisDevice({ retainUnsent: false })],
    ['the end of the session', expireSession],
  ])('%s closes the notifications that name its deliveries (SES-04)', async (_, end) => {
    await createAccountData();
    const close = vi.fn();
    const getRegistration = async () => ({ getNotifications: async () => [{ close }, { close }] });
    const clearAppBadge = vi.fn(async () => undefined);
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, {
        serviceWorker: { value: { getRegistration } },
        clearAppBadge: { value: clearAppBadge },
      }),
    );
    await end();
    expect(close).toHaveBeenCalledTimes(2);
    expect(clearAppBadge).toHaveBeenCalledOnce();
  });

  test('a device that is too full to store anything loses the data all the same (SES-04)', async () => {
    await createAccountData();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await logOutThisDevice({ retainUnsent: true });
    await waitFor(async () => expect(await readAllStorage()).not.toContain('of-the-account'));
    expect(await readAllStorage()).not.toContain(CUSTOMER.jwtToken);
  });

  test('only unsent requests stay, without a token, if the user chose that (SES-04)', async () => {
    await createAccountData();
    await parkRequest('parked');
    await logOutThisDevice({ retainUnsent: true });
    await waitFor(async () => {
      const stored = await readAllStorage();
      expect(stored).toContain(street('Parked'));
      expect(stored).not.toContain(CUSTOMER.jwtToken);
      for (const what of ['Home', 'Listed', 'Chosen', 'Drafted', 'Sent', 'Session'])
        expect(stored).not.toContain(street(what));
    });
  });

  test('unsent requests are deleted if the user chose that, and those of guests stay (SES-04)', async () => {
    startSession(CUSTOMER);
    await parkRequest('hers');
    await parkRequest('of a guest', null);
    await logOutThisDevice({ retainUnsent: false });
    expect((await readEntries()).map(({ id }) => id)).toEqual(['of a guest']);
  });

  test('a late response is not stored', async () => {
    let answerNow = () => {};
    const loggedOut = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    const late = async (body: unknown) => {
      await loggedOut;
      return { body };
    };
    Object.assign(api.script, {
      listDeliveryRequests: () => late([deliveryOf(7, 'Listed')]),
      getDeliveryRequest: () => late(deliveryOf(7, 'Late')),
      trackOrder: () => late(tracking),
    });
    startSession(CUSTOMER);
    const requestResult = [refreshDeliveries(), refreshDelivery(7), lookUpPackage(GUID)];
    await logOutThisDevice({ retainUnsent: false });
    expect(api.callsOf('listDeliveryRequests')).toHaveLength(1);
    answerNow();
    await Promise.all(requestResult);
    expect(useDelivery.getState().list).toEqual([]);
    expect(useTracked.getState().list).toEqual([]);
  });
});

describe('A session that the server has ended', () => {
  test('keeps the waiting requests (REL-04)', async () => {
    startSession(CUSTOMER);
    await parkRequest('parked');
    await expireSession();
    expect(await readEntries()).toEqual([
      expect.objectContaining({
        ...newEntry('parked', CUSTOMER.email, expect.anything(), expect.anything()),
      }),
    ]);
  });
});

describe('Another tab', () => {
  const channel = () => new BroadcastChannel('send-session');

  test('is notified of a log-out', async () => {
    restoreSession();
    startSession(CUSTOMER);
    const other = channel();
    const received = new Promise((resolve) => {
      other.onmessage = ({ data }) => data === 'loggedOut' && resolve(data);
    });
    await logOutThisDevice({ retainUnsent: false });
    expect(await received).toBe('loggedOut');
    other.close();
  });

  test('shows no data of the account after the notification', async () => {
    restoreSession();
    startSession(CUSTOMER);
    await refreshDeliveries();
    const other = channel();
    other.postMessage('loggedOut');
    await waitFor(() => expect(useUser.getState().user).toBeNull());
    expect(useDelivery.getState().list).toEqual([]);
    other.close();
  });

  test('keeps a draft that was typed elsewhere after the log-out, when the notification arrives late (SES-04, WIZ-32)', async () => {
    restoreSession();
    startSession(CUSTOMER);
    useDrafts.getState().createDraft({ owner: CUSTOMER.email, fields: DEFAULT_FIELDS, step: 'locations' });
    await flushDrafts();
    const slices = createStore('send-stores', 'slices');
    await update<{ state: { drafts: { updatedAt: number }[] }; version: number }>(
      'drafts',
      (stored) => ({
        version: 1,
        state: {
          ...stored?.state,
          drafts: [
            { ...stored?.state.drafts[0], id: 'typed-later', owner: undefined, updatedAt: Date.now() + 1000 },
          ],
        },
      }),
      slices,
    );
    const other = channel();
    other.postMessage('loggedOut');
    await waitFor(() => expect(useUser.getState().user).toBeNull());
    await flushDrafts();
    expect(JSON.stringify(await get('drafts', slices))).toContain('typed-later');
    other.close();
  });

  test('shows nothing of the account after another one has logged in', async () => {
    restoreSession();
    startSession(CUSTOMER);
    await refreshDeliveries();
    localStorage.setItem('user', JSON.stringify({ ...CUSTOMER, email: 'brian@example.ie' }));
    const other = channel();
    other.postMessage('loggedIn');
    await waitFor(() => expect(useUser.getState().user?.email).toBe('brian@example.ie'));
    expect(useDelivery.getState().list).toEqual([]);
    other.close();
  });
});
