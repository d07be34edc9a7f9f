import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres } from '../support/postgres.ts';
import { type SpawnedServer, spawnServer } from '../support/spawned-server.ts';

const PROCESSES = 3;
/** How long connections are terminated under load. Set SEND_OUTAGE_SECONDS=60 for a longer measurement. */
const TERMINATE_MS = Number(process.env.SEND_OUTAGE_SECONDS ?? 4) * 1000;
const BACK_WITHIN_MS = 5000;
/** A busy machine needs longer for the same requests without an outage, and is given this many times as long. */
const BUSY_FACTOR = 5;

describe('Server processes whose PostgreSQL connections break under load', () => {
  let cluster: Awaited<ReturnType<typeof startPostgres>>;
  let dataDir: string;
  let servers: SpawnedServer[];
  let urls: string[];

  beforeAll(async () => {
    cluster = await startPostgres();
    dataDir = mkdtempSync(join(tmpdir(), 'send-data-'));
    const env = { DATA_DIR: dataDir, DATABASE_URL: cluster.url, SESSION_SECRET: 's'.repeat(32) };
    servers = Array.from({ length: PROCESSES }, () => spawnServer(env));
    urls = await Promise.all(servers.map((server) => server.url));
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.kill('SIGTERM')));
    await cluster.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const isRunning = ({ child }: SpawnedServer) => child.exitCode === null && child.signalCode === null;

  test('keep running while every connection is terminated again and again', async () => {
    const load = startLoad(urls);
    const undisturbed = await timeUntilBack(urls);
    const admin = new pg.Client(cluster.url);
    await admin.connect();
    let terminated = 0;
    for (const end = performance.now() + TERMINATE_MS; performance.now() < end; await pause(100)) {
      const { rowCount } = await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'send'`,
      );
      terminated += rowCount ?? 0;
    }
    const back = await timeUntilBack(urls);
    const { outcomes, wrong, acknowledged } = await load.stop();
    console.info(
      `${terminated} connections terminated: ${outcomes.size} kinds of outcomes ${JSON.stringify([...outcomes])}, back after ${Math.round(back)} ms`,
    );
    expect(terminated).toBeGreaterThan(PROCESSES);
    expect(servers.map(isRunning)).toEqual(servers.map(() => true));
    expect(wrong).toEqual([]);
    expect(back).toBeLessThan(BACK_WITHIN_MS + BUSY_FACTOR * undisturbed);
    const { rows } = await admin.query(`select idempotency_key as key, count(*)::int as count
      from guest_requests group by 1`);
    const counts = new Map(rows.map((row) => [row.key, row.count]));
    expect(acknowledged.filter((key) => counts.get(key) !== 1)).toEqual([]);
    await admin.end();
  });

  test.each(['fast', 'immediate'] as const)('recover within 5 s after an %s restart', async (mode) => {
    const load = startLoad(urls);
    const undisturbed = await timeUntilBack(urls);
    await cluster.shutDown(mode);
    await expect.poll(() => load.unavailable()).toBeGreaterThan(PROCESSES);
    await cluster.startAgain();
    const back = await timeUntilBack(urls);
    const { wrong, acknowledged } = await load.stop();
    console.info(`${mode} restart: back after ${Math.round(back)} ms`);
    expect(servers.map(isRunning)).toEqual(servers.map(() => true));
    expect(wrong).toEqual([]);
    expect(back).toBeLessThan(BACK_WITHIN_MS + BUSY_FACTOR * undisturbed);
    expect(acknowledged.length).toBeGreaterThan(0);
  });
});

/** Milliseconds until every process writes to the database again, over more connections than its pool has. */
async function timeUntilBack(urls: string[]): Promise<number> {
  const started = performance.now();
  for (;;) {
    const statuses = await Promise.all(
      urls.flatMap((url) => Array.from({ length: 12 }, async () => (await submit(url, randomUUID())).status)),
    );
    if (statuses.every((status) => status === 201)) return performance.now() - started;
    if (performance.now() - started > 30_000) return Number.POSITIVE_INFINITY;
  }
}

function submit(url: string, key: string): Promise<Response> {
  const body = {
    firstName: 'A',
    lastName: 'B',
    phone: '1',
    email: '',
    pickup: 'Bray',
    dropoff: 'Dublin',
    note: '',
  };
  return fetch(`${url}/hook/status/submit-to-zapier`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
}

/** Sends guest requests and reads without a pause, until it is stopped. */
function startLoad(urls: string[]) {
  const outcomes = new Map<string, number>();
  const acknowledged: string[] = [];
  const wrong: string[] = [];
  let isStopped = false;
  const count = (name: string) => outcomes.set(name, (outcomes.get(name) ?? 0) + 1);

  const record = (name: string, response: Response, expected: number) => {
    count(`${name} ${response.status}`);
    const isBusy = response.status === 503 && response.headers.has('retry-after');
    if (response.status !== expected && !isBusy) wrong.push(`${name} ${response.status}`);
  };
  const run = async (url: string) => {
    while (!isStopped) {
      const key = randomUUID();
      try {
        const created = await submit(url, key);
        await created.text();
        record('guest request', created, 201);
        if (created.status === 201) acknowledged.push(key);
        const tracked = await fetch(`${url}/api/orders/${key}/tracking`);
        await tracked.text();
        record('tracking', tracked, 404);
      } catch (error) {
        wrong.push(String(error));
        return;
      }
    }
  };
  const workers = urls.flatMap((url) => Array.from({ length: 4 }, () => run(url)));
  return {
    unavailable: () => (outcomes.get('guest request 503') ?? 0) + (outcomes.get('tracking 503') ?? 0),
    async stop() {
      isStopped = true;
      await Promise.all(workers);
      return { outcomes, wrong, acknowledged };
    },
  };
}
