import { test as base, expect } from '@playwright/test';
import { type Customer, registerCustomer } from '../e2e/support/customer.ts';
import { Gate } from '../e2e/support/gate.ts';
import { Operator } from '../e2e/support/operator.ts';
import { FaultProxy } from '../support/fault-proxy.ts';
import { type SendServer, startSend } from '../support/send-server.ts';
import { App } from './support/app.ts';
import { startFirefox } from './support/firefox.ts';
import { startWebKit } from './support/webkit.ts';

type PerTest = { app: App; gate: Gate; weather: FaultProxy; customer: Customer; operator: Operator };
type PerWorker = {
  engineName: 'Firefox' | 'WebKitGTK';
  serverEnv: Record<string, string>;
  sendServer: SendServer;
};

/** A server for each worker; a browser with empty storage, behind a gate and the weather, for each test. */
export const test = base.extend<PerTest, PerWorker>({
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
  weather: async ({ sendServer }, use) => {
    const proxy = await FaultProxy.before(sendServer.url);
    await use(proxy);
    proxy.close();
  },
  gate: async ({ weather }, use) => {
    const gate = await Gate.before(weather.url);
    await use(gate);
    gate.close();
  },
  customer: async ({ sendServer }, use) => use(await registerCustomer(sendServer.url)),
  operator: async ({ sendServer }, use) => use(new Operator(sendServer)),
  app: async ({ engineName, gate }, use, testInfo) => {
    const engine = await (engineName === 'Firefox' ? startFirefox() : startWebKit());
    await use(new App(engine, gate.url));
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('page', { body: await engine.screenshot(), contentType: 'image/png' });
    }
    await engine.close();
  },
});

export { expect };
