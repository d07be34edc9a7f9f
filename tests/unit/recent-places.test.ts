import { beforeEach, describe, expect, test } from 'vitest';
import { addRecentPlace, RECENT_PLACES_MAX, useRecentPlaces } from '../../src/stores/recent-places.ts';
import { resetStores } from '../../src/stores/reset.ts';
import { useUser } from '../../src/stores/user.ts';
import {
  findNearestTown,
  findTownsByPrefix,
  OFFLINE_TOWNS_MAX,
  setTowns,
} from '../../src/use-cases/places/offline-towns.ts';

const CHOSEN = { latitude: 53.388, longitude: -6.066, city: 'Howth', postalCode: 'D13', country: 'Ireland' };
const names = () => useRecentPlaces.getState().list.map(({ name }) => name);

describe('Recent places (MAP-10)', () => {
  beforeEach(() => resetStores());

  test('are listed newest first and without duplicates', () => {
    addRecentPlace({ name: 'Harbour Road, Howth', chosen: CHOSEN });
    addRecentPlace({ name: 'Abbey Street, Howth', chosen: CHOSEN });
    addRecentPlace({ name: 'Harbour Road, Howth', chosen: CHOSEN });
    expect(names()).toEqual(['Harbour Road, Howth', 'Abbey Street, Howth']);
  });

  test('are at most ten, and none that was only typed', () => {
    for (let n = 0; n < 15; n++) addRecentPlace({ name: `${n} Harbour Road`, chosen: CHOSEN });
    addRecentPlace({ name: 'somewhere', chosen: undefined });
    expect(names()).toHaveLength(RECENT_PLACES_MAX);
    expect(names()[0]).toBe('14 Harbour Road');
  });

  test('belong to the account that chose them and are deleted at log-out', () => {
    useUser.setState({
      user: { name: 'Aoife', email: 'Aoife@example.ie', phoneNumber: '', jwtToken: 'token' },
    });
    addRecentPlace({ name: 'Harbour Road, Howth', chosen: CHOSEN });
    expect(useRecentPlaces.getState().list[0]?.owner).toBe('aoife@example.ie');
    resetStores();
    expect(names()).toEqual([]);
  });
});

describe('Towns that are stored on the device (MAP-10)', () => {
  setTowns([
    { name: 'Dublin', at: [53.35, -6.26] },
    { name: 'Dún Laoghaire', at: [53.29, -6.13] },
    { name: 'Newcastle', at: [54.97, -1.61] },
    { name: 'Newcastle', at: [53.3, -6.5] },
    ...Array.from({ length: 9 }, (_, n) => ({ name: `Dunmore ${n}`, at: [52, -7] as const })),
  ]);

  test('are found by prefix, ignoring accents and case', async () => {
    const [first, ...more] = await findTownsByPrefix('dun l');
    expect(first?.city).toBe('Dún Laoghaire');
    expect(more).toEqual([]);
    expect((await findTownsByPrefix('DUB'))[0]).toMatchObject({ latitude: 53.35, longitude: -6.26 });
    expect(await findTownsByPrefix('blin')).toEqual([]);
  });

  test('are limited to the length of the list', async () => {
    expect(await findTownsByPrefix('dun')).toHaveLength(OFFLINE_TOWNS_MAX);
  });

  test('are the nearest ones of the same name', () => {
    expect(findNearestTown('newcastle', { latitude: 53.35, longitude: -6.26 })).toEqual({
      latitude: 53.3,
      longitude: -6.5,
    });
    expect(findNearestTown('Atlantis', { latitude: 0, longitude: 0 })).toBeUndefined();
  });
});
