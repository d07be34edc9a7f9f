import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { SAVED_MESSAGE } from '../e2e/support/submit.ts';
import { fillPlaces } from '../e2e/support/wizard.ts';
import { TABS } from './offline-device.ts';
import { type BenchContext, distributeOverTabs, newRequest } from './offline-fault-injection.ts';
import type { BenchRequest } from './offline-tab.ts';

export type Outage = {
  requests: BenchRequest[];
  /** Milliseconds from the click on the wizard's button until the page says that the request is saved. */
  taps: number[];
  /** Milliseconds from the return of the network until the device has nothing to send. */
  drainMs: number;
};

const BUTTON = 'Complete Request';
const POLL_INTERVAL_MS = 50;
const DRAIN_TIMEOUT_MS = 120_000;

/**
 * Submits while the network is down, some requests with the wizard and the others as under fault injection. Then the
 * network returns without faults.
 */
export async function measureOutage(context: BenchContext, count: number, tapCount: number): Promise<Outage> {
  const { device, network } = context;
  network.disconnect();
  await device.setOffline(true);
  const requests = Array.from({ length: count }, (_, index) => newRequest(index, false));
  const taps: number[] = [];
  // All tabs submit at the same moment: a request saved by one must not replace that of another.
  for (let first = 0; first < tapCount; first += TABS) {
    const now = requests.slice(first, Math.min(first + TABS, tapCount));
    taps.push(
      ...(await Promise.all(
        now.map((request, tab) => device.inTab(tab, (page) => measureTap(page, request))),
      )),
    );
  }
  await Promise.all(
    distributeOverTabs(requests.slice(tapCount)).map((share, tab) =>
      device.inTab(tab, (page) => page.evaluate((list) => sendBench.submit(list), share)),
    ),
  );
  const waiting = () => device.inTab(0, async (page) => page.evaluate(() => sendBench.standing()));
  // A request that is already missing here is counted as lost in the report.
  console.info(`${(await waiting()).waiting} wait for the network`);
  const started = performance.now();
  network.passThrough();
  await device.setOffline(false);
  while ((await waiting()).waiting > 0 && performance.now() - started < DRAIN_TIMEOUT_MS) {
    await pause(POLL_INTERVAL_MS);
  }
  return { requests, taps, drainMs: performance.now() - started };
}

async function measureTap(page: Page, { pickUp, dropOff }: BenchRequest): Promise<number> {
  await page.goto('/');
  await fillPlaces(page, pickUp, dropOff);
  await page.getByRole('button', { name: 'Fast forward' }).click();
  const measured = page.evaluate(([button, sentence]) => sendBench.fromPressTo(button, sentence), [
    BUTTON,
    SAVED_MESSAGE,
  ] as const);
  await page.getByRole('button', { name: BUTTON }).click();
  return measured;
}
