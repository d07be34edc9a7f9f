import { createStore, get, set } from 'idb-keyval';
import { expect, test, vi } from 'vitest';

const slices = createStore('send-stores', 'slices');
const address = {
  id: 1,
  name: 'Home',
  country: 'Ireland',
  city: 'Dublin',
  street: '12 Leinster Road',
  postalCode: 'D06 X2P4',
  latitude: 53.33,
  longitude: -6.26,
  isDefaultPickUp: true,
  isDefaultDropOff: false,
};

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
