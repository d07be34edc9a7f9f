import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lazyCode } from '../../src/ui/lazy-component.ts';

let hasNetwork = false;
const importMap = vi.fn(async () => {
  if (!hasNetwork) throw new TypeError('Failed to fetch dynamically imported module');
  return 'map';
});

beforeEach(() => {
  hasNetwork = false;
  importMap.mockClear();
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('the code of a map that cannot be loaded is loaded by "Try again" (MAP-14)', async () => {
  const { useCode } = lazyCode(importMap);
  const { result } = renderHook(() => useCode());
  await waitFor(() => expect(result.current.hasFailed).toBe(true));
  expect(result.current.code).toBeUndefined();

  hasNetwork = true;
  await act(() => result.current.retry());
  await waitFor(() => expect(result.current.code).toBe('map'));
  expect(result.current.hasFailed).toBe(false);
});

test('the code of a map that could not be loaded is loaded when the network is back (MAP-14)', async () => {
  const { useCode } = lazyCode(importMap);
  const { result } = renderHook(() => useCode());
  await waitFor(() => expect(result.current.hasFailed).toBe(true));

  hasNetwork = true;
  act(() => void dispatchEvent(new Event('online')));
  await waitFor(() => expect(result.current.code).toBe('map'));
});

test('the code of a map is not loaded before the map is needed (MAP-14)', async () => {
  hasNetwork = true;
  const { useCode } = lazyCode(importMap);
  const { result, rerender } = renderHook(({ isNeeded }) => useCode(isNeeded), {
    initialProps: { isNeeded: false },
  });
  expect(importMap).not.toHaveBeenCalled();
  rerender({ isNeeded: true });
  await waitFor(() => expect(result.current.code).toBe('map'));
});
