import { createStore, get, set } from 'idb-keyval';
import { expect, test, vi } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { anOrder } from '../support/delivery-fixtures.ts';

const slices = createStore('send-stores', 'slices');
const address = anAddress({ isDefaultPickUp: true });

test('a change before the first read leaves the stored value unchanged', async () => {
  const stored = { state: { owner: 'aoife@example.com', list: [address], updatedAt: 5 }, version: 1 };
  await set('addresses', stored, slices);
  vi.resetModules();
  const { useAddresses } = await import('../../src/stores/addresses.ts');

  useAddresses.setState({ list: [] });
  // Writes to one database run in order, so an early write has finished before this one.
  await set('fence', true, slices);
  expect(await get('addresses', slices)).toEqual(stored);

  await useAddresses.persist.rehydrate();
  expect(useAddresses.getState().list).toEqual([address]);
});

test('the configuration is stored although it usually arrives before the device has been read (REL-19)', async () => {
  vi.resetModules();
  const { useApp } = await import('../../src/stores/app.ts');
  const config = { ...DEFAULT_CONFIG, apiBase: '/configured' };
  const reading = useApp.persist.rehydrate();
  useApp.getState().setConfig(config);
  await reading;
  await vi.waitFor(async () => expect(await get('app', slices)).toMatchObject({ state: { config } }), 10_000);
});

test('a package that is looked up before the device has been read is stored next to the earlier ones', async () => {
  const tracked = (guid: string, at: number) => ({ guid, at, tracking: anOrder({ guid }) });
  await set('tracked', { state: { list: [tracked('earlier', 5)] }, version: 2 }, slices);
  vi.resetModules();
  const { useTracked } = await import('../../src/stores/tracked.ts');
  const reading = useTracked.persist.rehydrate();
  useTracked.getState().upsert(tracked('newer', 9));
  await reading;
  await vi.waitFor(
    async () =>
      expect(await get('tracked', slices)).toMatchObject({
        state: { list: [{ guid: 'newer' }, { guid: 'earlier' }] },
      }),
    10_000,
  );
});

test('a session that ends in any tab while the device is being read leaves nothing of the account (SES-04)', async () => {
  vi.resetModules();
  const { useAddresses } = await import('../../src/stores/addresses.ts');
  const { useTracked } = await import('../../src/stores/tracked.ts');
  const { resetSessionStores } = await import('../../src/stores/reset.ts');
  // The first read also loads the code that checks what is read.
  await useTracked.persist.rehydrate();
  const owner = 'aoife@example.com';
  await set('addresses', { state: { owner, list: [address], updatedAt: 5 }, version: 1 }, slices);
  const looked = (guid: string) => ({ guid, at: 5, tracking: anOrder({ guid }) });
  const list = [{ ...looked('hers'), owner }, looked('of the device')];
  await set('tracked', { state: { list }, version: 1 }, slices);

  const reading = [useAddresses.persist.rehydrate(), useTracked.persist.rehydrate()];
  resetSessionStores();
  await Promise.all(reading);
  await set('fence', true, slices);
  expect(useAddresses.getState().owner).toBeUndefined();
  expect(useTracked.getState().list.map(({ guid }) => guid)).toContain('of the device');
  const stored = await Promise.all(['addresses', 'tracked'].map((name) => get(name, slices)));
  expect(JSON.stringify(stored)).not.toContain(owner);
});
