import { describe, expect, test } from 'vitest';
import { fillAddress, isPickedPlace } from '../../src/domain/picked-address.ts';

const PICKED = { street: 'Abbey Street', postalCode: 'D13', city: 'Howth', country: 'Ireland' };

describe('A picked place (ACC-25)', () => {
  test.each([
    { street: '12 Abbey Street' },
    { street: 'Abbey Street 12' },
    { street: 'Flat B, 12a  ABBEY street' },
    { postalCode: '' },
    { postalCode: 'D13 X2P4' },
    { postalCode: 'D05' },
    { city: ' howth ' },
  ])('stays the same with %o', (change) => {
    expect(isPickedPlace(PICKED, { ...PICKED, ...change })).toBe(true);
  });

  test.each([
    { street: '' },
    { street: 'Abbey' },
    { street: 'Abbey Street Upper' },
    { street: 'Street Abbey' },
    { city: 'Naas' },
    { city: 'Howth Junction' },
    { city: '' },
    { country: 'United Kingdom' },
  ])('is another place with %o', (change) => {
    expect(isPickedPlace(PICKED, { ...PICKED, ...change })).toBe(false);
  });

  test('with a house number is another place with another number', () => {
    const picked = { ...PICKED, street: '1 Main Street' };
    expect(isPickedPlace(picked, { ...picked, street: '12 Main Street' })).toBe(false);
    expect(isPickedPlace(picked, { ...picked, street: 'Flat 3, 1 Main Street' })).toBe(true);
  });

  test('stays the same with or without accents', () => {
    const picked = { ...PICKED, street: 'Sráid Phádraig', city: 'Dún Laoghaire', country: 'Éire' };
    const typed = { ...PICKED, street: '12 Sraid Phadraig', city: 'Dun Laoghaire', country: 'Eire' };
    expect(isPickedPlace(picked, typed)).toBe(true);
    expect(isPickedPlace(picked, { ...picked, city: picked.city.normalize('NFD') })).toBe(true);
  });

  test('whose fields are empty may be completed', () => {
    const picked = { street: '', postalCode: '', city: '', country: '' };
    expect(isPickedPlace(picked, PICKED)).toBe(true);
  });
});

describe('An address that a picked place fills in (ACC-25)', () => {
  const typed = { street: '12 Main Street', postalCode: 'W91 X2P4', city: '', country: '' };
  const naas = { street: '', postalCode: '', city: 'Naas', country: 'Ireland' };

  test('keeps the street and the postal code that the geocoder does not know', () => {
    expect(fillAddress(typed, naas)).toEqual({ ...typed, city: 'Naas', country: 'Ireland' });
    expect(fillAddress({ ...typed, city: 'NAAS' }, naas)).toMatchObject({ street: '12 Main Street' });
    const dunLaoghaire = { ...naas, city: 'Dún Laoghaire' };
    expect(fillAddress({ ...typed, city: 'Dun Laoghaire' }, dunLaoghaire)).toEqual({
      ...typed,
      ...{ city: 'Dún Laoghaire', country: 'Ireland' },
    });
  });

  test('drops them if they were typed for another town', () => {
    expect(fillAddress({ ...typed, city: 'Howth' }, naas)).toEqual(naas);
  });

  test('takes what the geocoder knows, and keeps everything if it knows nothing', () => {
    expect(fillAddress(typed, PICKED)).toEqual(PICKED);
    expect(fillAddress(PICKED, { street: '', postalCode: '', city: '', country: '' })).toEqual(PICKED);
  });
});
