import { expect, test } from 'vitest';
import {
  CATEGORIES,
  CATEGORY_KEYS,
  parseCategory,
  withCategory,
} from '../../src/domain/instruction-lines.ts';

test.each(CATEGORY_KEYS)('the category %s is written as a line and found again', (key) => {
  const instructions = withCategory('Ring twice', key);
  expect(instructions).toBe(`Category: ${CATEGORIES[key]}\nRing twice`);
  expect(parseCategory(instructions)).toBe(key);
});

test('choosing another category replaces the line and keeps the rest', () => {
  const before = 'Category: Flowers\nPreferred date: 2026-12-01\nRing twice';
  expect(withCategory(before, 'furniture')).toBe(
    'Category: Furniture\nPreferred date: 2026-12-01\nRing twice',
  );
});

test('choosing no category removes the line', () => {
  expect(withCategory('Category: Flowers\nRing twice', undefined)).toBe('Ring twice');
  expect(withCategory('Category: Flowers', undefined)).toBe('');
});

test('a category is added before existing instructions', () => {
  expect(withCategory('Ring twice', 'alcohol')).toBe('Category: Alcohol\nRing twice');
  expect(withCategory('', 'alcohol')).toBe('Category: Alcohol');
});

test('a line that the user has reworded is no category and stays as written', () => {
  expect(parseCategory('Category: Tulips')).toBeUndefined();
  expect(parseCategory('category:  flowers ')).toBe('flowers');
  expect(parseCategory('Nothing special')).toBeUndefined();
});
