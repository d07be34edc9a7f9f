import { test as base, expect } from '@playwright/test';
import { type Customer, registerCustomer } from '../e2e/support/customer.ts';
import { NetworkSwitch } from '../e2e/support/network-switch.ts';
import { Operator } from '../e2e/support/operator.ts';
import { FaultProxy } from '../support/fault-proxy.ts';
import { type SendServer, startSend } from '../support/send-server.ts';
import { AppPage } from './support/app-page.ts';
import { startFirefox } from './support/firefox.ts';
import { startWebKit } from './support/webkit.ts';

type TestFixtures = {
  app: AppPage;
  networkSwitch: NetworkSwitch;
  faultProxy: FaultProxy;
  customer: Customer;
  operator: Operator;
};
type WorkerFixtures = {
  engineName: 'Firefox' | 'WebKitGTK';
  serverEnv: Record<string, string>;
  sendServer: SendServer;
};

/** Starts one server per worker. Each test gets a browser with empty storage behind a network switch and a fault proxy. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  engineName: ['Firefox', { option: true, scope: 'worker' }],
  serverEnv: [{}, { option: true, scope: 'worker' }],
  sendServer: [
    async ({ serverEnv }, use) => {
      const server = await startSend(serverEnv);
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  faultProxy: async ({ sendServer }, use) => {
    const proxy = await FaultProxy.inFrontOf(sendServer.url);
    await use(proxy);
    proxy.close();
  },
  networkSwitch: async ({ faultProxy }, use) => {
    const networkSwitch = await NetworkSwitch.inFrontOf(faultProxy.url);
    await use(networkSwitch);
    networkSwitch.close();
  },
  customer: async ({ sendServer }, use) => use(await registerCustomer(sendServer.url)),
  operator: async ({ sendServer }, use) => use(new Operator(sendServer)),
  app: async ({ engineName, networkSwitch }, use, testInfo) => {
    const engine = await (engineName === 'Firefox' ? startFirefox() : startWebKit());
    await use(new AppPage(engine, networkSwitch.url));
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('page', { body: await engine.screenshot(), contentType: 'image/png' });
    }
    await engine.close();
  },
});

export { expect };
