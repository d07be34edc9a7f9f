import { describe, expect, test } from 'vitest';
import { loadEmbeddedPlaces } from '../../server/places/local-gazetteer.ts';
import { buildPlaceIndex } from '../../server/places/place-index.ts';
import { searchGazetteer } from '../../server/places/search.ts';
import type { GazetteerPlace } from '../../server/queries/gazetteer.ts';
import { distanceKm } from '../../src/contract/coordinates.ts';

const embedded = loadEmbeddedPlaces();
const index = await buildPlaceIndex(embedded);

function search(text: string, limit = 8) {
  return searchGazetteer(index, text, limit);
}
function first(text: string): string | undefined {
  const [hit] = search(text);
  return hit && [hit.houseNumber, hit.place.name].filter(Boolean).join(' ');
}

describe('The embedded gazetteer', () => {
  test('has the towns of the region and at least 300 streets and landmarks of Dublin', () => {
    const towns = embedded.filter((place) => place.population >= 1000);
    expect(towns.filter((town) => town.country === 'IE').length).toBeGreaterThan(330);
    expect(towns.filter((town) => town.country === 'GB').length).toBeGreaterThan(3500);
    const streetsAndLandmarks = embedded.filter(
      (place) => place.kind === 'street' || place.kind === 'landmark',
    );
    expect(streetsAndLandmarks.length).toBeGreaterThanOrEqual(300);
    const districts = new Set(streetsAndLandmarks.map((place) => place.postcode));
    const expectedDistricts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22, 24];
    expect(
      expectedDistricts
        .map((number) => `D${String(number).padStart(2, '0')}`)
        .filter((key) => !districts.has(key)),
    ).toEqual([]);
    for (const key of ['D6W', 'A94', 'A96', 'A98', 'K36', 'K67', 'K78']) expect(districts).toContain(key);
  });

  test('has every sample street near the town that it names', () => {
    const misplaced = embedded
      .filter((place) => place.kind === 'street' || place.kind === 'landmark')
      .filter((place) => {
        const towns = embedded.filter(
          (town) => town.population > 0 && town.name === (place.suburb || place.city),
        );
        // A few sample suburbs are not towns in GeoNames; those are somewhere in Dublin.
        const limit = towns.length === 0 || place.suburb === '' ? 16 : 4.5;
        const around =
          towns.length > 0 ? towns : embedded.filter((town) => town.name === 'Dublin' && town.population > 0);
        return !around.some((town) => distanceKm(town, place) < limit);
      });
    expect(misplaced.map((place) => `${place.name}, ${place.suburb || place.city}`)).toEqual([]);
  });

  test('has each sample street once', () => {
    const names = embedded
      .filter((place) => place.population === 0)
      .map((place) => `${place.name}, ${place.suburb}, ${place.city}, ${place.postcode}`);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
});

describe('Searching the gazetteer', () => {
  test.each([
    ['Rathmin', 'Rathmines'],
    ['Rathmnies', 'Rathmines'],
    ['rathmines, dublin', 'Rathmines'],
    ['dun laoghaire', 'Dún Laoghaire'],
    ['DÚN LAOGHAIRE', 'Dún Laoghaire'],
    ['dunlaoghaire', 'Dún Laoghaire'],
    ["O'Connell", "O'Connell Street Upper"],
    ['oconnell street lower', "O'Connell Street Lower"],
    ['O’Connell St Lwr', "O'Connell Street Lower"],
    ['d olier', "D'Olier Street"],
    ['grafton stret', 'Grafton Street'],
    ['ranelah', 'Ranelagh'],
    ['phoenix prk', 'Phoenix Park'],
    ['trinty colege', 'Trinity College Dublin'],
    ['saint stephens green north', "St Stephen's Green North"],
    ['black rock', 'Blackrock'],
    ['Limerick', 'Limerick'],
    ['Luimneach', 'Limerick'],
    ['baile atha cliath', 'Dublin'],
    ['co wicklow', 'Wicklow'],
    ['Belfast, Northern Ireland', 'Belfast'],
    ['Galway, Ireland', 'Galway'],
    ['3 arena', '3Arena'],
    ['Terminal 2', 'Dublin Airport Terminal 2'],
  ])('for %j finds %s', (typed, name) => {
    expect(first(typed)).toBe(name);
  });

  test.each([
    ['12 Leinster Road, Rathmines', '12 Leinster Road'],
    ['12 leinster rd rathmines dublin 6', '12 Leinster Road'],
    ['12a Leinster Road', '12a Leinster Road'],
    ['Leinster Road 12', '12 Leinster Road'],
    ['Flat 3, 14 Grosvenor Square, Dublin 6', '14 Grosvenor Square'],
    ['No. 7 Eccles Street', '7 Eccles Street'],
    ['10-12 Vernon Avenue, Clontarf', '10-12 Vernon Avenue'],
    ['12, Rathmines', 'Rathmines'],
  ])('for %j keeps the house number: %s', (typed, found) => {
    expect(first(typed)).toBe(found);
  });

  test.each(['Dublin 6', 'D6', 'D06', 'd06 x1y2', 'D06X1Y2'])(
    'for %j finds places of that district',
    (typed) => {
      const hits = search(typed);
      expect(hits.length).toBeGreaterThan(3);
      for (const hit of hits) expect(hit.place.postcode).toBe('D06');
    },
  );

  test('stays near the named town', () => {
    expect(search('Main Street, Swords')[0]?.place.city).toBe('Swords');
    expect(search('Main Street, Bray')[0]?.place.city).toBe('Bray');
    expect(first('Unheard Of Lane, Cork')).toBe('Cork');
    expect(first('5 Xyzzyplugh Terrace Dun Laoghaire')).toBe('Dún Laoghaire');
  });

  test('finds nothing for unknown text', () => {
    for (const typed of ['', '   ', ',,,', '!!!', '東京', 'xyzzy plugh', '12', '\ud800', '%_\\']) {
      expect(search(typed), typed).toEqual([]);
    }
  });

  test('returns at most the requested number of results, best first', () => {
    expect(search('main street', 2)).toHaveLength(2);
    expect(search('main street', 0)).toEqual([]);
    const scores = search('dublin').map((hit) => hit.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  test('accepts any text, including very long text', () => {
    const hostileTexts = [
      'a '.repeat(5000),
      'x'.repeat(10_000),
      '(((((',
      '\u0000',
      '🚚🚚',
      'Ａｂｂｅｙ',
      "'; drop table places",
    ];
    for (const typed of hostileTexts) expect(() => search(typed)).not.toThrow();
    expect(first('Ａｂｂｅｙ Theatre')).toBe('Abbey Theatre');
  });
});

describe('Places that an operator has imported', () => {
  const row = (name: string, postcode = ''): GazetteerPlace => ({
    kind: 'street',
    name,
    otherName: '',
    street: '',
    suburb: '',
    city: 'Ennis',
    county: 'Clare',
    state: '',
    postcode,
    country: 'IE',
    latitude: 52.84,
    longitude: -8.98,
    population: 0,
  });

  test('with house numbers are found exactly, and a wrong number finds the street', async () => {
    const own = await buildPlaceIndex([
      row('Parnell Street'),
      row('12 Parnell Street'),
      row('14 Parnell Street'),
    ]);
    const hits = searchGazetteer(own, '12 Parnell Street', 3);
    expect(hits[0]?.place.name).toBe('12 Parnell Street');
    expect(hits[0]?.houseNumber).toBe('');
    const [street] = searchGazetteer(own, '99 Parnell Street', 3);
    expect([street?.houseNumber, street?.place.name]).toEqual(['99', 'Parnell Street']);
  });

  test('with full postcodes are found by them', async () => {
    const own = await buildPlaceIndex([row('Mill Road', 'V95 X1Y2'), row('Mill Road', 'V95 A2B3')]);
    expect(searchGazetteer(own, 'V95A2B3', 3)[0]?.place.postcode).toBe('V95 A2B3');
    expect(searchGazetteer(own, 'v95 x1y2', 3)[0]?.place.postcode).toBe('V95 X1Y2');
  });
});
