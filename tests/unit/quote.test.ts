import { expect, test } from 'vitest';
import { splitVat } from '../../src/contract/price.ts';
import { priceChange, priceChangeMessage } from '../../src/domain/price-change.ts';

const quotedPrice = { estimatedPrice: 18.4, currency: 'EUR' };

test.each([
  ['the same', 18.4],
  ['the same except for a rounding error', 18.400000000000002],
  ['unknown', null],
  ['missing', undefined],
])('a price that is %s is not a price change (WIZ-37)', (_, estimatedPrice) => {
  expect(priceChange(quotedPrice, { estimatedPrice })).toBeUndefined();
});

test('without a quoted price there is no price change (WIZ-37)', () => {
  expect(priceChange(undefined, { estimatedPrice: 20 })).toBeUndefined();
});

test('a difference of one cent is shown until the delivery gets another price (WIZ-37)', () => {
  const change = priceChange(quotedPrice, { estimatedPrice: 18.41 });
  expect(change).toEqual({ told: 18.4, confirmed: 18.41, currency: 'EUR' });
  expect(priceChangeMessage(change, { estimatedPrice: 18.41 })).toBe(
    'When you sent it, we estimated €18.40. The price is €18.41.',
  );
  expect(priceChangeMessage(change, { estimatedPrice: 30 })).toBeUndefined();
  expect(priceChangeMessage(undefined, { estimatedPrice: 18.41 })).toBeUndefined();
});

test.each([
  [1333, 23, 249],
  [123, 23, 23],
  [1, 23, 0],
  [1200, 20, 200],
  [1000, 13.5, 119],
])('%i cents include %d%% VAT of %i cents, and net and VAT add up (PAY-22)', (gross, percent, vat) => {
  const { netCents, vatCents } = splitVat(gross, percent);
  expect(vatCents).toBe(vat);
  expect(netCents + vatCents).toBe(gross);
});

test('a price in another currency is another price, and is stated in its own (WIZ-37)', () => {
  const inPounds = { estimatedPrice: 18.4, currency: 'GBP' };
  expect(priceChangeMessage(priceChange(quotedPrice, inPounds), inPounds)).toBe(
    'When you sent it, we estimated €18.40. The price is £18.40.',
  );
});
