import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FaultProxy } from '../support/fault-proxy.ts';
import { startTiles } from '../support/tile-server.ts';
import { seconds } from './format-duration.ts';
import { Device } from './offline-device.ts';
import { type Disruption, runUnderFaults } from './offline-fault-injection.ts';
import { createRandom, NetworkConditions } from './offline-network.ts';
import { measureOutage } from './offline-outage.ts';
import { countLosses, printReport, type Results } from './offline-report.ts';
import { BenchServer } from './offline-server.ts';
import { buildTabScript } from './offline-tab-script.ts';
import { measureTracking } from './offline-tracking.ts';

/**
 * `npm run bench:offline` counts how many requests are lost or ordered twice when four tabs submit a thousand of them
 * over a network that injects a fault into a third of the requests, while browser and server are killed. It also
 * measures how long a user waits. `-- --brief` does the same with a hundred requests, as a part of `npm test`.
 */
type Plan = {
  requests: number;
  inOutage: number;
  taps: number;
  rounds: number;
  mostWaiting: number;
  disruptions: Disruption[];
};
const LONG: Plan = {
  requests: 1000,
  inOutage: 100,
  taps: 20,
  rounds: 15,
  mostWaiting: 40,
  disruptions: Array.from({ length: 5 }, (): Disruption[] => ['browser', 'server', 'session']).flat(),
};
const BRIEF: Plan = {
  requests: 100,
  inOutage: 24,
  taps: 4,
  rounds: 1,
  mostWaiting: 12,
  disruptions: ['browser', 'server', 'session', 'browser', 'server'],
};

async function bench(isBrief: boolean, seed: number): Promise<Results> {
  const plan = isBrief ? BRIEF : LONG;
  const folder = mkdtempSync(join(tmpdir(), 'send-bench-'));
  const tiles = await startTiles();
  const server = new BenchServer(join(folder, 'data'), tiles.url);
  await server.start();
  const proxy = await FaultProxy.inFrontOf(server.url);
  const random = createRandom(seed);
  const network = new NetworkConditions(proxy, random, isBrief);
  const script = await buildTabScript();
  const guests = new Device(join(folder, 'guest'), proxy.url, script);
  const device = new Device(join(folder, 'customer'), proxy.url, script);
  try {
    const user = await server.register();
    const context = { server, proxy, network, device, user, random };
    const tracking = await measureTracking(guests, server, network, plan.rounds);
    proxy.injectedCounts.clear();
    await device.openTabs(user);
    const faultRun = await runUnderFaults(
      context,
      plan.requests - plan.inOutage,
      plan.disruptions,
      plan.mostWaiting,
    );
    const faults = new Map(proxy.injectedCounts);
    console.info(`fault injection took ${seconds(faultRun.durationMs)}`);
    const outage = await measureOutage(context, plan.inOutage, plan.taps);
    const requests = [...faultRun.requests, ...outage.requests];
    const ordered = await server.ordered(user.jwtToken);
    return {
      seed,
      faults,
      tracking,
      faultRun,
      outage,
      requests,
      ordered,
      written: [...device.saved.values()],
    };
  } finally {
    await Promise.all([guests.close(), device.close()]);
    proxy.close();
    await server.stop();
    tiles.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000);
const results = await bench(process.argv.includes('--brief'), seed);
printReport(results);
const { lost, duplicated } = countLosses(results);
process.exitCode = lost + duplicated === 0 ? 0 : 1;
