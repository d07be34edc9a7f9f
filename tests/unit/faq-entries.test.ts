import { describe, expect, test } from 'vitest';
import { DEFAULT_PRESETS } from '../../src/contract/presets.ts';
import { createFaqEntries, groupFaq, searchFaq } from '../../src/features/faq/faq-entries.ts';
import { FAQ_ENTRIES } from '../support/faq.ts';

const all = FAQ_ENTRIES.map(({ answer }) => answer).join('\n');

describe('The FAQ', () => {
  test('has ten entries in seven categories, in their order (FAQ-06)', () => {
    expect(FAQ_ENTRIES).toHaveLength(10);
    expect(groupFaq(FAQ_ENTRIES).map(({ category, entries }) => `${category} ${entries.length}`)).toEqual([
      'Delivery 3',
      'Packages 2',
      'Tracking 1',
      'Payment 1',
      'Orders 1',
      'Insurance 1',
      'Account 1',
    ]);
  });

  test.each([
    ['standard delivery', '1-2 business days in the city and 2-4'],
    ['express delivery', 'same day or the next day'],
    ['the radius', '50 miles (80 km)'],
    ['tracking', 'updates every 30 minutes'],
    ['a package’s weight', '50 pounds (22.7 kg)'],
    ['a package’s size', '130 inches (330 cm)'],
    ['custom sizes', '0.1 to 10 m in steps of 0.1 m'],
    ['custom weights', '1 to 1000 kg'],
    ['insurance', 'up to $100'],
    ['claims', 'within 7 days'],
    ['business applications', 'within 2 business days'],
    ['business terms', 'net-30'],
    ['delivery attempts', '3 delivery attempts'],
    ['failed deliveries', 'returned to our facility'],
    ['canceling', 'until a driver picks it up'],
    ['refunds', 'we refund what you have paid'],
  ])('contains the figure of %s (FAQ-07, FAQ-08, FAQ-09)', (_what, figure) => {
    expect(all).toContain(figure);
  });

  test("names the deployment's currency and region", () => {
    expect(all).toContain('in euros (EUR)');
    const text = createFaqEntries({ currency: 'GBP', region: 'Kent', presets: DEFAULT_PRESETS })
      .map(({ answer }) => answer)
      .join('\n');
    expect(text).toContain('in British pounds (GBP)');
    expect(text).not.toContain('EUR');
    expect(text).toContain('within a radius of 50 miles (80 km) in Kent.');
  });

  test("names the deployment's presets (PRD-70)", () => {
    expect(all).toContain('Envelope (0.01\u00a0m³), Shoebox (0.02\u00a0m³)');
    expect(all).toContain('Up to 15\u00a0kg, Light (up to 30\u00a0kg), and Heavy (up to 100\u00a0kg)');
    const sizes = [{ key: 'pallet', label: 'Pallet', width: 1.2, length: 0.8, height: 1.5 }];
    const text = createFaqEntries({ currency: 'EUR', region: '', presets: { sizes, weights: [] } })
      .map(({ answer }) => answer)
      .join('\n');
    expect(text).toContain('Standard (1.2\u00a0m³) and Pallet (1.44\u00a0m³)');
    expect(text).not.toContain('Envelope');
  });

  test.each([
    ['cost', 'payment-methods'],
    ['Price', 'payment-methods'],
    ['receipt', 'payment-methods'],
    ['refund', 'cancel-or-modify'],
    ['cancel', 'cancel-or-modify'],
    ['change', 'cancel-or-modify'],
    ['damage', 'insurance'],
    ['how fast', 'delivery-times'],
  ])('finds the answer for the word "%s" (FAQ-10)', (word, id) => {
    expect(searchFaq(word, FAQ_ENTRIES).map((entry) => entry.id)).toContain(id);
  });

  test('is searched in questions and answers, ignoring case (FAQ-01)', () => {
    expect(searchFaq('NET-30', FAQ_ENTRIES).map(({ id }) => id)).toEqual(['business-account']);
    expect(searchFaq('  track my ', FAQ_ENTRIES).map(({ id }) => id)).toEqual(['tracking']);
    expect(searchFaq('zeppelin', FAQ_ENTRIES)).toEqual([]);
    expect(searchFaq('   ', FAQ_ENTRIES)).toHaveLength(10);
  });
});
