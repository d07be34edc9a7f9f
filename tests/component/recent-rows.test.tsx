import '../support/fake-indexeddb.ts';
import '../support/web-locks.ts';
import { createHash } from 'node:crypto';
import { screen } from '@testing-library/react';
import { toJsonSchema } from '@valibot/to-json-schema';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';
import { DeliveryRequest } from '../../src/contract/delivery-request.ts';
import { Tracking } from '../../src/contract/order.ts';
import { REQUEST_STATUS } from '../../src/contract/status.ts';
import type { LoggedInUser } from '../../src/contract/user.ts';
import { useDelivery } from '../../src/stores/delivery.ts';
import {
  RECENT_ROWS_KEY,
  RECENT_ROWS_MAX,
  RECENT_ROWS_VERSION,
  restoreRecentRows,
  useRecentDeliveries,
} from '../../src/stores/recent-rows.ts';
import { resetStores } from '../../src/stores/reset.ts';
import { useTracked } from '../../src/stores/tracked.ts';
import { useUser } from '../../src/stores/user.ts';
import { endDeletedAccount, expireSession, logOutThisDevice } from '../../src/use-cases/session/session.ts';
import { clearCachedData } from '../../src/use-cases/storage/device-storage.ts';
import { persistRecentRows } from '../../src/use-cases/storage/save-recent-rows.ts';
import { AOIFE } from '../support/account-fixtures.ts';
import { aDelivery, anOrder, GUID } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import { openDeliveries, openTracking, resetDevice, tab } from './deliveries-harness.tsx';

const BRIAN: LoggedInUser = { ...AOIFE, name: 'Brian', email: 'brian@example.ie' };
const hanging = () => new Promise<never>(() => {});
const stored = () => localStorage.getItem(RECENT_ROWS_KEY);
const parcel = (guid = GUID, owner?: string) => ({
  guid,
  tracking: { ...anOrder({ guid }), from: 'Dublin', to: 'Howth' },
  at: 7,
  ...(owner === undefined ? {} : { owner }),
});
/** Deliveries with the ids 1 to `count`; the last one is the newest. */
const deliveries = (count: number, overrides: Partial<DeliveryRequest> = {}) =>
  Array.from({ length: count }, (_, index) =>
    aDelivery({ id: index + 1, created: new Date(2026, 0, index + 1).toISOString(), ...overrides }),
  );

let stop = () => {};

function logIn(user: LoggedInUser | null): void {
  resetStores();
  if (user) useUser.getState().setUser(user);
  else localStorage.removeItem('user');
}

/** Saves the rows of an earlier visit, and starts the app again with empty stores. */
function saveEarlierVisit(user: LoggedInUser | null, list: DeliveryRequest[], tracked = [parcel()]): void {
  logIn(user);
  if (user) useDelivery.getState().replace(user.email, list, 1);
  useTracked.setState({ list: tracked });
  persistRecentRows()();
  restart();
}

function restart(): void {
  resetStores();
  useTracked.setState({ list: [] });
  useUser.getState().restore();
  restoreRecentRows();
}

const knownIds = () => useRecentDeliveries.getState().deliveries?.list.map(({ id }) => id);

beforeEach(() => {
  resetDevice(null);
  configureClient({
    baseUrls: () => ({ apiBase: 'http://send.test/api', hookBase: 'http://send.test/hook' }),
    session: () => undefined,
  });
});
afterEach(() => {
  stop();
  stop = () => {};
  vi.restoreAllMocks();
});

describe('The newest rows of an earlier visit', () => {
  test('are in the first frame of My Deliveries, while nothing has responded (LAY-35)', async () => {
    fakeApi({ listDeliveryRequests: hanging });
    saveEarlierVisit(AOIFE, deliveries(8));
    await openDeliveries();
    expect(screen.getAllByRole('listitem')).toHaveLength(RECENT_ROWS_MAX);
    expect(screen.queryByText('Loading your deliveries')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('do not claim that an older delivery does not exist', async () => {
    fakeApi({ listDeliveryRequests: hanging });
    saveEarlierVisit(AOIFE, deliveries(8));
    const { user } = await openDeliveries();
    await user.click(tab('Past'));
    expect(screen.queryByText('No past deliveries')).toBeNull();
    expect(document.querySelector('[aria-busy]')).not.toBeNull();
  });

  test('are in the first frame of Package Tracking, for a customer and for a guest (LAY-35)', async () => {
    fakeApi({ listDeliveryRequests: hanging, trackOrder: hanging });
    saveEarlierVisit(AOIFE, deliveries(8));
    const { unmount } = await openTracking();
    expect(screen.getAllByRole('listitem')).toHaveLength(RECENT_ROWS_MAX);
    unmount();
    saveEarlierVisit(null, []);
    const { prepareTracking } = await import('../../src/features/tracking/TrackingScreen.tsx');
    await prepareTracking(GUID);
    await openTracking(GUID);
    expect(screen.getByRole('article', { name: 'Tracking result' })).toBeVisible();
  });

  test('are the newest deliveries and the newest active ones', () => {
    const closed = deliveries(20, { status: REQUEST_STATUS.closed });
    const active = aDelivery({ id: 100, created: '2025-01-01T00:00:00Z' });
    saveEarlierVisit(AOIFE, [...closed, active]);
    expect(knownIds()).toEqual([20, 19, 18, 17, 16, 100]);
  });

  test('are replaced by the whole list', async () => {
    saveEarlierVisit(AOIFE, deliveries(8));
    useDelivery.getState().replace(AOIFE.email, deliveries(3), 2);
    fakeApi({ listDeliveryRequests: hanging });
    await openDeliveries();
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    stop = persistRecentRows();
    expect(knownIds()).toBeUndefined();
    restart();
    expect(knownIds()).toEqual([3, 2, 1]);
  });

  test('do not replace a newer state of a parcel in the database', async () => {
    const newer = { ...parcel(), at: 9 };
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    useTracked.setState({ list: [parcel()] });
    const { merge } = useTracked.persist.getOptions();
    expect(merge?.({ list: [newer, parcel('other')] }, useTracked.getState())).toMatchObject({
      list: [newer, parcel('other')],
    });
  });
});

describe('Rows that must not be shown', () => {
  test.each([
    ['of another account', () => useUser.getState().setUser(BRIAN)],
    ['of an account that is logged out', () => localStorage.removeItem('user')],
  ])('%s are ignored and deleted (SES-04)', (_, change) => {
    saveEarlierVisit(AOIFE, deliveries(3), [parcel(GUID, AOIFE.email)]);
    expect(knownIds()).toHaveLength(3);
    change();
    restart();
    expect(knownIds()).toBeUndefined();
    expect(useTracked.getState().list).toEqual([]);
    expect(stored()).toBeNull();
  });

  test('damaged or of another version are ignored and deleted', () => {
    saveEarlierVisit(AOIFE, deliveries(3));
    const intact = stored() ?? '';
    expect(intact).toMatch(new RegExp(`^${RECENT_ROWS_VERSION} \\d+ \\{`));
    const damaged = [
      '',
      'null',
      '{}',
      '1 2',
      `${intact} `,
      intact.slice(0, -1),
      intact.replace(/^\d+/, String(RECENT_ROWS_VERSION + 1)),
      intact.replace(/^\d+/, '0'),
      intact.replace('Howth', 'Bray'),
      ...Array.from({ length: 20 }, (_, index) => intact.slice(0, Math.floor((intact.length * index) / 20))),
    ];
    for (const text of damaged) {
      localStorage.setItem(RECENT_ROWS_KEY, text);
      restart();
      expect([text.slice(0, 40), knownIds(), stored()]).toEqual([text.slice(0, 40), undefined, null]);
    }
    localStorage.setItem(RECENT_ROWS_KEY, intact);
    restart();
    expect(knownIds()).toHaveLength(3);
  });

  test('of a changed schema have another version', () => {
    const schemas = JSON.stringify(
      [DeliveryRequest, Tracking].map((schema) => toJsonSchema(schema, { errorMode: 'ignore' })),
    );
    // If this fails, raise RECENT_ROWS_VERSION and enter both new values.
    expect([RECENT_ROWS_VERSION, createHash('sha256').update(schemas).digest('hex').slice(0, 16)]).toEqual([
      5,
      '527a176462db9084',
    ]);
  });
});

describe('No row of an account stays on the device', () => {
  test.each([
    ['it logs out', () => logOutThisDevice({ retainUnsent: false })],
    ['its session expires', expireSession],
    ['it is deleted', endDeletedAccount],
  ])('after %s (SES-04)', async (_, end) => {
    fakeApi({});
    saveEarlierVisit(AOIFE, deliveries(3), [parcel('a', AOIFE.email), parcel('b')]);
    stop = persistRecentRows();
    await end();
    expect(stored()).toBeNull();
    // What a guest looked up belongs to the device.
    useTracked.getState().upsert(parcel('c'));
    expect(stored()).toContain('"guid":"c"');
    expect(stored()).not.toContain(AOIFE.email);
  });

  test('after another tab has logged out, although a response arrives afterwards (SES-04)', () => {
    saveEarlierVisit(AOIFE, deliveries(3));
    stop = persistRecentRows();
    // The other tab has cleared the storage, and its message has not arrived yet.
    localStorage.clear();
    useDelivery.getState().replace(AOIFE.email, deliveries(4), 2);
    useTracked.getState().upsert(parcel('x', AOIFE.email));
    expect(stored()).toBeNull();
  });

  test('after another account has logged in in another tab (SES-04)', () => {
    saveEarlierVisit(AOIFE, deliveries(3));
    stop = persistRecentRows();
    localStorage.clear();
    localStorage.setItem('user', JSON.stringify(BRIAN));
    localStorage.setItem(RECENT_ROWS_KEY, 'of Brian');
    useDelivery.getState().replace(AOIFE.email, deliveries(4), 2);
    expect(stored()).toBe('of Brian');
  });

  test('of its deliveries after the cached data was cleared (ACC-21)', async () => {
    saveEarlierVisit(AOIFE, deliveries(3), []);
    stop = persistRecentRows();
    useDelivery.getState().replace(AOIFE.email, deliveries(4), 2);
    expect(stored()).not.toBeNull();
    await clearCachedData();
    expect(stored()).toBeNull();
  });
});

describe('A device that cannot store the rows', () => {
  test('deletes the old rows, and works', () => {
    saveEarlierVisit(AOIFE, deliveries(3));
    useDelivery.getState().replace(AOIFE.email, deliveries(4), 2);
    const storage = localStorage;
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.getItem(key),
      removeItem: (key: string) => storage.removeItem(key),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    });
    stop = persistRecentRows();
    vi.unstubAllGlobals();
    expect(stored()).toBeNull();
  });

  test('stores no more than a bounded number of characters', () => {
    saveEarlierVisit(AOIFE, deliveries(5, { deliveryNote: 'x'.repeat(100_000) }));
    expect(stored()).toBeNull();
  });

  test('stores a few rows of long lists', () => {
    saveEarlierVisit(
      AOIFE,
      deliveries(200),
      Array.from({ length: 50 }, (_, index) => parcel(`number-${index}`)),
    );
    expect(knownIds()).toEqual([200, 199, 198, 197, 196]);
    expect(useTracked.getState().list.map(({ guid }) => guid)).toHaveLength(RECENT_ROWS_MAX);
  });
});
