import { expect, test } from 'vitest';
import { parsePlacesCsv } from '../../server/places/parse-places-csv.ts';

test('reads places, quoted fields, comments, Windows line endings and a byte order mark', () => {
  const file = [
    '\uFEFF# our own places',
    'Name,street,City,postcode,country,lat,lng',
    '"Depot ""North"", gate 2",Long Mile Road,Dublin,D12,ie,53.327,-6.338',
    '',
    ',"Mill',
    'Lane",Ennis,V95,IE,52.84,-8.98',
  ].join('\r\n');
  const { places, errors } = parsePlacesCsv(file);
  expect(errors).toEqual([]);
  expect(places).toMatchObject([
    {
      line: 3,
      place: {
        kind: 'landmark',
        name: 'Depot "North", gate 2',
        street: 'Long Mile Road',
        postcode: 'D12',
        country: 'IE',
      },
    },
    {
      line: 6,
      place: { kind: 'street', name: 'Mill\nLane', city: 'Ennis', latitude: 52.84, longitude: -8.98 },
    },
  ]);
});

test.each([
  ['', 'the file is empty'],
  ['street,city\nx,y', 'the header must name country, lat, lng, and each column once: name, other_name'],
  ['street,country,lat,lng,colour\n', 'the header must name country'],
  ['street,street,country,lat,lng\n', 'the header must name country'],
  ['street,country,lat,lng\nA,IE,53\n', 'columns length is 4, got 3 on line 2'],
  [
    'street,country,lat,lng\n\nA,Ireland,53,-6\n',
    'line 3: country must be a country code of two letters, like IE',
  ],
  ['street,country,lat,lng\nA,IE,953,-6\n', 'line 2: lat must be at most 90'],
  ['street,country,lat,lng\nA,IE,"53,3",-6\n', 'line 2: lat must be decimal degrees, like 53.3498'],
  ['street,country,lat,lng\nA,IE,,\n', 'line 2: lng must be decimal degrees, like 53.3498'],
  ['street,country,lat,lng\n,IE,53,-6\n', 'line 2: needs a name or a street'],
  ['street,country,lat,lng\nA,IE,0,0\n', 'line 2: lat and lng are both 0, which means "not known"'],
  ['street,country,lat,lng\nA,IE,53,-6\n"B,IE,53,-6\nC,IE,53,-6\n', 'opening quote at line 4'],
  [
    'street,country,lat,lng\n"A" Lane,IE,53,-6\n',
    'Invalid Closing Quote: found non trimable byte after quote at line 2',
  ],
  ['street,country,lat,lng\nMill "Old" Lane,IE,53,-6\n', 'a quote is found on field "street" at line 2'],
  [`street,country,lat,lng\n${'x'.repeat(501)},IE,53,-6\n`, 'line 2: street Must be at most 500 characters'],
  [
    'street,country,lat,lng\nA\u0000,IE,53,-6\n',
    'line 2: street This text contains characters that cannot be stored',
  ],
])('reports the error in %j', (file, error) => {
  const read = parsePlacesCsv(file);
  expect(read.errors.join('\n')).toContain(error);
  expect(read.places.every(({ place }) => place.name !== '')).toBe(true);
});

test('reports one error for a coordinate that is out of range', () => {
  const { errors } = parsePlacesCsv('street,country,lat,lng\nA,IE,953,-6\n');
  expect(errors).toEqual(['line 2: lat must be at most 90']);
});

test('stops after many errors', () => {
  const file = `street,country,lat,lng\n${'A,IE,x,-6\n'.repeat(1000)}`;
  expect(parsePlacesCsv(file, 5).errors).toHaveLength(5);
});
