import { waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { watchConnectivity } from '../../src/pwa/connectivity.ts';
import { useApp } from '../../src/stores/app.ts';
import { drainNow } from '../../src/use-cases/outbox/outbox.ts';

vi.mock('../../src/use-cases/outbox/outbox.ts', () => ({ drainNow: vi.fn(async () => undefined) }));

/** The status with which `/healthz` responds, or undefined for no response. */
let status: number | undefined;
const healthCheck = vi.fn(async () => {
  if (status === undefined) throw new TypeError('Failed to fetch');
  return new Response('{}', { status });
});
const isReachable = () => useApp.getState().isReachable;

beforeAll(() => {
  vi.stubGlobal('fetch', healthCheck);
  watchConnectivity();
});
beforeEach(() => {
  vi.stubGlobal('fetch', healthCheck);
  status = 200;
  useApp.setState({ isReachable: true });
  healthCheck.mockClear();
  vi.mocked(drainNow).mockClear();
});
afterEach(() => vi.unstubAllGlobals());

test('the app stays online when the browser reports "offline" but the server responds (SES-03)', async () => {
  window.dispatchEvent(new Event('offline'));
  expect(isReachable()).toBe(true);
  await waitFor(() => expect(healthCheck).toHaveBeenCalledOnce());
  expect(isReachable()).toBe(true);
});

test('the app stays offline when the browser reports "online" but the server does not respond (SES-03)', async () => {
  useApp.setState({ isReachable: false });
  status = undefined;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(healthCheck).toHaveBeenCalledOnce());
  expect(isReachable()).toBe(false);
  status = 504;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(healthCheck).toHaveBeenCalledTimes(2));
  expect(isReachable()).toBe(false);
});

test('waiting requests are sent as soon as the server is reachable again (REL-05)', async () => {
  useApp.setState({ isReachable: false });
  expect(drainNow).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(drainNow).toHaveBeenCalledOnce());
});
