import { expect, test } from 'vitest';
import { priceChange, priceChangeWords } from '../../src/domain/quote.ts';

const told = { estimatedPrice: 18.4, currency: 'EUR' };

test.each([
  ['the same', 18.4],
  ['the same but for how numbers are stored', 18.400000000000002],
  ['not known', null],
  ['left out', undefined],
])('A price that is %s is no change (WIZ-37)', (_, estimatedPrice) => {
  expect(priceChange(told, { estimatedPrice })).toBeUndefined();
});

test('Nobody was told a price, so none has changed (WIZ-37)', () => {
  expect(priceChange(undefined, { estimatedPrice: 20 })).toBeUndefined();
});

test('A cent more is told, until the delivery is priced anew (WIZ-37)', () => {
  const change = priceChange(told, { estimatedPrice: 18.41 });
  expect(change).toEqual({ told: 18.4, confirmed: 18.41, currency: 'EUR' });
  expect(priceChangeWords(change, { estimatedPrice: 18.41 })).toBe(
    'When you sent it we estimated €18.40. The price is €18.41.',
  );
  expect(priceChangeWords(change, { estimatedPrice: 30 })).toBeUndefined();
  expect(priceChangeWords(undefined, { estimatedPrice: 18.41 })).toBeUndefined();
});
