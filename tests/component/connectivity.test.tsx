import { waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { watchConnectivity } from '../../src/pwa/connectivity.ts';
import { useApp } from '../../src/stores/app.ts';
import { drainNow } from '../../src/use-cases/outbox/outbox.ts';

vi.mock('../../src/use-cases/outbox/outbox.ts', () => ({ drainNow: vi.fn(async () => undefined) }));

/** What `/healthz` answers: a status, or nothing. */
let status: number | undefined;
const asked = vi.fn(async () => {
  if (status === undefined) throw new TypeError('Failed to fetch');
  return new Response('{}', { status });
});
const isReachable = () => useApp.getState().isReachable;

beforeAll(() => {
  vi.stubGlobal('fetch', asked);
  watchConnectivity();
});
beforeEach(() => {
  vi.stubGlobal('fetch', asked);
  status = 200;
  useApp.setState({ isReachable: true });
  asked.mockClear();
  vi.mocked(drainNow).mockClear();
});
afterEach(() => vi.unstubAllGlobals());

test('a browser that says "offline" is not believed while the server answers (SES-03)', async () => {
  window.dispatchEvent(new Event('offline'));
  expect(isReachable()).toBe(true);
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
  expect(isReachable()).toBe(true);
});

test('a browser that says "online" is not believed while nobody answers (SES-03)', async () => {
  useApp.setState({ isReachable: false });
  status = undefined;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(asked).toHaveBeenCalledOnce());
  expect(isReachable()).toBe(false);
  status = 504;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  expect(isReachable()).toBe(false);
});

test('what waits is sent as soon as the server is there again (REL-05)', async () => {
  useApp.setState({ isReachable: false });
  expect(drainNow).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(drainNow).toHaveBeenCalledOnce());
});
