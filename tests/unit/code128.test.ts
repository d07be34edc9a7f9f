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
  test('encodes the well-known example PJJ123C with the check symbol 55', () => {
    // Start B, P, J, J, 1, 2, 3, C, symbol 55.
    expect(symbolsOf('PJJ123C')).toEqual([
      '211214',
      '313121',
      '112133',
      '112133',
      '123221',
      '223211',
      '221132',
      '131321',
      '311321',
    ]);
  });

  test('has a symbol for each character, one for the start and one for the check', () => {
    expect(symbolsOf('SND-7K2Q')).toHaveLength(10);
  });

  test('has symbols of eleven modules that all differ, each with an even number of dark modules', () => {
    const characters = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n)).join('');
    const symbols = symbolsOf(characters).slice(1, 96);
    expect(new Set(symbols).size).toBe(95);
    for (const symbol of symbols) {
      const widths = [...symbol].map(Number);
      const sum = (values: number[]) => values.reduce((total, width) => total + width, 0);
      expect(sum(widths)).toBe(11);
      expect(sum(widths.filter((_, index) => index % 2 === 0)) % 2).toBe(0);
    }
  });

  test('rejects characters that the code set lacks', () => {
    expect(() => code128('Größe')).toThrow(RangeError);
    expect(() => code128('')).toThrow(RangeError);
  });
});
