import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBalancer } from '../support/balancer.ts';
import { createDatabase } from '../support/databases.ts';
import { type SpawnedServer, spawnServer } from '../support/spawned-server.ts';

const PROCESSES = 3;
/** Set SEND_RESTARTS=9 for a longer measurement. */
const RESTARTS = Number(process.env.SEND_RESTARTS ?? 3);
const CLIENTS = 6;
const PAUSE_MS = 100;

let database: Awaited<ReturnType<typeof createDatabase>>;
let dataDir: string;
let servers: SpawnedServer[];
let urls: string[];
const start = () =>
  spawnServer({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SESSION_SECRET: 's'.repeat(32),
    SHUTDOWN_DELAY: '1',
  });

beforeAll(async () => {
  database = await createDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'send-data-'));
  servers = Array.from({ length: PROCESSES }, start);
  urls = await Promise.all(servers.map((server) => server.url));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGKILL')));
  rmSync(dataDir, { recursive: true, force: true });
  await database.drop();
});

test(`${RESTARTS} rolling restarts behind a proxy fail no request`, async () => {
  const balancer = await startBalancer(urls);
  await expect.poll(balancer.ready).toBe(PROCESSES);
  const statuses = new Map<number, number>();
  let isStopped = false;
  const body = JSON.stringify({ firstName: 'A', lastName: 'B', email: '', pickup: 'Bray', dropoff: 'Cork' });
  const post = async () => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${balancer.url}/hook/status/submit-to-zapier`, {
      method: 'POST',
      headers,
      body,
    });
    await response.text();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  };
  const clients = Array.from({ length: CLIENTS }, async () => {
    // A client that pauses leaves the processors to the servers, and finds connections that were idle.
    while (!isStopped) await Promise.all([post(), pause(PAUSE_MS)]);
  });

  const exitCodes: (number | null)[] = [];
  for (let n = 0; n < RESTARTS; n++) {
    const index = n % PROCESSES;
    const old = servers[index];
    exitCodes.push((await old?.kill('SIGTERM')) ?? null);
    const next = start();
    servers[index] = next;
    balancer.replace(index, await next.url);
    await expect.poll(balancer.ready).toBe(PROCESSES);
  }
  isStopped = true;
  await Promise.all(clients);
  balancer.close();
  console.info(`statuses: ${JSON.stringify([...statuses])}`);
  expect(exitCodes).toEqual(exitCodes.map(() => 0));
  expect([...statuses.keys()]).toEqual([201]);
  expect(statuses.get(201)).toBeGreaterThan(RESTARTS * CLIENTS);
});
