import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test';
import * as v from 'valibot';
import { LoggedInUser } from '../../src/contract/user.ts';
import { BROWSER_ARGS, findBrowser } from '../support/find-browser.ts';
import { startSend } from '../support/send-server.ts';
import { readInteractions, TRACE_CATEGORIES, type TraceEvent } from './interaction-trace.ts';

/**
 * `npm run bench:interactions` requests a delivery as a guest, and as a customer who pays for it in the sandbox, at a
 * quarter of the processor's speed. It prints the slowest interaction of each step. It then navigates 600 times and
 * prints whether the memory grows. The first navigations load the code of each screen, so only the later numbers show a
 * leak.
 */
const CPU_SLOWDOWN = 4;
const STEP_TIMEOUT_MS = 60_000;
const NAVIGATIONS = [20, 100, 200, 400, 600];
const PICK_UP = '8 Merrion Square, Dublin';
const DROP_OFF = '21 Main Street, Bray';
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };
const DESKTOP = { viewport: { width: 1280, height: 720 } };

type Step = readonly [name: string, act: (page: Page) => Promise<void>];

/** The hosted checkout of the payment sandbox. */
const CHECKOUT_STEPS: readonly Step[] = [
  ...fieldSteps('card number', 'Card number', '4242424242424242'),
  ...fieldSteps('expiry', 'Expiry', '1234'),
  ...fieldSteps('CVC', 'CVC', '123'),
  ...fieldSteps('cardholder', 'Cardholder name', 'Aoife Brennan'),
  ['pay', pay],
];

async function measure(): Promise<void> {
  const server = await startSend();
  const browser = await chromium.launch({ executablePath: findBrowser().path, args: BROWSER_ARGS });
  try {
    const user = await register(server.url);
    await measureRequest(browser, server.url, 'guest', undefined, [
      ...wizardSteps('8'),
      ['open the contact form', (page) => press(page, 'Complete Without Account', 'First Name')],
      ...fieldSteps('first name', 'First Name', 'Una'),
      ...fieldSteps('last name', 'Last Name', 'Walsh'),
      ...fieldSteps('email', 'Email', 'una@example.ie'),
      ['submit', submitAsGuest],
    ]);
    await measureRequest(browser, server.url, 'customer', user, [
      ...wizardSteps('12'),
      ['submit', submitAsCustomer],
      ...CHECKOUT_STEPS,
    ]);
    await measureMemory(browser, server.url, user);
  } finally {
    await browser.close();
    await server.stop();
  }
}

function wizardSteps(house: string): Step[] {
  return [
    ...fieldSteps('pick-up', 'Pick-up Location', `${house} ${PICK_UP}`),
    ['close the suggestions', (page) => page.keyboard.press('Escape')],
    ...fieldSteps('drop-off', 'Drop-off Location', `${house} ${DROP_OFF}`),
    ['close the suggestions', (page) => page.keyboard.press('Escape')],
    ['continue to the package', (page) => continueTo(page, /Heavy/)],
    ['choose a size', (page) => page.getByRole('radio', { name: /Heavy/ }).check()],
    ['continue to the delivery', (page) => continueTo(page, /Express/)],
    ['choose a speed', (page) => page.getByRole('radio', { name: /Express/ }).check()],
    ['continue to the summary', continueToSummary],
  ];
}

/** The tap on a field and the keystrokes, because their aims differ. */
function fieldSteps(name: string, label: string, text: string): Step[] {
  return [
    [`tap the ${name}`, (page) => page.getByLabel(label).first().tap()],
    [`type the ${name}`, (page) => page.getByLabel(label).first().pressSequentially(text)],
  ];
}

async function measureRequest(
  browser: Browser,
  url: string,
  who: string,
  user: LoggedInUser | undefined,
  steps: readonly Step[],
): Promise<void> {
  const context = await openContext(browser, url, user, PHONE);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await openHydrated(page, url);
  const stopTracing = await startTracing(session);
  for (const [index, [, act]] of steps.entries()) {
    await page.evaluate((name) => performance.mark(name), `step-${index}`);
    await act(page);
    // An interaction lasts until its frame is painted.
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))));
  }
  const interactions = readInteractions(await stopTracing());
  await context.close();
  console.info(`\n${who}, at a quarter of the processor's speed: the slowest interaction of each step`);
  console.info(`${'step'.padEnd(28)} ${'duration'.padStart(10)} ${'processor time'.padStart(16)}`);
  for (const [index, [name]] of steps.entries()) {
    printRow(
      name,
      interactions.filter(({ step }) => step === `step-${index}`),
    );
  }
  printRow('worst', interactions);
}

function printRow(name: string, interactions: readonly { durationMs: number; processorMs: number }[]): void {
  const worst = (values: number[]) => `${Math.max(0, ...values).toFixed(0)} ms`;
  const duration = worst(interactions.map(({ durationMs }) => durationMs));
  const processor = worst(interactions.map(({ processorMs }) => processorMs));
  console.info(`${name.padEnd(28)} ${duration.padStart(10)} ${processor.padStart(16)}`);
}

/** Navigates between the screens without reloading the page. */
async function measureMemory(browser: Browser, url: string, user: LoggedInUser): Promise<void> {
  const context = await openContext(browser, url, user, DESKTOP);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await openHydrated(page, url);
  console.info('\nmemory after navigations between the screens of a customer');
  const links = ['Deliveries', 'Tracking', 'FAQ', 'Send'];
  let count = 0;
  for (const total of NAVIGATIONS) {
    for (; count < total; count += 1) {
      const name = links[count % links.length] ?? '';
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
      await link.evaluate((element) => element instanceof HTMLElement && element.click());
      await page
        .locator('nav a[aria-current="page"]', { hasText: name })
        .first()
        .waitFor({ state: 'attached' });
      await page.locator('h1').waitFor();
    }
    console.info(`${String(total).padStart(4)}  ${await describeMemory(session)}`);
  }
  await context.close();
}

async function describeMemory(session: CDPSession): Promise<string> {
  for (let run = 0; run < 3; run += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const { detachedNodes } = await session.send('DOM.getDetachedDomNodes');
  const heap = `${(usedSize / 1024 / 1024).toFixed(2)} MB`;
  return `heap ${heap}, ${nodes} nodes, ${detachedNodes.length} detached trees, ${jsEventListeners} listeners`;
}

async function startTracing(session: CDPSession): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) events.push(event);
  });
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: TRACE_CATEGORIES },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    return events;
  };
}

function openContext(
  browser: Browser,
  origin: string,
  user: LoggedInUser | undefined,
  device: BrowserContextOptions,
): Promise<BrowserContext> {
  const localStorage = user ? [{ name: 'user', value: JSON.stringify(user) }] : [];
  return browser.newContext({
    ...device,
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
}

async function openHydrated(page: Page, url: string): Promise<void> {
  page.setDefaultTimeout(STEP_TIMEOUT_MS);
  await page.goto(url);
  await page.locator('html[data-live]').waitFor({ state: 'attached' });
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

async function press(page: Page, button: string, field: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).tap();
  await page.getByLabel(field).first().waitFor();
}

async function continueTo(page: Page, radio: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Continue', exact: true }).tap();
  await page.getByRole('radio', { name: radio }).waitFor({ state: 'attached' });
}

async function continueToSummary(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue', exact: true }).tap();
  await page.getByText(PICK_UP).first().waitFor();
}

async function submitAsGuest(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Complete', exact: true }).tap();
  await page.getByText('Delivery created').waitFor();
}

async function submitAsCustomer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Complete Request' }).tap();
  await page.getByLabel('Card number').waitFor();
}

async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay / }).tap();
  await page.getByRole('heading', { name: 'Payment Successful' }).waitFor();
}

async function register(origin: string): Promise<LoggedInUser> {
  const response = await fetch(`${origin}/api/users/create/send`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Aoife Brennan',
      phoneNumber: '+353 87 123 4567',
      email: 'aoife@example.ie',
      password: 'correct horse',
    }),
  });
  return v.parse(LoggedInUser, await response.json());
}

await measure();
