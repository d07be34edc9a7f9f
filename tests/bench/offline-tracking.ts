import type { Page } from '@playwright/test';
import type { Device } from './offline-device.ts';
import type { NetworkConditions } from './offline-network.ts';
import type { BenchServer } from './offline-server.ts';

export type Tracking = { warm: number[]; hanging: number[] };

/**
 * Measures how long the cached page of a tracked parcel takes with a network that responds, and with one on which
 * every request hangs. The rounds alternate, so that a busy moment of the machine affects both.
 */
export async function measureTracking(
  device: Device,
  server: BenchServer,
  network: NetworkConditions,
  rounds: number,
): Promise<Tracking> {
  network.passThrough();
  const guid = await server.createTrackableOrder();
  const page = await device.firstVisit();
  const visit = () => measureVisit(page, `/tracking?guid=${guid}`);
  await visit();
  await page.waitForLoadState('networkidle');
  const times: Tracking = { warm: [], hanging: [] };
  for (let round = 0; round < rounds; round++) {
    network.passThrough();
    times.warm.push(await visit());
    network.hangAll();
    times.hanging.push(await visit());
  }
  network.passThrough();
  await device.close();
  return times;
}

async function measureVisit(page: Page, path: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(path, { waitUntil: 'commit' });
  const time = await page.evaluate(() => sendBench.untilTracked);
  if (time === undefined) throw new Error(`${page.url()} is no tracking page`);
  return time;
}
