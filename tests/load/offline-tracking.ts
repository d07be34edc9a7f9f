import type { Page } from '@playwright/test';
import type { Device } from './offline-device.ts';
import type { BenchServer } from './offline-server.ts';
import type { Weather } from './offline-weather.ts';

export type Tracking = { warm: number[]; hanging: number[] };

/**
 * How long the page of a tracked parcel takes on a device that has seen it: with a network that answers, and with
 * one on which every request hangs. Turn about, so that a busy moment of the machine meets both.
 */
export async function measureTracking(
  device: Device,
  server: BenchServer,
  weather: Weather,
  rounds: number,
): Promise<Tracking> {
  weather.calm();
  const guid = await server.trackable();
  const page = await device.firstVisit();
  const visit = () => timeToSee(page, `/tracking?guid=${guid}`);
  await visit();
  await page.waitForLoadState('networkidle');
  const times: Tracking = { warm: [], hanging: [] };
  for (let round = 0; round < rounds; round++) {
    weather.calm();
    times.warm.push(await visit());
    weather.hang();
    times.hanging.push(await visit());
  }
  weather.calm();
  await device.close();
  return times;
}

async function timeToSee(page: Page, path: string): Promise<number> {
  await page.goto('about:blank');
  await page.goto(path, { waitUntil: 'commit' });
  const time = await page.evaluate(() => sendBench.untilTracked);
  if (time === undefined) throw new Error(`${page.url()} is no tracking page`);
  return time;
}
