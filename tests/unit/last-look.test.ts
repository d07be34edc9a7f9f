import { describe, expect, test } from 'vitest';
import { describeSlot } from '../../src/contract/slot-text.ts';
import { describeLookChange, describeLookChanges, type Look } from '../../src/domain/last-look-text.ts';

const NOW = Date.parse('2026-11-20T12:00:00');
const look = (overrides: Partial<Look> = {}): Look => ({
  status: 'scheduled',
  day: '2026-11-21',
  slot: '14:00 - 16:00',
  ...overrides,
});
const change = (before: Partial<Look>, after: Partial<Look>) =>
  describeLookChange(look(before), look(after), NOW);

describe('What changed since the last look (PRD-80)', () => {
  test.each<[string, Partial<Look>, Partial<Look>, string | undefined]>([
    ['nothing', {}, {}, undefined],
    ['the status', {}, { status: 'inTransit' }, 'collected, arrives tomorrow 2 to 4 PM'],
    [
      'a stop',
      { status: 'inTransit' },
      { status: 'servicing', day: '' },
      'at our facility, the arrival is not scheduled yet',
    ],
    [
      'the way after a stop',
      { status: 'servicing' },
      { status: 'inTransit', day: '2026-11-20' },
      'on its way again, arrives today 2 to 4 PM',
    ],
    ['the time slot', {}, { slot: '10:00 - 13:30' }, 'now arrives tomorrow 10 AM to 1:30 PM'],
    ['the first date', { day: '', slot: '' }, { slot: '' }, 'arrives tomorrow'],
    ['a removed date', {}, { day: '' }, 'the arrival is not scheduled yet'],
    ['the end', {}, { status: 'delivered', slot: '' }, 'delivered'],
    ['a plan after the end', { status: 'delivered' }, { status: 'delivered', slot: '' }, undefined],
    ['a date that has passed', {}, { status: 'issue', day: '2026-11-19' }, 'delayed'],
    ['a cancellation', {}, { status: 'canceled' }, 'canceled'],
  ])('describes %s', (_, before, after, words) => {
    expect(change(before, after)).toBe(words && `Since you last looked: ${words}`);
  });

  test('a list names the delivery if the line stays short, and counts several', () => {
    const moved = { before: look(), after: look({ status: 'inTransit' }) };
    const title = 'Rathmines to Howth';
    expect(describeLookChanges([], NOW)).toBeUndefined();
    expect(describeLookChanges([{ title, before: look(), after: look() }], NOW)).toBeUndefined();
    expect(describeLookChanges([{ title, ...moved }], NOW)).toBe(
      'Since you last looked: Rathmines to Howth collected',
    );
    expect(
      describeLookChanges([{ title: 'Here to Bray', before: look(), after: look({ slot: '' }) }], NOW),
    ).toBe('Since you last looked: Here to Bray now arrives tomorrow');
    expect(describeLookChanges([{ title: 'A very long name '.repeat(4), ...moved }], NOW)).toBe(
      'Since you last looked: 1 delivery has changed',
    );
    expect(
      describeLookChanges(
        [
          { title, ...moved },
          { title, ...moved },
        ],
        NOW,
      ),
    ).toBe('Since you last looked: 2 deliveries have changed');
  });
});

test.each([
  ['14:00 - 16:00', '2 to 4 PM'],
  ['14:30–16:00:00', '2:30 to 4 PM'],
  ['10:00-13:00', '10 AM to 1 PM'],
  ['00:00 - 12:00', '12 AM to 12 PM'],
  ['09:15', '9:15 AM'],
  ['in the morning', 'in the morning'],
  ['25:00 - 26:00', '25:00 - 26:00'],
  ['8:00 - 9:00 - 10:00', '8:00 - 9:00 - 10:00'],
  ['  ', undefined],
  [null, undefined],
])('the slot %j reads %j (PRD-80)', (slot, words) => {
  expect(describeSlot(slot)).toBe(words);
});
