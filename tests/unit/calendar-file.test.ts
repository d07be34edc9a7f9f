import { describe, expect, test } from 'vitest';
import { calendarFile, expectedDays, scheduledTime } from '../../src/domain/calendar-file.ts';

const EVENT = {
  uid: 'request-7@send',
  title: 'Delivery expected: Rathmines, Dublin to Howth; fragile',
  start: '2026-11-24',
  end: '2026-11-26',
  description: 'Reference 7.\nNot confirmed.',
};

describe('A calendar file (DET-44, WIZ-47)', () => {
  test('has the same id each time, whole days, and text that is escaped', () => {
    const lines = calendarFile(EVENT, Date.UTC(2026, 10, 23, 9, 5)).split('\r\n');
    expect(lines).toContain('UID:request-7@send');
    expect(lines).toContain('DTSTAMP:20261123T090500Z');
    expect(lines).toContain('DTSTART;VALUE=DATE:20261124');
    expect(lines).toContain('DTEND;VALUE=DATE:20261126');
    expect(lines).toContain('SUMMARY:Delivery expected: Rathmines\\, Dublin to Howth\\; fragile');
    expect(lines).toContain('DESCRIPTION:Reference 7.\\nNot confirmed.');
    expect([lines.at(0), lines.at(-2), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR', '']);
  });

  test('breaks long lines without splitting a character', () => {
    const title = 'é'.repeat(100);
    const file = calendarFile({ ...EVENT, title }, 0);
    for (const line of file.split('\r\n')) {
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    }
    expect(file.replaceAll('\r\n ', '')).toContain(`SUMMARY:${title}`);
  });

  test('has the time of a scheduled delivery, or its day', () => {
    const file = calendarFile({ ...EVENT, start: '2026-11-24T14:00', end: '2026-11-24T16:00' }, 0);
    expect(file).toContain('DTSTART:20261124T140000\r\nDTEND:20261124T160000\r\n');
  });
});

test.each([
  [{ deliveryDate: '2026-11-24', deliveryTime: '14:00 - 16:00' }, '2026-11-24T14:00', '2026-11-24T16:00'],
  [{ deliveryDate: '2026-11-30', deliveryTime: null }, '2026-11-30', '2026-12-01'],
  [{ deliveryDate: '2026-11-30', deliveryTime: '9:00 - 11:30' }, '2026-11-30T09:00', '2026-11-30T11:30'],
  [{ deliveryDate: '2026-12-31', deliveryTime: '22:00 - 00:00' }, '2026-12-31T22:00', '2027-01-01T00:00'],
  [{ deliveryDate: '2026-11-30', deliveryTime: '25:00 - 26:00' }, '2026-11-30', '2026-12-01'],
])('the scheduled time of %j', (order, start, end) => {
  expect(scheduledTime(order)).toEqual({ start, end });
});

test('an order without a date has no scheduled time', () => {
  expect(scheduledTime({ deliveryDate: null, deliveryTime: '14:00 - 16:00' })).toBeUndefined();
  expect(scheduledTime(undefined)).toBeUndefined();
});

test.each([
  [0, '2026-11-24', '2026-11-26'],
  [1, '2026-11-24', '2026-11-25'],
  [2, '2026-11-23', '2026-11-24'],
])('a request of delivery type %i is expected on the days of its speed', (type, start, end) => {
  expect(expectedDays(type, new Date(2026, 10, 23, 12).valueOf())).toEqual({ start, end });
});
