import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LIST_STEP } from '../../src/domain/limits.ts';
import { useListPages } from '../../src/use-cases/use-list-pages.ts';

test('a list that returns to earlier filters starts again with its first rows (PRD-86)', () => {
  const { result, rerender } = renderHook(
    ({ filters }: { filters: string }) =>
      useListPages({
        filters,
        search: '',
        next: undefined,
        storedCount: 500,
        loadPage: async () => undefined,
      }),
    { initialProps: { filters: 'all' } },
  );
  act(() => result.current.showMore?.());
  expect(result.current.shownCount).toBe(2 * LIST_STEP);
  rerender({ filters: 'refunded' });
  expect(result.current.shownCount).toBe(LIST_STEP);
  rerender({ filters: 'all' });
  expect(result.current.shownCount).toBe(LIST_STEP);
});
