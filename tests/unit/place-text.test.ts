import { expect, test } from 'vitest';
import { pickFor, placeDetails } from '../../src/domain/place-details.ts';

const KILL = {
  label: 'Kill, Co. Kildare',
  city: 'Kill',
  postalCode: '',
  country: 'IE',
  latitude: 53.25,
  longitude: -6.59,
};

test.each([
  ['4 Killeel Heights', '4 Killeel Heights, Kill, Co. Kildare'],
  ['4 Main Street, kill', '4 Main Street, kill, Co. Kildare'],
])('a typed place names the town that was picked for it: %s (PLC-07)', (name, expected) => {
  expect(pickFor({ name, chosen: undefined }, KILL).name).toBe(expected);
});

test('a town that was typed without its accents is not repeated (PLC-07)', () => {
  const name = '5 Marine Road, Dun Laoghaire';
  const picked = { ...KILL, label: 'Dún Laoghaire, Co. Dublin', city: 'Dún Laoghaire' };
  expect(pickFor({ name, chosen: undefined }, picked).name).toBe(`${name}, Co. Dublin`);
});

test('the label of a package names its town, also if a house or street begins like it', () => {
  const place = { name: '4 Killeel Heights', city: 'Kill', postalCode: 'W91', country: 'Ireland' };
  expect(placeDetails(place)).toBe('W91, Kill, Ireland');
  expect(placeDetails({ ...place, name: '4 Main Street, Kill, W91 X2P4' })).toBe('Ireland');
});
