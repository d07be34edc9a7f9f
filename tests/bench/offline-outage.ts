import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { SAVED_MESSAGE } from '../e2e/support/submit.ts';
import { fillPlaces } from '../e2e/support/wizard.ts';
import { TABS } from './offline-device.ts';
import { type BenchContext, distributeOverTabs, newRequest } from './offline-fault-injection.ts';
import type { BenchRequest } from './offline-tab.ts';

export type Outage = {
  wanted: BenchRequest[];
  /** Milliseconds from the tap on the wizard's button until the page says that the request is saved. */
  taps: number[];
  /** Milliseconds from the network's return until the device has nothing to send. */
  drainMs: number;
};

const BUTTON = 'Complete Request';
const POLL_INTERVAL_MS = 50;
const DRAIN_TIMEOUT_MS = 120_000;

/**
 * Submits while nothing comes through, some by the wizard itself, and the rest as in the storm; then the network is
 * back, and is good.
 */
export async function measureOutage(context: BenchContext, count: number, tapCount: number): Promise<Outage> {
  const { device, network } = context;
  network.disconnect();
  await device.setOffline(true);
  const requests = Array.from({ length: count }, (_, index) => newRequest(index, false));
  const taps: number[] = [];
  // In all tabs at the same moment: what one says is saved must not take another's place.
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
  // What is missing here already is found among the lost.
  console.info(`${(await waiting()).waiting} wait for the network`);
  const started = performance.now();
  network.passThrough();
  await device.setOffline(false);
  while ((await waiting()).waiting > 0 && performance.now() - started < DRAIN_TIMEOUT_MS) {
    await pause(POLL_INTERVAL_MS);
  }
  return { wanted: requests, taps, drainMs: performance.now() - started };
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
