import { createStore, del, get, set } from 'idb-keyval';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useAddresses } from '../../src/stores/addresses.ts';
import { useApp } from '../../src/stores/app.ts';
import { useDelivery } from '../../src/stores/delivery.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { useRecentPlaces } from '../../src/stores/recent-places.ts';
import { useTracked } from '../../src/stores/tracked.ts';
import { anAddress } from '../support/address-fixtures.ts';

const slices = createStore('send-stores', 'slices');
const AOIFE = 'aoife@example.com';
const address = anAddress();
const storeAddresses = (state: unknown, version = 1) => set('addresses', { state, version }, slices);

/** Expects a warning about a slice that cannot be read; a missing warning fails the test. */
let warn: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  useAddresses.setState(useAddresses.getInitialState(), true);
  useDelivery.setState(useDelivery.getInitialState(), true);
});

test('stored values are restored', async () => {
  await storeAddresses({ owner: AOIFE, list: [address], updatedAt: 5 });
  await useAddresses.persist.rehydrate();
  expect(useAddresses.getState()).toMatchObject({
    owner: AOIFE,
    list: [address],
    isLoaded: true,
    updatedAt: 5,
  });
});

const DAMAGED: [what: string, found: unknown][] = [
  ['nothing', undefined],
  ['a string', 'damaged'],
  ['a number', 7],
  ['a list', []],
  ['an empty object', {}],
  ['a list of the wrong type', { state: { owner: AOIFE, list: 'no list', updatedAt: 5 }, version: 1 }],
  ['no state', { version: 1 }],
  ['a version that is not a number', { state: { list: [] }, version: 'two' }],
];

type PersistedStore<S> = {
  getInitialState(): S;
  getState(): S;
  setState(state: S, replace: true): void;
  persist: {
    rehydrate(): Promise<void> | void;
    getOptions(): { partialize?: (state: S) => unknown };
  };
};

/** Expects that a store has the initial values of all that it stores, whatever it reads. */
async function expectInitialValues<S>(name: string, store: PersistedStore<S>, found: unknown): Promise<void> {
  await set(name, found, slices);
  store.setState(store.getInitialState(), true);
  await store.persist.rehydrate();
  const { partialize } = store.persist.getOptions();
  expect(partialize?.(store.getState()), name).toEqual(partialize?.(store.getInitialState()));
  await del(name, slices);
}

test.each(DAMAGED)('When %s was stored, every store has its initial values (REL-07)', async (_, found) => {
  await expectInitialValues('app', useApp, found);
  await expectInitialValues('delivery', useDelivery, found);
  await expectInitialValues('drafts', useDrafts, found);
  await expectInitialValues('tracked', useTracked, found);
  await expectInitialValues('recent-places', useRecentPlaces, found);
});

describe.each(DAMAGED)('When %s was stored', (_, found) => {
  test('the app starts without it and stores later changes (REL-07)', async () => {
    await set('addresses', found, slices);
    await useAddresses.persist.rehydrate();
    expect(useAddresses.getState().list).toEqual([]);

    useAddresses.getState().replace(AOIFE, [address], 9);
    await vi.waitFor(
      async () => expect(await get('addresses', slices)).toMatchObject({ state: { list: [address] } }),
      10_000,
    );
  });
});

test.each([0, 2, 99])('valid items of version %i are kept and damaged ones are left out', async (version) => {
  await storeAddresses(
    { owner: AOIFE, list: [address, { id: 'x' }, null, 'text'], updatedAt: 5, extra: true },
    version,
  );
  await useAddresses.persist.rehydrate();
  expect(useAddresses.getState().list).toEqual([address]);
});

test('a change before the read has finished is not overwritten by the stored value', async () => {
  await storeAddresses({ owner: AOIFE, list: [address], updatedAt: 5 });
  const reading = useAddresses.persist.rehydrate();
  useAddresses.getState().replace(AOIFE, [], 9);
  await reading;
  expect(useAddresses.getState()).toMatchObject({ list: [], updatedAt: 9 });
});

test('a device that cannot read is reported, and the app starts with empty stores', async () => {
  // The database is open before its transactions fail, because the fake IndexedDB also starts one to open it.
  await storeAddresses({ owner: AOIFE, list: [], updatedAt: 5 });
  const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('closed', 'InvalidStateError');
  });
  await useAddresses.persist.rehydrate();
  broken.mockRestore();
  expect(useAddresses.getState().list).toEqual([]);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining('addresses'), expect.anything());
});

test('a full device is reported, and the screen keeps its content', async () => {
  await storeAddresses({ owner: AOIFE, list: [], updatedAt: 5 });
  await useAddresses.persist.rehydrate();
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  useAddresses.getState().upsert(address);
  await vi.waitFor(
    () => expect(warn).toHaveBeenCalledWith(expect.stringContaining('addresses'), expect.anything()),
    10_000,
  );
  full.mockRestore();
  expect(useAddresses.getState().list).toEqual([address]);
});

test('the deliveries of two accounts are never merged', async () => {
  const delivery = { id: 7 } as never;
  useDelivery.getState().replace(AOIFE, [delivery], 1);
  useDelivery.getState().upsert('brian@example.com', { id: 8 } as never, 2);
  expect(useDelivery.getState()).toMatchObject({ owner: 'brian@example.com', list: [{ id: 8 }] });
});

test('the configuration of the last visit is used until the new one is loaded', async () => {
  await set('app', { state: { config: { apiBase: 'https://api.example' } }, version: 1 }, slices);
  await useApp.persist.rehydrate();
  expect(useApp.getState()).toMatchObject({
    hasConfig: true,
    config: { apiBase: 'https://api.example', hookBase: '/hook' },
  });
});

test('a page that is left before its configuration has arrived does not store the defaults as the configuration', async () => {
  await del('app', slices);
  useApp.setState(useApp.getInitialState(), true);
  await useApp.persist.rehydrate();
  useApp.getState().setConsent('refused');
  await vi.waitFor(
    async () => expect(await get('app', slices)).toMatchObject({ state: { consent: 'refused' } }),
    10_000,
  );
  const stored = await get('app', slices);

  // The next page starts with the initial state. This page stores it, which the next one would not.
  useApp.setState(useApp.getInitialState(), true);
  await vi.waitFor(
    async () => expect(await get('app', slices)).toMatchObject({ state: { consent: undefined } }),
    10_000,
  );
  await set('app', stored, slices);
  await useApp.persist.rehydrate();
  expect(useApp.getState()).toMatchObject({ consent: 'refused', hasConfig: false });
});
