import { test as base, expect, type Page } from '@playwright/test';
import { FaultProxy } from '../support/fault-proxy.ts';
import { type SendServer, startSend } from '../support/send-server.ts';
import { type Customer, registerCustomer, signInOn } from './support/customer.ts';
import { Gate } from './support/gate.ts';
import { Operator } from './support/operator.ts';
import { Watch } from './support/watch.ts';

type PerTest = {
  /** What goes wrong in any page of the test; a test allows what it provokes itself. */
  watch: Watch;
  /** The dispatch office, by the operator API. */
  operator: Operator;
  /** Somebody who has just registered. */
  customer: Customer;
  /** The network before the server; a test that pulls it opens its pages through it (`baseURL`). */
  gate: Gate;
  /** A network that answers what it is told to; a test opens its pages through it, as through `gate`. */
  weather: FaultProxy;
  /** A page of a visitor without an account. */
  guest: Page;
  /** A page of `customer`, signed in. */
  signedIn: Page;
};
type PerWorker = { demo: boolean; server: SendServer };

/** Every worker has a server and a database of its own; every test its own customer. */
export const test = base.extend<PerTest, PerWorker>({
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
  watch: [
    async ({ context, server }, use) => {
      const watch = new Watch(context);
      await use(watch);
      expect(watch.unexpected(), 'console, page and CSP errors').toEqual([]);
      expect(server.takeFaults(), 'faults that the server logged').toEqual([]);
    },
    { auto: true },
  ],
  operator: async ({ server }, use) => use(new Operator(server)),
  customer: async ({ server }, use) => use(await registerCustomer(server.url)),
  gate: async ({ server }, use) => {
    const gate = await Gate.before(server.url);
    await use(gate);
    gate.close();
  },
  weather: async ({ server }, use) => {
    const proxy = await FaultProxy.before(server.url);
    await use(proxy);
    proxy.close();
  },
  guest: async ({ page }, use) => use(page),
  signedIn: async ({ page, customer, baseURL, server }, use) => {
    await signInOn(page, baseURL ?? server.url, customer);
    await use(page);
  },
});

export { expect };
