import type { CDPSession, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';

test.use({ serviceWorkers: 'allow', baseURL: async ({ faultProxy }, use) => use(faultProxy.url) });

test('Chromium takes a page and its files from the cache without waiting for the worker, also offline and with a hanging network (LAY-56)', async ({
  guest: page,
  context,
  faultProxy,
  errorMonitor,
}) => {
  errorMonitor.allow(NETWORK_ERROR, /Failed to load resource/);
  await page.goto('/');
  await installWorker(page);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('ServiceWorker.enable');
  for (const [fault, isStopped] of [
    [undefined, false],
    [undefined, true],
    ['reset', true],
    ['hang', true],
  ] as const) {
    faultProxy.chooseFault = () => fault;
    for (const path of ['/', '/tracking']) {
      if (isStopped) await devtools.send('ServiceWorker.stopAllWorkers');
      const sources = await sourcesOf(devtools, page, path);
      const what = `${path}, network: ${fault ?? 'as usual'}, worker stopped: ${isStopped}`;
      expect(Object.keys(sources).length, what).toBeGreaterThan(6);
      expect(sources, what).toEqual(Object.fromEntries(Object.keys(sources).map((name) => [name, 'cache'])));
    }
  }
});

/** Opens a page and returns where the browser took the document and each of its files from. */
async function sourcesOf(
  devtools: CDPSession,
  page: Page,
  path: string,
): Promise<Record<string, string | undefined>> {
  const sources: Record<string, string | undefined> = {};
  type Received = Parameters<Parameters<typeof devtools.on<'Network.responseReceived'>>[1]>[0];
  const note = ({ response }: Received) => {
    const { pathname } = new URL(response.url);
    if (pathname !== path && !pathname.startsWith('/assets/')) return;
    sources[pathname] = response.serviceWorkerRouterInfo?.actualSourceType;
  };
  devtools.on('Network.responseReceived', note);
  await page.goto(path);
  await page.locator('html[data-live]').waitFor();
  devtools.off('Network.responseReceived', note);
  expect(sources).toHaveProperty([path]);
  return sources;
}
