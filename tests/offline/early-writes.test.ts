import { createStore, get, set } from 'idb-keyval';
import { expect, test, vi } from 'vitest';
import { anAddress } from '../support/address-fixtures.ts';

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
