import { afterEach, describe, expect, test, vi } from 'vitest';
import { configureGeocoder, reverseGeocode, searchPlaces } from '../../src/api/places.ts';
import { routeCurve } from '../../src/domain/route-curve.ts';
import { layOutLabels } from '../../src/map/label-layout.ts';
import { lookUpAddress, placeWithoutAddress } from '../../src/map/picked-place.ts';
import type { RegionLabel } from '../../src/map/region/decode.ts';

const RATHMINES = { latitude: 53.325, longitude: -6.265 };
const HOWTH = { latitude: 53.388, longitude: -6.066 };

afterEach(() => vi.unstubAllGlobals());

describe('The line between two places', () => {
  test('has ten segments from one place to the other (MAP-03)', () => {
    const curve = routeCurve(RATHMINES, HOWTH);
    expect(curve).toHaveLength(11);
    expect(curve[0]).toEqual([RATHMINES.latitude, RATHMINES.longitude]);
    expect(curve[10]?.[0]).toBeCloseTo(HOWTH.latitude, 9);
    expect(curve[10]?.[1]).toBeCloseTo(HOWTH.longitude, 9);
  });

  test('is offset by 0.18 of its length at the control point, which is half of that in the middle (MAP-03)', () => {
    const curve = routeCurve({ latitude: 0, longitude: 0 }, { latitude: 0, longitude: 1 });
    expect(curve[5]?.[0]).toBeCloseTo(0.09, 6);
    expect(curve[5]?.[1]).toBeCloseTo(0.5, 6);
  });

  test('from a place to itself is that place', () => {
    for (const [latitude, longitude] of routeCurve(HOWTH, HOWTH)) {
      expect(latitude).toBeCloseTo(HOWTH.latitude, 9);
      expect(longitude).toBeCloseTo(HOWTH.longitude, 9);
    }
  });
});

describe('Labels on the base map', () => {
  const label = (name: string, x: number, minZoom = 5): RegionLabel => ({
    kind: 'town',
    name,
    minZoom,
    at: [0, x],
  });
  const toPoint = ({ at }: RegionLabel) => ({ x: at[1], y: 100 });
  const view = { width: 400, height: 200 };
  const shown = (labels: RegionLabel[], zoom: number) =>
    layOutLabels(labels, zoom, view, toPoint).map(({ name }) => name);

  test('never overlap, and the more important one is shown', () => {
    expect(shown([label('Dublin', 100), label('Rathmines', 110), label('Howth', 300)], 10)).toEqual([
      'Dublin',
      'Howth',
    ]);
  });

  test('appear from their zoom on, and only inside the view', () => {
    const labels = [label('Dublin', 100), label('Grafton Street', 250, 14), label('Paris', 900)];
    expect(shown(labels, 10)).toEqual(['Dublin']);
    expect(shown(labels, 14)).toEqual(['Dublin', 'Grafton Street']);
  });
});

describe('A point of the map', () => {
  test('has its coordinates as name when no address is known', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ error: 'Unable to geocode' }));
    configureGeocoder({ searchUrl: 'http://send.test/search', reverseUrl: 'http://send.test/reverse' });
    expect(await lookUpAddress(HOWTH, new AbortController().signal)).toBeUndefined();
    expect(placeWithoutAddress(HOWTH)).toMatchObject({ ...HOWTH, address: '53.3880, −6.0660', city: '' });
  });

  test('keeps its coordinates when the geocoder finds a place nearby (PRD-05)', async () => {
    const requestedUrls: string[] = [];
    vi.stubGlobal('fetch', async (input: Request) => {
      requestedUrls.push(input.url);
      return Response.json({
        place_id: 7,
        display_name: '3 Abbey Street, Howth',
        lat: '53.3879',
        lon: '-6.0655',
        address: {
          house_number: '3',
          road: 'Abbey Street',
          village: 'Howth',
          postcode: 'D13',
          country: 'Ireland',
        },
      });
    });
    configureGeocoder({ searchUrl: 'http://send.test/search', reverseUrl: 'http://send.test/reverse' });
    expect(await lookUpAddress(HOWTH, new AbortController().signal)).toEqual({
      ...HOWTH,
      address: '3 Abbey Street, Howth',
      street: '3 Abbey Street',
      city: 'Howth',
      postalCode: 'D13',
      country: 'Ireland',
    });
    expect(requestedUrls[0]).toContain('http://send.test/reverse?');
    expect(new URL(requestedUrls[0] ?? '').searchParams.get('lat')).toBe('53.388');
  });
});

describe('Responses of a geocoder', () => {
  test.each([
    [{ house_number: '3', road: 'Abbey Street', suburb: 'Howth', city: 'Dublin' }, '3 Abbey Street, Howth'],
    [{ road: 'Main Street', suburb: 'Naas', town: 'Naas' }, 'Main Street'],
    [{ suburb: 'Howth', city: 'Dublin' }, 'Howth'],
    [{ city: 'Dublin' }, ''],
  ])('keep the part of a town: %j (ACC-34)', async (address, street) => {
    vi.stubGlobal('fetch', async () =>
      Response.json([{ place_id: 1, display_name: 'A', lat: '53.3', lon: '-6.2', address }]),
    );
    const found = await searchPlaces('abbey');
    expect(found.ok && found.value[0]?.street).toBe(street);
  });

  test.each([
    ['an HTML page', () => new Response('<html>', { status: 200 })],
    ['an error with 200', () => Response.json({ error: 'Unable to geocode' })],
    ['429', () => Response.json({}, { status: 429 })],
    [
      'invalid rows',
      () => Response.json([null, 7, { lat: 'x' }, { place_id: 1, display_name: 'A', lat: 'x', lon: '' }]),
    ],
    ['(0, 0)', () => Response.json([{ place_id: 1, display_name: 'Null Island', lat: 0, lon: 0 }])],
  ])('that are %s contain no places and cause no error', async (_, respond) => {
    vi.stubGlobal('fetch', async () => respond());
    const found = await searchPlaces('howth');
    expect(found.ok ? found.value : []).toEqual([]);
    const named = await reverseGeocode(HOWTH);
    expect(named.ok ? named.value : undefined).toBeUndefined();
  });

  test('of 20,000 rows are truncated', async () => {
    const row = (n: number) => ({
      place_id: n,
      display_name: `Place ${n}`,
      lat: '53.3',
      lon: '-6.2',
      boundingbox: ['1', '2', '3', '4'],
    });
    vi.stubGlobal('fetch', async () => Response.json(Array.from({ length: 20_000 }, (_, n) => row(n))));
    const found = await searchPlaces('place');
    expect(found.ok && found.value).toHaveLength(20);
  });
});
