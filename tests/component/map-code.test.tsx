import { act, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useMapCode } from '../../src/map/use-map-code.ts';
import { useApp } from '../../src/stores/app.ts';

let hasNetwork = true;
let cachedFiles: string[] = [];

beforeEach(() => {
  hasNetwork = true;
  cachedFiles = [];
  useApp.setState({ isReachable: true });
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.stubGlobal('caches', { open: async () => ({ keys: async () => cachedFiles }) });
  vi.stubGlobal('fetch', async () => {
    if (!hasNetwork) throw new TypeError('Failed to fetch');
    return Response.json({});
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('without a network, map code that is not cached is not imported, so that "Try again" can work (MAP-14)', async () => {
  hasNetwork = false;
  const load = vi.fn(async () => 'map');
  const { result } = renderHook(() => useMapCode(load));
  await waitFor(() => expect(result.current.hasFailed).toBe(true));
  expect(load).not.toHaveBeenCalled();

  hasNetwork = true;
  act(() => result.current.retry());
  await waitFor(() => expect(result.current.code).toBe('map'));
});

test('without a network, cached map code is imported (MAP-14)', async () => {
  hasNetwork = false;
  cachedFiles = ['/assets/map-1.js'];
  const load = async () => 'map';
  const { result } = renderHook(() => useMapCode(load));
  await waitFor(() => expect(result.current.code).toBe('map'));
});
