import { describe, expect, test } from 'vitest';
import { INSTRUCTIONS_MAX_LENGTH, NOTE_MAX_LENGTH, TEXT_MAX_LENGTH } from '../../src/contract/constants.ts';
import { isStorable } from '../../src/contract/storable-text.ts';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import { CATEGORY_KEYS, withCategory } from '../../src/domain/instruction-lines.ts';
import { isPrefilled, parsePrefill, prefilledFields } from '../../src/domain/prefill.ts';

const read = parsePrefill;
const fieldsFrom = (search: Record<string, unknown>) => prefilledFields(read(search));

describe('A link to the wizard', () => {
  test('p and d fill the two places (WIZ-02)', () => {
    const { pickUp, dropOff } = fieldsFrom({ p: '12 Leinster Road', d: ' Howth ' });
    expect(pickUp).toEqual({ name: '12 Leinster Road', chosen: undefined });
    expect(dropOff).toEqual({ name: 'Howth', chosen: undefined });
  });

  test('the lines of an address stay apart, although its field has only one line', () => {
    expect(fieldsFrom({ p: '5 Parnell Square\r\nDublin' }).pickUp.name).toBe('5 Parnell Square Dublin');
  });

  test('pLat, pLng, dLat and dLng set the coordinates', () => {
    const { pickUp, dropOff } = fieldsFrom({
      p: 'Rathmines',
      pLat: '53.3242',
      pLng: '-6.2653',
      d: 'Howth',
      dLat: '53.3879',
      dLng: '-6.0653',
    });
    expect(pickUp.chosen).toMatchObject({ latitude: 53.3242, longitude: -6.2653 });
    expect(dropOff.chosen).toMatchObject({ latitude: 53.3879, longitude: -6.0653 });
  });

  test.each([
    ['nowhere at all', { p: 'Here', pLat: '0', pLng: '0' }],
    ['out of range', { p: 'Here', pLat: '91', pLng: '0.5' }],
    ['half', { p: 'Here', pLat: '53.3' }],
    ['no numbers', { p: 'Here', pLat: 'north', pLng: 'west' }],
    ['endless', { p: 'Here', pLat: 'Infinity', pLng: '1' }],
  ])('coordinates that are %s are ignored (MAP-12)', (_, search) => {
    expect(fieldsFrom(search).pickUp).toEqual({ name: 'Here', chosen: undefined });
  });

  test('coordinates without text are ignored (MAP-12)', () => {
    expect(fieldsFrom({ dLat: '53.3', dLng: '-6.2' }).dropOff).toEqual(DEFAULT_FIELDS.dropOff);
  });

  test('c, pmd, pmt, isMP and isVL become lines above the note of s', () => {
    const { instructions } = fieldsFrom({
      c: 'personal-move',
      pmd: '2026-12-01',
      pmt: '14:30',
      isMP: 'true',
      isVL: '1',
      s: 'Ring twice',
    });
    expect(instructions).toBe(
      'Category: Personal Move\nPreferred date: 2026-12-01\nPreferred time: 14:30\nTwo people needed\nVan with lift needed\nRing twice',
    );
  });

  test('isMP and isVL that say no add no line', () => {
    expect(fieldsFrom({ isMP: 'no', isVL: '0', s: 'Ring twice' }).instructions).toBe('Ring twice');
  });

  test.each([
    ['standard', 'standard'],
    ['express', 'express'],
    ['same-day', 'same-day'],
    ['EXPRESS', 'express'],
    ['0', 'standard'],
    ['1', 'express'],
    ['2', 'same-day'],
    ['tomorrow', 'standard'],
    ['3', 'standard'],
  ])('o=%s selects %s', (o, speed) => {
    expect(fieldsFrom({ o }).speed).toBe(speed);
  });

  test.each([
    ['true', true],
    ['1', true],
    ['yes', true],
    ['YES', true],
    ['false', false],
    ['0', false],
    ['no', false],
    ['maybe', false],
    ['2', false],
  ])('isP=%s and isF=%s are understood', (value, expected) => {
    const { isPriority, isFragile } = fieldsFrom({ isP: value, isF: value });
    expect([isPriority, isFragile]).toEqual([expected, expected]);
  });

  test.each([
    ['an unknown category', { c: 'elephants' }],
    ['a day that does not exist', { pmd: '2026-02-30' }],
    ['a date in words', { pmd: 'next Tuesday' }],
    ['an impossible time', { pmt: '25:00' }],
    ['blank text', { p: '  ' }],
    ['a place that is too long', { p: 'x'.repeat(TEXT_MAX_LENGTH + 1) }],
    ['text that no database can store', { p: 'a\u0000b' }],
    ['an unknown parameter', { utm_source: 'mail' }],
  ])('%s is ignored without an error', (_, search) => {
    expect(isPrefilled(read(search))).toBe(false);
    expect(fieldsFrom(search)).toEqual(DEFAULT_FIELDS);
  });

  test('lines and note together respect the limit of a note', () => {
    const { instructions } = fieldsFrom({ c: 'flowers', s: 'x'.repeat(NOTE_MAX_LENGTH) });
    expect(instructions).toHaveLength(INSTRUCTIONS_MAX_LENGTH);
  });

  test('lines and note together never end in half an emoji, which no database can store', () => {
    const { instructions } = fieldsFrom({ c: 'flowers', s: `x${'🚚'.repeat(NOTE_MAX_LENGTH / 2 - 1)}` });
    expect(instructions).toHaveLength(INSTRUCTIONS_MAX_LENGTH - 1);
    expect(isStorable(instructions)).toBe(true);
  });

  test.each(CATEGORY_KEYS)('the longest note leaves room for the category %s', (category) => {
    const { instructions } = fieldsFrom({ s: 'x'.repeat(NOTE_MAX_LENGTH) });
    expect(withCategory(instructions, category).length).toBeLessThanOrEqual(NOTE_MAX_LENGTH);
  });

  test('missing parameters are taken from the draft that is repeated', () => {
    const base = { ...DEFAULT_FIELDS, pickUp: { name: 'Home', chosen: undefined }, isFragile: true };
    expect(prefilledFields(read({ isP: 'true' }), base)).toEqual({ ...base, isPriority: true });
  });
});
