import { createStore, get } from 'idb-keyval';
import { expect, test, vi } from 'vitest';
import { anOrder } from '../support/delivery-fixtures.ts';

const OWNER = 'aoife@example.com';
const slices = createStore('send-stores', 'slices');
const tracked = (guid: string, at: number) => ({ guid, at, tracking: anOrder({ guid }) });
const storedGuids = async () => {
  const record = await get<{ state: { list: { guid: string }[] } }>('tracked', slices);
  return record?.state.list.map(({ guid }) => guid);
};

async function openTab() {
  vi.resetModules();
  const { useTracked } = await import('../../src/stores/tracked.ts');
  await useTracked.persist.rehydrate();
  return useTracked;
}

test('what one tab looks up stays when another one stores its own packages (TRK-17)', async () => {
  const [first, second] = [await openTab(), await openTab()];
  first.getState().upsert(tracked('one', 1));
  await vi.waitFor(async () => expect(await storedGuids()).toEqual(['one']));
  second.getState().upsert(tracked('two', 2));
  await vi.waitFor(async () => expect(await storedGuids()).toEqual(['two', 'one']));
  // An older copy in another tab replaces no newer one.
  second.getState().upsert({ ...tracked('one', 9), requestId: 7 });
  await vi.waitFor(async () => expect(await storedGuids()).toEqual(['one', 'two']));
  first.getState().upsert(tracked('three', 3));
  await vi.waitFor(async () => expect(await storedGuids()).toEqual(['one', 'three', 'two']));
  expect(await get('tracked', slices)).toMatchObject({ state: { list: [{ at: 9, requestId: 7 }, {}, {}] } });

  second.getState().remove('one');
  await vi.waitFor(async () => expect(await storedGuids()).toEqual(['three', 'two']));
});

test('the end of a session also deletes what the account looked up in another tab (SES-04)', async () => {
  const [first, second] = [await openTab(), await openTab()];
  first.getState().upsert({ ...tracked('hers', 4), owner: OWNER });
  await vi.waitFor(async () => expect(await storedGuids()).toContain('hers'));
  second.getState().reset();
  await vi.waitFor(async () => expect(await storedGuids()).not.toContain('hers'));
});

test('places that one tab chooses stay when another one stores its own, and none after a reset (MAP-10)', async () => {
  const openPlaces = async () => {
    vi.resetModules();
    const { useRecentPlaces } = await import('../../src/stores/recent-places.ts');
    await useRecentPlaces.persist.rehydrate();
    return useRecentPlaces;
  };
  const storedNames = async () => {
    const record = await get<{ state: { list: { name: string }[] } }>('recent-places', slices);
    return record?.state.list.map(({ name }) => name);
  };
  const place = (name: string) => {
    const chosen = { latitude: 53.3, longitude: -6.2, city: '', postalCode: '', country: '' };
    return { name, street: '', chosen };
  };
  const [first, second] = [await openPlaces(), await openPlaces()];
  first.getState().add(place('Howth'));
  await vi.waitFor(async () => expect(await storedNames()).toEqual(['Howth']));
  second.getState().add(place('Malahide'));
  await vi.waitFor(async () => expect(await storedNames()).toEqual(['Malahide', 'Howth']));
  first.getState().reset();
  await vi.waitFor(async () => expect(await storedNames()).toEqual([]));
});
