import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { isCreate, type NetworkFault } from '../support/fault-proxy.ts';
import { expect, test } from './fixtures.ts';
import { storeSession } from './support/customer.ts';
import { installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import { queueRequest } from './support/queue-request.ts';
import {
  completeAsCustomer,
  completeAsGuest,
  expectOrderedOnce,
  FROM,
  SENDING,
  TO,
  waitingList,
} from './support/submit.ts';

/** The backoff allows three attempts in this time, and one reconnection may add another one. */
const FAILURE_MS = 6000;
const MAX_ATTEMPTS = 4;
const RELOAD_INTERVAL_MS = 1000;
/** `RECONNECT_ROUNDS=100` repeats the loss of the network more often. */
const ROUNDS = Number(process.env.RECONNECT_ROUNDS ?? 10);
/** Shorter than the time after which a hanging check of the connection is given up. */
const SINGLE_DELAY_MS = 7000;

test.use({ serviceWorkers: 'allow', baseURL: async ({ faultProxy }, use) => use(faultProxy.url) });
test.beforeEach(({ errorMonitor }) => errorMonitor.allow(NETWORK_ERROR, /Failed to load resource/));

/** Wakes the worker as a browser with Background Sync does while a request waits, but more often. */
async function wakeWorkerOften(context: BrowserContext, page: Page): Promise<() => void> {
  const cdp = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [ours] }) => {
      if (ours) resolve(ours.registrationId);
    });
  });
  await cdp.send('ServiceWorker.enable');
  const { origin } = new URL(page.url());
  const registrationId = await registered;
  const wake = () => {
    const sync = { origin, registrationId, tag: 'send-outbox', lastChance: false };
    void cdp.send('ServiceWorker.dispatchSyncEvent', sync).catch(() => undefined);
  };
  const timer = setInterval(wake, RELOAD_INTERVAL_MS);
  return () => clearInterval(timer);
}

type Sender = {
  page: Page;
  fault: NetworkFault;
  /** Whether a request of the proxy creates the delivery request. */
  isOwn: (path: string) => boolean;
  complete: () => Promise<void>;
  /** How many of the requests the server has accepted. */
  countAccepted: () => Promise<number>;
};

/** Submits with three tabs and the worker while each create fails, and returns the number of attempts. */
async function submitDuringFailure({ page, isOwn, complete }: Sender, attempts: string[]): Promise<number> {
  const context = page.context();
  await page.goto('/');
  await installWorker(page);
  const endWakes = await wakeWorkerOften(context, page);
  const tabs = [await context.newPage(), await context.newPage()];
  for (const tab of tabs) await tab.goto('/faq');
  await complete();
  await expect(page.getByText(SENDING)).toBeVisible();
  await expect(page.getByText('You are offline.')).toHaveCount(0);
  const end = Date.now() + FAILURE_MS;
  for (let round = 0; Date.now() < end; round += 1) {
    await Promise.all([tabs[round % tabs.length]?.reload(), pause(RELOAD_INTERVAL_MS)]);
  }
  endWakes();
  return attempts.filter(isOwn).length;
}

test('While a gateway answers a customer’s request with 502 and a guest’s connection is reset, three tabs and the worker of each try at most four times in six seconds, and each request is sent once afterwards (REL-02, REL-05)', async ({
  page,
  customer,
  operator,
  browser,
  faultProxy,
}) => {
  const lastName = `Byrne ${randomUUID().slice(0, 8)}`;
  await storeSession(page, faultProxy.url, customer);
  const guest = await (await browser.newContext()).newPage();
  const senders: Sender[] = [
    {
      page,
      fault: 'badGateway502',
      isOwn: (path) => path.endsWith('/orderrequests'),
      complete: () => completeAsCustomer(page, FROM, TO),
      countAccepted: () => customer.deliveries().then((all) => all.length),
    },
    {
      page: guest,
      fault: 'reset',
      isOwn: (path) => path.startsWith('/hook/'),
      complete: () => completeAsGuest(guest, FROM, TO, lastName),
      countAccepted: () => operator.guestRequests(lastName),
    },
  ];

  const attempts: string[] = [];
  faultProxy.chooseFault = (request) => {
    if (!isCreate(request)) return undefined;
    attempts.push(request.path);
    return senders.find(({ isOwn }) => isOwn(request.path))?.fault;
  };
  for (const count of await Promise.all(senders.map((sender) => submitDuringFailure(sender, attempts)))) {
    expect(count).toBeGreaterThanOrEqual(2);
    expect(count).toBeLessThanOrEqual(MAX_ATTEMPTS);
  }

  const passed: string[] = [];
  faultProxy.chooseFault = (request) => {
    if (isCreate(request)) passed.push(request.path);
    return undefined;
  };
  for (const { page: tab, isOwn, countAccepted } of senders) {
    await expect.poll(countAccepted, { timeout: 60_000 }).toBe(1);
    await expect(waitingList(tab)).toHaveCount(0);
    expect(passed.filter(isOwn)).toHaveLength(1);
  }
});

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1];

type Times = { event: number; shown: number };

/** Runs in the page and records when the browser reported a change of its network, and when the page showed it. */
function watchBanner(): void {
  const times: { lost: Times[]; back: Times[] } = { lost: [], back: [] };
  Object.assign(window, { bannerTimes: times });
  let isShown = false;
  let reported: number | undefined;
  /** A failed call may show the banner before the browser reports the loss. */
  const note = (event: Event) => {
    if (isShown === (event.type === 'online')) reported = performance.timeOrigin + event.timeStamp;
  };
  addEventListener('offline', note, true);
  addEventListener('online', note, true);
  new MutationObserver(() => {
    // Only the banner is bold. The refresh line of a list says the same in its own sentence.
    const isNow = [...document.querySelectorAll('b')].some((b) => b.textContent === 'You are offline.');
    if (isNow === isShown) return;
    isShown = isNow;
    const shown = performance.timeOrigin + performance.now();
    times[isNow ? 'lost' : 'back'].push({ event: reported ?? shown, shown });
    reported = undefined;
  }).observe(document.body, { childList: true, subtree: true, characterData: true });
}

test(`With a quarter of the processor a lost network is shown within 2 s and a reconnection within 3 s, ${ROUNDS} times (SES-03, REL-05)`, async ({
  loggedIn: page,
  customer,
  context,
  faultProxy,
}) => {
  test.setTimeout(ROUNDS * 12_000);
  await page.goto('/deliveries');
  await installWorker(page);
  const sentAt = new Map<string, number>();
  faultProxy.chooseFault = (request) => {
    if (isCreate(request)) sentAt.set(`round-${sentAt.size}`, Date.now());
    return undefined;
  };
  await page.evaluate(watchBanner);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });

  const banner = page.getByText('You are offline.', { exact: true });
  for (let round = 0; round < ROUNDS; round++) {
    await context.setOffline(true);
    await expect(banner).toBeVisible();
    await queueRequest(page, customer, { deliveryNote: `Round ${round}` });
    await context.setOffline(false);
    await expect(banner).toHaveCount(0);
    await expect.poll(() => sentAt.size).toBe(round + 1);
  }
  const { lost, back } = await page.evaluate(
    () => (window as unknown as { bannerTimes: { lost: Times[]; back: Times[] } }).bannerTimes,
  );
  const lostDelays = lost.map(({ event, shown }) => shown - event);
  const backDelays = back.map(({ event, shown }) => shown - event);
  const sent = back.map(({ event }, round) => (sentAt.get(`round-${round}`) ?? Number.NaN) - event);
  test
    .info()
    .annotations.push(
      { type: 'loss shown within ms', description: String(Math.round(Math.max(...lostDelays))) },
      { type: 'reconnection shown within ms', description: String(Math.round(Math.max(...backDelays))) },
      { type: 'sent within ms', description: String(Math.round(Math.max(...sent))) },
    );
  expect([lostDelays.length, backDelays.length]).toEqual([ROUNDS, ROUNDS]);
  // Other processes can delay one round. A wait of the app itself would delay most of them, or one for much longer.
  for (const [delays, limitMs] of [
    [lostDelays, 2000],
    [backDelays, 3000],
    [sent, 3000],
  ] as const) {
    expect(median(delays)).toBeLessThanOrEqual(limitMs);
    expect(Math.max(...delays)).toBeLessThan(SINGLE_DELAY_MS);
  }
  await expect.poll(() => customer.deliveries().then((all) => all.length)).toBe(ROUNDS);
});

test('A request that waited is announced on another screen, with a Pay button, until it is dismissed (REL-24)', async ({
  loggedIn: page,
  customer,
  context,
}) => {
  await page.goto('/');
  await installWorker(page);
  await context.setOffline(true);
  await expect(page.getByText('You are offline.')).toBeVisible();
  await completeAsCustomer(page, FROM, TO);
  await expect(waitingList(page)).toBeVisible();
  await page.getByRole('link', { name: 'FAQ' }).first().click();
  await context.setOffline(false);
  const card = page.getByRole('status').filter({ hasText: /Sent: .* to 7 Strand Road/ });
  await expect(card).toBeVisible();
  await expectOrderedOnce(customer, TO);
  await card.getByRole('link', { name: /^Pay €/ }).click();
  await expect(page).toHaveURL(/\/deliveries\/\d+\/payment$/);
  await card.getByRole('button', { name: 'Dismiss' }).click();
  await expect(card).toHaveCount(0);
});

test('Behind a captive portal the app says so and opens the page of the portal (SES-03)', async ({
  loggedIn: page,
  context,
  faultProxy,
  errorMonitor,
}) => {
  errorMonitor.allow(/sw\.js/, /MIME type/);
  await page.goto('/');
  await installWorker(page);
  faultProxy.chooseFault = () => 'portal';
  await page.reload();
  await expect(page.getByText('This network needs you to sign in.')).toBeVisible();
  await expect(page.getByText('You are offline.')).toHaveCount(0);
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open sign-in page' }).click();
  await expect((await opened).getByRole('heading', { name: 'Sign in to the train wifi' })).toBeVisible();
  faultProxy.chooseFault = () => undefined;
  await (await opened).reload();
  await expect((await opened).getByRole('heading', { name: 'You are connected' })).toBeVisible();
  await page.bringToFront();
  await expect(page.getByText('This network needs you to sign in.')).toHaveCount(0);
});
