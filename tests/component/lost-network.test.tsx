import { afterEach, beforeEach, expect, test } from 'vitest';
import { enqueue, readEntry } from '../../src/outbox/queue.ts';
import { deliveryRequest } from '../offline/fake-server.ts';
import { AOIFE } from '../support/account-fixtures.ts';
import {
  asCustomer,
  claimOnLine,
  closeTabs,
  elapse,
  type FakeNetwork,
  freshDevice,
  html,
  openTab,
  reject,
  turns,
} from './fake-network.ts';

const hang = () => new Promise<never>(() => undefined);
let network: FakeNetwork;
let tab: Awaited<ReturnType<typeof openTab>>;
const isReachable = () => tab.useApp.getState().isReachable;

beforeEach(async () => {
  network = await freshDevice(AOIFE);
  tab = await openTab();
  await elapse(500);
  expect(isReachable()).toBe(true);
});
afterEach(closeTabs);

test('a late response to a call from before the loss does not mark the server as reachable (SES-03)', async () => {
  let arrive = (_response: Response): void => undefined;
  network.read = () =>
    new Promise((resolve) => {
      arrive = resolve;
    });
  const call = tab.call('listAddresses', { isQuiet: true });
  await turns();
  network.everything = reject;
  claimOnLine(false);
  await elapse(500);
  expect(isReachable()).toBe(false);
  arrive(Response.json([]));
  expect((await call).ok).toBe(true);
  await elapse(1000);
  expect(isReachable()).toBe(false);
});

test('a reconnection is noticed after a loss that was noticed before the services started (SES-03, REL-05)', async () => {
  network.everything = reject;
  tab = await openTab(async () => {
    const { call } = await import('../../src/api/client.ts');
    await call('listAddresses', { isQuiet: true });
    await turns();
  });
  await elapse(500);
  expect(isReachable()).toBe(false);
  network.everything = undefined;
  await elapse(3000);
  expect(isReachable()).toBe(true);
});

test('the offline state is shown although a health check hangs (SES-03)', async () => {
  network.everything = hang;
  claimOnLine(false);
  await elapse(1000);
  expect(isReachable()).toBe(false);
});

test('a health check from before the loss is replaced, and its late result is ignored (SES-03)', async () => {
  let arrive = (_response: Response): void => undefined;
  network.health = () =>
    new Promise((resolve) => {
      arrive = resolve;
    });
  window.dispatchEvent(new Event('online'));
  await turns();
  const late = arrive;
  network.everything = reject;
  claimOnLine(false);
  late(Response.json({ status: 'ok' }));
  await elapse(1000);
  expect(isReachable()).toBe(false);
});

test('the body of a health check is read completely, which frees its connection (SES-03)', async () => {
  const responses: Response[] = [];
  network.health = () => {
    const response = Response.json({ status: 'ok' });
    responses.push(response);
    return response;
  };
  window.dispatchEvent(new Event('online'));
  await elapse(500);
  expect(responses.map(({ bodyUsed }) => bodyUsed)).toEqual([true]);
});

test('checks continue although the first one after the offline event succeeds (SES-03)', async () => {
  claimOnLine(false);
  await turns();
  network.everything = reject;
  await elapse(1500);
  expect(isReachable()).toBe(false);
});

test('a network that hangs after the first successful check is reported as lost (SES-03)', async () => {
  claimOnLine(false);
  await turns();
  network.everything = hang;
  await elapse(10_000);
  expect(isReachable()).toBe(false);
});

test('the online event of the browser ends the checks (SES-03)', async () => {
  let checks = 0;
  network.health = () => {
    checks += 1;
    return Response.json({ status: 'ok' });
  };
  claimOnLine(false);
  await elapse(3000);
  expect(checks).toBeGreaterThan(1);
  claimOnLine(true);
  await elapse(500);
  const checksBefore = checks;
  await elapse(20_000);
  expect(checks).toBe(checksBefore);
});

test('a wrong offline event never shows the offline state while the server responds (SES-03)', async () => {
  const said: boolean[] = [];
  tab.useApp.subscribe((app) => said.push(app.isReachable));
  claimOnLine(false);
  await elapse(5000);
  expect(said).not.toContain(false);
});

test('a late response corrects a wrong offline event (SES-03)', async () => {
  let arrive = (_response: Response): void => undefined;
  network.health = () =>
    new Promise((resolve) => {
      arrive = resolve;
    });
  claimOnLine(false);
  await elapse(1000);
  expect(isReachable()).toBe(false);
  arrive(Response.json({ status: 'ok' }));
  await elapse(500);
  expect(isReachable()).toBe(true);
});

test.each([
  ['a gateway’s 502', html(502)],
  ['a gateway’s 504', html(504)],
  ['our own 503', () => Response.json({ title: 'SERVICE_UNAVAILABLE' }, { status: 503 })],
])('%s counts as a response, and the app is not shown as offline (SES-03)', async (_what, response) => {
  network.everything = response;
  await tab.call('listAddresses');
  window.dispatchEvent(new Event('online'));
  await elapse(5000);
  expect(isReachable()).toBe(true);
  expect(tab.useAlerts.getState().list.map(({ title }) => title)).toEqual([
    'Something went wrong with the server',
  ]);
});

test('a call that an extension blocks is shown as failed and not as offline (SES-03)', async () => {
  network.read = reject;
  await tab.call('editUser', { body: { name: 'Aoife' } });
  await elapse(2000);
  expect(isReachable()).toBe(true);
  expect(tab.useAlerts.getState().list.map(({ title }) => title)).toEqual(['Something went wrong']);
});

test('a captive portal is recognized by its page or its redirect until it grants access (SES-03)', async () => {
  const isPortal = () => tab.useApp.getState().needsNetworkSignIn;
  network.everything = html(200);
  await tab.call('listAddresses');
  await elapse(500);
  expect([isPortal(), isReachable()]).toEqual([true, true]);
  network.everything = undefined;
  await elapse(2500);
  expect(isPortal()).toBe(false);
  expect(tab.useAlerts.getState().list).toEqual([]);
});

test('a read that gets the page of a slow captive portal says so, and blames no server (SES-03, TRK-16)', async () => {
  network.everything = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return html(200)();
  };
  const { lookUpPackage } = await import('../../src/use-cases/tracking/look-up-package.ts');
  const lookup = lookUpPackage('aa622552-c285-4e5e-a047-81d56c839edd');
  await elapse(6000);
  expect(await lookup).toMatchObject({ kind: 'failed', failure: { cause: 'portal' } });
});

test('a static host that returns its page for every path is no captive portal to a guest (SES-03)', async () => {
  closeTabs();
  network = await freshDevice(null);
  tab = await openTab();
  network.health = html(200);
  window.dispatchEvent(new Event('online'));
  await elapse(500);
  expect(tab.useApp.getState()).toMatchObject({ needsNetworkSignIn: false, isReachable: true });
});

test('a slow network does not count as offline, and a read is aborted only after a minute (CAL-02, SES-03)', async () => {
  network.everything = hang;
  const call = tab.call('listAddresses', { isQuiet: true });
  window.dispatchEvent(new Event('online'));
  await elapse(59_000);
  expect(isReachable()).toBe(true);
  await elapse(1500);
  expect(await call).toEqual({ ok: false, failure: { kind: 'offline' } });
  await elapse(9000);
  expect(isReachable()).toBe(false);
});

test('100 times, a loss is shown within 2 s, and a reconnection is shown and used within 3 s (SES-03, REL-05)', async () => {
  let changedAt = 0;
  tab.useApp.subscribe((now, before) => {
    if (now.isReachable !== before.isReachable) changedAt = Date.now();
  });
  for (let round = 0; round < 100; round++) {
    // A read from before the loss may end in three ways: its response arrives late, it fails, or it hangs.
    let arrive = (_response: Response): void => undefined;
    network.read = () =>
      new Promise((resolve) => {
        arrive = resolve;
      });
    void tab.call('listAddresses', { isQuiet: true });
    await turns(3);
    network.everything = round % 3 === 0 ? hang : reject;
    const goneAt = Date.now();
    claimOnLine(false);
    if (round % 2 === 0) arrive(Response.json([]));
    await elapse(1500);
    expect(isReachable(), `lost, round ${round}`).toBe(false);
    expect(changedAt - goneAt).toBeLessThanOrEqual(2000);
    const key = `round-${round}`;
    const attempted = tab.submitDeliveryRequest(key, {
      kind: 'createDeliveryRequest',
      body: deliveryRequest({ deliveryNote: key }),
    });
    if (round % 4 === 0) arrive(Response.json([]));
    await elapse(2500);
    expect(await attempted).toEqual({ kind: 'queued' });

    const backAt = Date.now();
    network.read = () => Response.json([]);
    let failures = round % 2;
    network.everything = undefined;
    network.health = () => (failures-- > 0 ? reject() : Response.json({ status: 'ok' }));
    claimOnLine(true);
    await elapse(2500);
    expect(isReachable(), `back, round ${round}`).toBe(true);
    expect(changedAt - backAt).toBeLessThanOrEqual(3000);
    expect((await readEntry(key))?.state, `sent, round ${round}`).toBe('sent');
  }
  expect(network.createdKeys).toEqual(Array.from({ length: 100 }, (_, round) => `round-${round}`));
});

test('a request that failed before the loss is sent once after reconnecting, without waiting for its back-off (REL-02, REL-05)', async () => {
  network.create = () => Response.json({ title: 'SERVICE_UNAVAILABLE' }, { status: 503 });
  await enqueue('key-1', AOIFE.email, asCustomer);
  window.dispatchEvent(new Event('online'));
  await elapse(10_000);
  const attempts = network.creates;
  network.everything = reject;
  claimOnLine(false);
  await elapse(1000);
  network.everything = undefined;
  claimOnLine(true);
  await elapse(1500);
  expect(network.creates).toBe(attempts + 1);
  await elapse(5000);
  expect(network.creates).toBe(attempts + 1);
});
