import { test as base, expect, type Page } from '@playwright/test';
import { FaultProxy } from '../support/fault-proxy.ts';
import { type SendServer, startSend } from '../support/send-server.ts';
import { type Customer, registerCustomer, storeSession } from './support/customer.ts';
import { ErrorMonitor } from './support/error-monitor.ts';
import { NetworkSwitch } from './support/network-switch.ts';
import { Operator } from './support/operator.ts';

type TestFixtures = {
  /** Records the errors of all pages of the test. A test allows the errors that it causes itself. */
  errorMonitor: ErrorMonitor;
  /** Acts as an operator through the operator API. */
  operator: Operator;
  /** A customer who has just registered. */
  customer: Customer;
  /** The connection to the server, which a test can cut. Such a test opens its pages through it (`baseURL`). */
  networkSwitch: NetworkSwitch;
  /** A network whose responses a test defines. The test opens its pages through it, as through `networkSwitch`. */
  faultProxy: FaultProxy;
  /** A page of a guest. */
  guest: Page;
  /** A page on which `customer` is logged in. */
  loggedIn: Page;
};
type WorkerFixtures = { demo: boolean; server: SendServer };

/** Each worker has its own server and database, and each test its own customer. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  demo: [false, { option: true, scope: 'worker' }],
  server: [
    async ({ demo }, use) => {
      const server = await startSend(demo ? { DEMO: '1' } : {});
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  errorMonitor: [
    async ({ context, server }, use) => {
      const errorMonitor = new ErrorMonitor(context);
      await use(errorMonitor);
      expect(errorMonitor.unexpected(), 'console, page and CSP errors').toEqual([]);
      expect(server.takeErrors(), 'faults that the server logged').toEqual([]);
    },
    { auto: true },
  ],
  operator: async ({ server }, use) => use(new Operator(server)),
  customer: async ({ server }, use) => use(await registerCustomer(server.url)),
  networkSwitch: async ({ server }, use) => {
    const networkSwitch = await NetworkSwitch.inFrontOf(server.url, server.tiles);
    await use(networkSwitch);
    networkSwitch.close();
  },
  faultProxy: async ({ server }, use) => {
    const proxy = await FaultProxy.inFrontOf(server.url);
    await use(proxy);
    proxy.close();
  },
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page);
    page.goto = async (...target) => {
      await removeOverlayEntries(page);
      return goto(...target);
    };
    await use(page);
  },
  guest: async ({ page }, use) => use(page),
  loggedIn: async ({ page, customer, baseURL, server }, use) => {
    await storeSession(page, baseURL ?? server.url, customer);
    await use(page);
  },
});

/**
 * Waits until the browser has removed the entries of dialogs that are gone, because that would abort a navigation that a
 * test starts faster than a user can. (LAY-46)
 */
async function removeOverlayEntries(page: Page): Promise<void> {
  const hasEntry = () => history.state?.overlay > 0 && document.querySelector('[role="dialog"]') === null;
  // A page that is being left cannot be asked.
  await expect.poll(() => page.evaluate(hasEntry).catch(() => false)).toBe(false);
}

export { expect };
