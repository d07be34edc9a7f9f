import { describe, expect, test } from 'vitest';
import { code128 } from '../../src/domain/code128.ts';

/** The widths of the symbols, without the stop symbol. */
function symbolsOf(text: string): string[] {
  const widths = code128(text);
  const all = widths.slice(0, -7).join('').match(/\d{6}/g) ?? [];
  expect(widths.slice(-7).join('')).toBe('2331112');
  return [...all];
}

describe('A Code 128 barcode (LAY-21)', () => {
  test('encodes the example of ISO/IEC 15417: AIM1234 with the check symbol 87', () => {
    // Start B, A, I, M, code set C, 12, 34, symbol 87.
    expect(symbolsOf('AIM1234')).toEqual([
      '211214',
      '111323',
      '231311',
      '113123',
      '113141',
      '112232',
      '131123',
      '421112',
    ]);
  });

  test('encodes a reference in code set B, and an even number of digits in code set C', () => {
    expect(symbolsOf('SND-7K2Q')).toHaveLength(10);
    expect(symbolsOf('123456')).toHaveLength(5);
    // The first of five digits stays in code set B: start, 1, switch, 23, 45, check symbol.
    expect(symbolsOf('12345')).toHaveLength(6);
  });

  test('has symbols of eleven modules that all differ, each with an even number of dark modules', () => {
    const pairs = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, '0')).join('');
    const symbols = symbolsOf(pairs).slice(1, 101);
    expect(new Set(symbols).size).toBe(100);
    for (const symbol of symbols) {
      const widths = [...symbol].map(Number);
      const sum = (values: number[]) => values.reduce((total, width) => total + width, 0);
      expect(sum(widths)).toBe(11);
      expect(sum(widths.filter((_, index) => index % 2 === 0)) % 2).toBe(0);
    }
  });

  test('rejects characters that the code sets lack', () => {
    expect(() => code128('Größe')).toThrow(RangeError);
    expect(() => code128('')).toThrow(RangeError);
  });
});
