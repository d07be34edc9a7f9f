import { describe, expect, test } from 'vitest';
import { formatMoney } from '../../src/contract/money.ts';
import {
  formatDate,
  formatDateTime,
  formatDay,
  formatMonth,
  formatPaymentDate,
  formatTime,
} from '../../src/domain/dates.ts';
import {
  formatAge,
  formatDistance,
  formatSides,
  formatVolume,
  isRecordStale,
} from '../../src/domain/format.ts';

const NOW = new Date('2026-11-20T13:00:00').valueOf();
const MINUTE = 60_000;

describe('Dates', () => {
  test('are formatted as "Nov 1, 2026" and "4:05 PM"', () => {
    expect(formatDate('2026-11-01T16:05:00')).toBe('Nov 1, 2026');
    expect(formatTime('2026-11-01T16:05:00')).toBe('4:05 PM');
  });

  test('of payments are formatted as "01 Nov, 2026 • 16:05", grouped by month', () => {
    expect(formatPaymentDate('2026-11-01T16:05:00')).toBe('01 Nov, 2026 • 16:05');
    expect(formatMonth('2026-11-01T16:05:00')).toBe('November 2026');
  });

  test('that are invalid are left out', () => {
    for (const invalid of [undefined, null, '', 'yesterday-ish']) {
      expect(formatDate(invalid)).toBeUndefined();
    }
    expect(formatDateTime('2026-11-20T13:52:00')).toBe('Nov 20, 2026, 1:52 PM');
  });

  test('near today are called today and tomorrow', () => {
    expect(formatDay('2026-11-20', NOW)).toBe('Today');
    expect(formatDay('2026-11-21', NOW)).toBe('Tomorrow');
    expect(formatDay('2026-11-23', NOW)).toBe('Nov 23, 2026');
  });
});

describe('Amounts of money', () => {
  test('have two decimals and their currency (ENT-06)', () => {
    expect(formatMoney(18.4)).toBe('€18.40');
    expect(formatMoney(1234.5)).toBe('€1,234.50');
    expect(formatMoney(7, null)).toBe('€7.00');
    expect(formatMoney(7, 'usd')).toContain('7.00');
  });

  test.each(['EUR', 'GBP', 'USD', 'SEK', 'JPY'])(
    'are formatted as the browser does it, in %s',
    (currency) => {
      const format = new Intl.NumberFormat('en-IE', {
        style: 'currency',
        currency,
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
      });
      const amounts = [
        0, -0, 0.01, 0.1, 1.1, 9.99, 18.4, 999.99, 1000, 1234.56, 1e6, 123456789.01, 2e9, -4.5,
      ];
      const unusual = [1.005, 2.675, 0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY];
      for (const amount of [...amounts, ...unusual])
        expect(formatMoney(amount, currency)).toBe(format.format(amount));
    },
  );

  test('can have an unknown currency', () => {
    expect(formatMoney(7, 'euros!')).toBe('7.00 EUROS!');
  });
});

describe('The age of cached data', () => {
  test.each([
    [0, 'just now'],
    [59_000, 'just now'],
    [12 * MINUTE, '12 min ago'],
    [60 * MINUTE, '1 h ago'],
    [23 * 60 * MINUTE, '23 h ago'],
    [24 * 60 * MINUTE, '1 day ago'],
    [72 * 60 * MINUTE, '3 days ago'],
  ])('%i ms is "%s"', (age, words) => {
    expect(formatAge(NOW - age, NOW)).toBe(words);
  });

  test('is never negative when the clock was set back', () => {
    expect(formatAge(NOW + 60 * MINUTE, NOW)).toBe('just now');
  });

  test('names no age for a time that cannot be read', () => {
    expect(formatAge(Date.parse('yesterday'), NOW)).toBe('at an unknown time');
  });

  test('counts as old from thirty minutes on', () => {
    expect(isRecordStale(NOW - 29 * MINUTE, NOW)).toBe(false);
    expect(isRecordStale(NOW - 30 * MINUTE, NOW)).toBe(true);
  });
});

describe('Dimensions', () => {
  test('have their units and at most two decimals', () => {
    expect(formatVolume(0.256)).toBe('0.26\u00a0m³');
    expect(formatSides({ width: 1.2, length: 1, height: 1 })).toBe('1.2\u00a0×\u00a01\u00a0×\u00a01\u00a0m');
    expect(formatDistance(14.7)).toBe('about 15 km');
    expect(formatDistance(0.4)).toBe('less than 1 km');
  });
});
