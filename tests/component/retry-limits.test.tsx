import { afterEach, describe, expect, test } from 'vitest';
import { enqueue, readEntry } from '../../src/outbox/queue.ts';
import { AOIFE } from '../support/account-fixtures.ts';
import {
  asCustomer,
  asGuest,
  closeTabs,
  elapse,
  freshDevice,
  html,
  openTab,
  reject,
  startWorker,
  wakeWorker,
} from './fake-network.ts';

/** The response to every create during the failure. An extension that blocks it does not affect the health check. */
const FAILURES: Record<string, () => Response> = {
  'a gateway that returns 502 with HTML': html(502),
  'a firewall that returns 403 with HTML': html(403),
  'a gateway that returns 504 with HTML': html(504),
  'a captive portal that returns 200 with HTML': html(200),
  'a connection that is reset, or an extension that blocks it': reject,
  'a server that returns 503 with JSON': () =>
    Response.json({ title: 'SERVICE_UNAVAILABLE' }, { status: 503 }),
  'a server that asks to come back at once': () =>
    Response.json({ title: 'SERVICE_UNAVAILABLE' }, { status: 503, headers: { 'retry-after': '0' } }),
};

afterEach(closeTabs);

describe.each([
  ['a customer', AOIFE, asCustomer],
  ['a guest', null, asGuest],
] as const)(
  'The request of %s is tried at most six times in 30 s, and sent once afterwards (REL-02, REL-05)',
  (_who, account, intent) => {
    test.each(Object.entries(FAILURES))(
      'against %s, from two tabs and the worker',
      async (_what, failure) => {
        const network = await freshDevice(account);
        network.create = failure;
        await enqueue('key-1', account?.email ?? null, intent);
        await openTab();
        await openTab();
        await startWorker();
        for (let seconds = 0; seconds < 30; seconds += 5) {
          wakeWorker();
          document.dispatchEvent(new Event('visibilitychange'));
          window.dispatchEvent(new Event('online'));
          await elapse(5000);
        }
        expect(network.creates).toBeGreaterThanOrEqual(4);
        expect(network.creates).toBeLessThanOrEqual(6);

        // A page that is opened again continues the same wait.
        await openTab();
        await elapse(5 * 60_000);
        expect(network.creates).toBeLessThanOrEqual(6 + 7);

        network.create = undefined;
        await elapse(60_000);
        expect((await readEntry('key-1'))?.state).toBe('sent');
        await elapse(120_000);
        expect(network.createdKeys).toEqual(['key-1']);
      },
    );

    test('against a network that comes and goes every second', async () => {
      const network = await freshDevice(account);
      let checks = 0;
      network.create = reject;
      network.health = () => (++checks % 2 === 0 ? Response.json({ status: 'ok' }) : reject());
      await enqueue('key-1', account?.email ?? null, intent);
      await openTab();
      await openTab();
      await elapse(30_000);
      expect(network.creates).toBeGreaterThanOrEqual(4);
      expect(network.creates).toBeLessThanOrEqual(6);
      network.create = undefined;
      network.health = () => Response.json({ status: 'ok' });
      await elapse(60_000);
      expect(network.createdKeys).toEqual(['key-1']);
    });
  },
);

test('a page waits longer after each attempt: 1, 2, 5, 15, 30 and then 60 s, less up to a fifth (REL-02)', async () => {
  const network = await freshDevice(AOIFE);
  const attemptedAt: number[] = [];
  network.create = () => {
    attemptedAt.push(Date.now());
    return Response.json({ title: 'SERVICE_UNAVAILABLE' }, { status: 503 });
  };
  await enqueue('key-1', AOIFE.email, asCustomer);
  await openTab();
  await elapse(4 * 60_000);
  const waits = attemptedAt.slice(1).map((at, index) => at - (attemptedAt[index] ?? 0));
  const STEPS = [1000, 2000, 5000, 15_000, 30_000, 60_000, 60_000];
  for (const [index, step] of STEPS.entries()) {
    expect(waits[index], `wait ${index + 1}`).toBeGreaterThanOrEqual(0.8 * step);
    // The clock of this test advances in steps of half a second.
    expect(waits[index], `wait ${index + 1}`).toBeLessThanOrEqual(step + 1000);
  }
});
