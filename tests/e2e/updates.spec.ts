import type { BrowserContext, Page } from '@playwright/test';
import { test as base, expect } from './fixtures.ts';
import { expectAccessible } from './support/accessibility.ts';
import { Deployment, NEWER_BUILD_MARKER } from './support/deployment.ts';
import { expectStored, installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import { completeAsCustomer } from './support/submit.ts';
import { fillPlaces } from './support/wizard.ts';

const test = base.extend<{ deployment: Deployment; loads: Map<Page, number> }>({
  deployment: async ({ server }, use) => {
    const deployment = await Deployment.inFrontOf(server.url);
    await use(deployment);
    deployment.close();
  },
  baseURL: async ({ deployment }, use) => use(deployment.url),
  /** The number of times that each page was loaded. */
  loads: async ({ context }, use) => {
    const loads = new Map<Page, number>();
    context.on('page', (page) => page.on('load', () => loads.set(page, (loads.get(page) ?? 0) + 1)));
    await use(loads);
  },
});

test.use({ serviceWorkers: 'allow' });

/** One, and on a busy machine up to three more, because a request may start the old worker again while it ends. */
const MAX_RELOADS = 4;

const updatePrompt = (page: Page) => page.getByRole('status').filter({ hasText: 'Update available' });
const reload = (page: Page) => updatePrompt(page).getByRole('button', { name: 'Reload' });

/** The app checks for an update when it becomes visible. In a test no window is ever hidden. */
async function fireVisibilityChange(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
}

/** The page is loading until the result is called. It contains a frame whose document is open. */
async function holdLoadEvent(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    if (window !== top || sessionStorage.getItem('finished') !== null) return;
    addEventListener('DOMContentLoaded', () => {
      const frame = document.createElement('iframe');
      frame.hidden = true;
      document.body.append(frame);
      frame.contentDocument?.open();
    });
  });
  return () =>
    page.evaluate(() => {
      sessionStorage.setItem('finished', '');
      window.frames[0]?.document.close();
    });
}

async function isNewerBuild(page: Page): Promise<boolean> {
  return (await page.content()).includes(NEWER_BUILD_MARKER);
}

/**
 * Waits until the page is of the newer build. Chromium first lets the old worker finish, which takes long on a busy
 * machine. A failure prints in which state the workers are.
 */
async function expectNewerBuild(page: Page): Promise<void> {
  await expect
    .poll(() => describeBuild(page).catch(() => 'The page is loading'), { timeout: 40_000 })
    .toBe('The page is of the newer build');
}

async function describeBuild(page: Page): Promise<string> {
  if (await isNewerBuild(page)) return 'The page is of the newer build';
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    const { installing, waiting, active } = registration ?? {};
    const isController = active === navigator.serviceWorker.controller;
    const states = `installing: ${installing?.state}, waiting: ${waiting?.state}, active: ${active?.state}`;
    return `The page is of the older build; ${states}, which ${isController ? 'controls' : 'does not control'} it`;
  });
}

/** Opens Home with the worker of the older build, and the offer of the newer one. */
async function openWithUpdate(context: BrowserContext, deployment: Deployment): Promise<Page> {
  const page = await context.newPage();
  await page.goto('/');
  await installWorker(page);
  deployment.deploy();
  await fireVisibilityChange(page);
  await expect(updatePrompt(page)).toBeVisible();
  return page;
}

test('A newer version is offered to an open tab and applied without losing what was typed (REL-19)', async ({
  loads,
  context,
  deployment,
  errorMonitor,
}) => {
  errorMonitor.allow(NETWORK_ERROR);
  const page = await context.newPage();
  await page.goto('/');
  await installWorker(page);
  const other = await context.newPage();
  await other.goto('/faq');
  await expect(updatePrompt(page)).toHaveCount(0);
  deployment.deploy();
  await fireVisibilityChange(page);

  await test.step('"Later" changes nothing', async () => {
    await expect(updatePrompt(page)).toBeVisible();
    await expectAccessible(page);
    await updatePrompt(page).getByRole('button', { name: 'Later' }).click();
    await expect(updatePrompt(page)).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await isNewerBuild(page)).toBe(false);
  });

  await test.step('"Reload" saves the last key press and reloads', async () => {
    await expect(updatePrompt(page)).toBeVisible();
    await fillPlaces(page, '1 Grafton Street, Dublin', '9 Quay Street, Galway');
    const before = loads.get(page) ?? 0;
    await reload(page).click();
    await expectNewerBuild(page);
    await expect(page.getByLabel('Drop-off Location')).toHaveValue('9 Quay Street, Galway');
    expect((loads.get(page) ?? 0) - before).toBeLessThanOrEqual(MAX_RELOADS);
    await expect(updatePrompt(page)).toHaveCount(0);
  });

  await test.step('the other tab is offered the update and does not reload by itself', async () => {
    await expect(updatePrompt(other)).toBeVisible();
    expect(loads.get(other)).toBe(1);
  });

  await test.step('the new version opens without a network', async () => {
    deployment.close();
    await context.setOffline(true);
    await page.goto('/tracking');
    await expect(page.getByRole('heading', { level: 1, name: 'Package Tracking' })).toBeVisible();
    expect(await isNewerBuild(page)).toBe(true);
  });
});

test('An update is applied although the picture of a map hangs in the old worker, and a tab that loads meanwhile is offered it too (REL-19)', async ({
  loads,
  context,
  deployment,
  errorMonitor,
}) => {
  errorMonitor.allow(NETWORK_ERROR);
  const page = await openWithUpdate(context, deployment);

  const other = await context.newPage();
  const finishLoading = await holdLoadEvent(other);
  await other.goto('/faq', { waitUntil: 'domcontentloaded' });
  expect(await isNewerBuild(other)).toBe(false);

  await context.route('**/1/2/3.png', () => {});
  const isRequested = context.waitForEvent('request', (request) => request.url().endsWith('/1/2/3.png'));
  await page.evaluate(() => {
    new Image().src = '/1/2/3.png';
  });
  await isRequested;
  const before = loads.get(page) ?? 0;
  await reload(page).click();
  await expectNewerBuild(page);
  expect((loads.get(page) ?? 0) - before).toBeLessThanOrEqual(MAX_RELOADS);
  await expect(updatePrompt(page)).toHaveCount(0);

  expect(await other.evaluate(() => document.readyState)).toBe('interactive');
  await finishLoading();
  await reload(other).click();
  await expectNewerBuild(other);
});

test('An update that is accepted during a submit waits for the response (REL-19)', async ({
  loads,
  context,
  customer,
  deployment,
}) => {
  const localStorage = [{ name: 'user', value: JSON.stringify(customer.user) }];
  await context.setStorageState({ cookies: [], origins: [{ origin: deployment.url, localStorage }] });
  const page = await openWithUpdate(context, deployment);
  let respond = () => {};
  const hasResponded = new Promise<void>((resolve) => {
    respond = resolve;
  });
  await context.route(/\/api\/orderrequests(\?|$)/, async (route) => {
    if (route.request().method() === 'POST') await hasResponded;
    await route.continue();
  });
  const before = loads.get(page) ?? 0;
  await completeAsCustomer(page, '5 Parnell Square, Dublin', '7 Strand Road, Sandymount');
  await reload(page).click();
  await expect(updatePrompt(page).getByRole('button', { name: 'Later' })).toBeDisabled();
  expect(loads.get(page)).toBe(before);
  respond();
  await expect.poll(() => customer.deliveries().then((all) => all.length)).toBe(1);
  await expect.poll(() => loads.get(page)).toBeGreaterThan(before);
});

test('An old tab whose file is missing reloads once and never in a loop (REL-19)', async ({
  loads,
  context,
  deployment,
  errorMonitor,
}) => {
  errorMonitor.allow(/404/, /dynamically imported module/i, /FileError: \/assets\/.* could not be loaded/);
  // This page has no worker, because a worker has cached every file of its own version.
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  const page = await context.newPage();
  await page.goto('/');
  await expect(page.locator('html[data-live]')).toBeVisible();
  await fillPlaces(page, '1 Grafton Street, Dublin', '9 Quay Street, Galway');
  await expectStored(page, '9 Quay Street, Galway');
  // A file of this page that is still to come would be missing too, and reload the page before the link is followed.
  await expect(page.getByRole('application', { name: /^Map from/ })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const have = new Set(deployment.requestedPaths);
  deployment.isMissing = (path) => path.startsWith('/assets/') && !have.has(path);
  await page.getByRole('link', { name: 'Tracking' }).first().click();
  await expect.poll(() => loads.get(page)).toBe(2);
  await expect(page.getByRole('alert').getByRole('button', { name: 'Reload' })).toBeVisible();
  expect(loads.get(page)).toBe(2);

  await page.goto('/faq');
  await expect(page.getByRole('alert').getByRole('button', { name: 'Reload' })).toBeVisible();

  deployment.isMissing = () => false;
  await page.goto('/');
  await expect(page.getByLabel('Drop-off Location')).toHaveValue('9 Quay Street, Galway');
});

test('The worker file is never served from a cache, and a missing file is not replaced by a page (REL-19)', async ({
  server,
}) => {
  const worker = await fetch(`${server.url}/sw.js`);
  expect(worker.headers.get('cache-control')).toMatch(/no-cache|no-store|max-age=0/);
  const gone = await fetch(`${server.url}/assets/gone-1234.js`, { headers: { accept: '*/*' } });
  expect(gone.status).toBe(404);
  expect(await gone.text()).not.toContain('<html');
});
