import type { Page, Route } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { delayScheduler } from './support/delay-scheduler.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';

const PUBLIC_PAGES = [
  '/',
  '/tracking',
  '/faq',
  '/auth/login',
  '/auth/register',
  '/terms-and-conditions',
  '/privacy-policy',
];
const PAGES = [...PUBLIC_PAGES, '/deliveries', '/deliveries/1', '/account'];
const LIVE = 'html[data-live]';

const SCRIPTS = '**/assets/*.js';
const STYLES = '**/assets/*.css';

/** Holds the files whose address matches the pattern back until the returned function is called. */
async function blockFiles(page: Page, pattern: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHolding = true;
  await page.route(pattern, (route) => (isHolding ? void held.push(route) : route.continue()));
  return async () => {
    isHolding = false;
    await Promise.all(held.map((route) => route.continue()));
  };
}

/** Marks the prerendered header, which exists after hydration only if React has not rendered the page again. */
async function markPrerenderedHeader(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('readystatechange', () => {
      document.querySelector('#root[data-route] header')?.setAttribute('data-prerendered', '');
    });
  });
}

async function expectHydrated(page: Page, path: string): Promise<void> {
  await expect(page.locator('header[data-prerendered]'), path).toBeVisible();
}

test('Hydration waits for slow styles, so that nothing appears without them, but not for styles that fail (LAY-07)', async ({
  guest: page,
  errorMonitor,
}) => {
  errorMonitor.allow(NETWORK_ERROR);
  await page.addInitScript(() => {
    // A busy machine may need more than the 3 s for which hydration waits.
    const { setTimeout: start } = window;
    const patient = (task: TimerHandler, ms = 0) => start(task, ms === 3000 ? 60_000 : ms);
    Object.assign(window, { setTimeout: patient });
    new MutationObserver(() => {
      if (document.documentElement.dataset.live === undefined || 'missingStyles' in window) return;
      const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
      const missing = links.filter(({ sheet }) => sheet === null).length;
      Object.assign(window, { missingStyles: links.length === 0 ? 'all' : missing });
    }).observe(document, { attributes: true, subtree: true });
  });
  const release = await blockFiles(page, STYLES);
  await page.goto('/tracking', { waitUntil: 'commit' });
  await page.waitForFunction(() => {
    const scripts = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
    const arrived = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
    return scripts.length > 0 && [...scripts].every(({ href }) => arrived.has(href));
  });
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  await expect(page.locator(LIVE)).toHaveCount(0);
  await release();
  await expect(page.locator(LIVE)).toHaveCount(1);
  expect(await page.evaluate(() => Reflect.get(window, 'missingStyles'))).toBe(0);

  await page.unroute(STYLES);
  await page.route(STYLES, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.css'));
  await page.goto('/faq', { waitUntil: 'commit' });
  await failed;
  await expect(page.locator(LIVE)).toHaveCount(1);
});

test('A first visit shows each page before its code has loaded, and hydration causes neither a mismatch nor a layout shift, for a guest (LAY-07)', async ({
  guest: page,
}) => {
  await page.addInitScript(() => {
    Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shifted: Reflect.get(window, 'shifted') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const release = await blockFiles(page, SCRIPTS);
  for (const path of PAGES) {
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator(LIVE)).toHaveCount(0);
  }
  await release();
  await markPrerenderedHeader(page);
  for (const path of [...PAGES, '/?pick-up=Howth&weight=3', '/tracking?guid=']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator(LIVE)).toBeVisible();
    await expectHydrated(page, path);
    if (!PUBLIC_PAGES.includes(path)) continue;
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    expect(await page.evaluate(() => Reflect.get(window, 'shifted')), path).toBeLessThan(0.01);
  }
});

test('Text that is typed before hydration stays, and so does the focus (LAY-07)', async ({ guest: page }) => {
  const release = await blockFiles(page, SCRIPTS);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel('Pick-up Location').fill('5 Parnell Square');
  await page.getByLabel('Drop-off Location').click();
  await page.keyboard.type('7 Str');
  await release();
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeEnabled();
  await page.keyboard.type('and Road');
  await expect(page.getByLabel('Pick-up Location')).toHaveValue('5 Parnell Square');
  await expect(page.getByLabel('Drop-off Location')).toHaveValue('7 Strand Road');
  // Only the field with the focus shows suggestions.
  await expect(page.getByLabel('Drop-off Location')).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByLabel('Pick-up Location')).toHaveAttribute('aria-expanded', 'false');
});

test('A link that is followed before hydration does not lose what was typed (LAY-07)', async ({
  guest: page,
}) => {
  const release = await blockFiles(page, SCRIPTS);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel('Pick-up Location').fill('5 Parnell Square');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'FAQ' }).click();
  await release();
  await expect(page.getByRole('heading', { level: 1, name: 'Frequently Asked Questions' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Pick-up Location')).toHaveValue('5 Parnell Square');
});

test('Suggestions that were closed before hydration do not open after it (LAY-07)', async ({
  guest: page,
}) => {
  const release = await blockFiles(page, SCRIPTS);
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByLabel('Pick-up Location').fill('5 Parnell Square, Dublin');
  await page.getByLabel('Drop-off Location').fill('7 Strand Road, Sandymount');
  await page.keyboard.press('Escape');
  const searched = page.waitForResponse(/\/geocode\/search/);
  await release();
  const drop = page.getByLabel('Drop-off Location');
  await expect(page.getByRole('button', { name: 'Continue', exact: true })).toBeEnabled();
  await expect(drop).toBeFocused();
  await searched;
  await expect(drop).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('heading', { name: /Package/ })).toBeVisible();
});

test('A user who tabs through the page during hydration continues from the same element (LAY-07, LAY-10)', async ({
  guest: page,
}) => {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return `${element?.tagName} ${element?.getAttribute('aria-label') ?? element?.textContent?.trim()}`;
    });
  await page.goto('/faq');
  await expect(page.locator(LIVE)).toBeVisible();
  const walk: string[] = [];
  for (let stop = 0; stop < 8; stop += 1) {
    await page.keyboard.press('Tab');
    walk.push(await focused());
  }
  expect(walk.filter((name) => name.startsWith('BODY'))).toEqual([]);

  for (const before of [1, 4, 7]) {
    const release = await blockFiles(page, SCRIPTS);
    await page.goto('/faq', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (let stop = 0; stop < before; stop += 1) await page.keyboard.press('Tab');
    await release();
    await expect(page.locator(LIVE)).toBeVisible();
    expect(await focused()).toBe(walk[before - 1]);
    await page.keyboard.press('Tab');
    expect(await focused()).toBe(walk[before]);
    await page.unrouteAll();
  }
});

test('A customer who types while the code and the saved addresses load loses no letter (LAY-07, WIZ-09)', async ({
  loggedIn: page,
}) => {
  let sendAddresses = () => {};
  const isHeld = new Promise<void>((resolve) => {
    sendAddresses = resolve;
  });
  await page.route('**/api/addresses/**', async (route) => {
    await isHeld;
    await route.continue();
  });
  const release = await blockFiles(page, SCRIPTS);
  await page.goto('/', { waitUntil: 'commit' });
  const pickUp = page.getByLabel('Pick-up Location');
  await pickUp.click();
  await page.keyboard.type('12 Lein');
  const request = page.waitForRequest('**/api/addresses/**');
  await release();
  await page.keyboard.type('ster Road, ', { delay: 20 });
  await request;
  await page.keyboard.type('Rath');
  sendAddresses();
  await page.keyboard.type('mines, Dublin', { delay: 20 });
  await expect(page.getByRole('link', { name: 'Account, Aoife Brennan' })).toBeVisible();
  await page.keyboard.type(' 6');
  await expect(pickUp).toHaveValue('12 Leinster Road, Rathmines, Dublin 6');
  await expect(pickUp).toBeFocused();
});

test('A tracking number can be looked up before hydration (LAY-07)', async ({
  guest: page,
  errorMonitor,
}) => {
  errorMonitor.allow(/404 \(Not Found\)/);
  const release = await blockFiles(page, SCRIPTS);
  await page.goto('/tracking', { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: 'Tracking number' }).fill('0b0a4f5e-6f0e-4c58-9d8e-3a4c5d6e7f80');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/tracking?guid=0b0a4f5e-6f0e-4c58-9d8e-3a4c5d6e7f80', { waitUntil: 'commit' });
  await release();
  await expect(page.getByText('No package found')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Tracking number' })).toHaveValue(
    '0b0a4f5e-6f0e-4c58-9d8e-3a4c5d6e7f80',
  );
});

test('Every page is hydrated without a mismatch, for a customer (LAY-07)', async ({
  loggedIn: page,
  customer,
}) => {
  const { id } = await customer.createDeliveryRequest();
  for (const path of [
    '/',
    '/tracking',
    '/faq',
    '/deliveries',
    `/deliveries/${id}`,
    '/account',
    '/privacy-policy',
  ]) {
    await markPrerenderedHeader(page);
    await page.goto(path);
    await expect(page.locator(LIVE)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Account, Aoife Brennan' })).toBeVisible();
    await expectHydrated(page, path);
  }
});

test('A step whose code was lost with the network says so, and appears when the network is back (LAY-13)', async ({
  guest: page,
  errorMonitor,
}) => {
  errorMonitor.allow(NETWORK_ERROR);
  let isLost = true;
  await page.route(/\/assets\/(background|LaterStep)-/, (route) =>
    isLost ? route.abort() : route.continue(),
  );
  await page.goto('/');
  await page.locator(LIVE).waitFor();
  await page.getByLabel('Pick-up Location').fill('5 Parnell Square');
  await page.getByLabel('Drop-off Location').fill('7 Strand Road');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  const notice = page.getByText("We couldn't load this part of the page.");
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(notice).toBeVisible();
  isLost = false;
  await expect(page.getByRole('radio', { name: /Envelope/ })).toBeVisible();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(page.getByLabel('Pick-up Location')).toHaveValue('5 Parnell Square');
  // The configuration arrives with the code that is loaded after hydration.
  await expect(page.getByRole('main')).toContainText('€');
});

test('A first visit loads little before the page is used, and then what comes next (LAY-22)', async ({
  context,
}) => {
  for (const path of ['/', '/tracking']) {
    const page = await context.newPage();
    const requested = new Set<string>();
    // A second request for the same file is for the cache of the browser.
    page.on('request', (request) => requested.add(new URL(request.url()).pathname));
    // It is the last request of the start.
    const checked = page.waitForResponse('**/healthz');
    await page.goto(path);
    await page.locator(LIVE).waitFor();
    await checked;
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    expect(requested.size, [...requested].join('\n')).toBeLessThanOrEqual(14);
    const next = [
      /\/assets\/AlertStack-/,
      path === '/' ? /\/assets\/LaterStep-/ : /\/assets\/page-tracking-results-/,
    ];
    const loaded = Promise.all(next.map((file) => page.waitForRequest(file)));
    await page.mouse.move(300, 300);
    await loaded;
  }
});

test('A link that is pressed while the page hydrates opens its page, whose heading has the focus (LAY-06, LAY-07)', async ({
  guest: page,
}) => {
  await page.addInitScript(delayScheduler);
  await page.goto('/');
  // React knows the root, and hydrates what is pressed.
  await page.waitForFunction(() => Object.keys(document.querySelector('#root') ?? {}).length > 0);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tracking' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Package Tracking' })).toBeFocused();
});

test.describe('An app that is being installed', () => {
  test.use({ serviceWorkers: 'allow' });

  test('offers no update to a user who navigates meanwhile (REL-19)', async ({ guest: page }) => {
    await page.goto('/');
    const isRegistered = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
    await expect.poll(isRegistered).toBe(true);
    await page.goto('/faq');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
    await expect(page.getByText('Update available')).toHaveCount(0);
  });
});

test('A browser without the features of the oldest supported ones shows that it is too old (PRD-99)', async ({
  guest: page,
}) => {
  await page.goto('/');
  const sentence = page.getByText('This browser is too old for Send.');
  await expect(sentence).toBeHidden();
  // The sentence has no script: it is shown unless the style sheet hides it.
  await page.evaluate(() => {
    for (const { cssRules } of document.styleSheets) {
      for (const rule of cssRules) if (rule instanceof CSSSupportsRule) rule.deleteRule(0);
    }
  });
  await expect(sentence).toBeInViewport();
});
