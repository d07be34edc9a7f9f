import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../support/postgres.ts';
import { spawnServer } from '../support/spawned-server.ts';

/**
 * `npm run bench:logins` measures how long `GET /` and a tracking lookup take while clients log in as fast as they
 * can, compared with a quiet server. It starts the built server with PostgreSQL, or with `EMBEDDED=1` with the embedded
 * database, whose statements run on the thread that serves all requests.
 */
const CLIENTS = Number(process.env.CLIENTS ?? 30);
const SECONDS = Number(process.env.SECONDS ?? 10);
const SAMPLE_EVERY_MS = 20;
const PATHS = { 'GET /': '/', tracking: '/api/orders/3f0c4f0e-0000-4000-8000-000000000000/tracking' };
const OWNER = { name: 'Ada Byrne', phoneNumber: '1', email: 'ada@example.ie', password: 'parcel-secret-1' };

const dataDir = mkdtempSync(join(tmpdir(), 'send-logins-'));
const cluster = process.env.EMBEDDED === '1' ? undefined : await startPostgres();
const env = cluster === undefined ? { DATA_DIR: dataDir } : { DATA_DIR: dataDir, DATABASE_URL: cluster.url };
const server = spawnServer(env, ['dist/server/main.js']);
const url = await server.url;
await post('users/create/send', OWNER);
await sample(SECONDS / 4);
const quiet = await sample(SECONDS);

const countByStatus = new Map<number, number>();
const stop = new AbortController();
const clients = Array.from({ length: CLIENTS }, () => logInRepeatedly(stop.signal));
await pause(1000);
const busy = await sample(SECONDS);
stop.abort();
await Promise.all(clients);

for (const name of Object.keys(PATHS)) {
  const before = percentiles(quiet.get(name) ?? []);
  const during = percentiles(busy.get(name) ?? []);
  console.info(`${name}: quiet ${text(before)}; with ${CLIENTS} clients logging in ${text(during)}`);
}
console.info(`logins by status: ${JSON.stringify(Object.fromEntries(countByStatus))}`);
await server.kill('SIGTERM');
await cluster?.stop();
rmSync(dataDir, { recursive: true });

async function post(path: string, body: unknown): Promise<Response> {
  return fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

async function logInRepeatedly(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const response = await post('users/login', OWNER);
    await response.arrayBuffer();
    countByStatus.set(response.status, (countByStatus.get(response.status) ?? 0) + 1);
    // A client that is rejected because of a full queue tries again soon, and not in a busy loop.
    if (response.status === 503) await pause(100);
  }
}

/** Requests each path in turn, and returns how many milliseconds each response took. */
async function sample(seconds: number): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    for (const [name, path] of Object.entries(PATHS)) {
      const started = performance.now();
      await (await fetch(url + path)).arrayBuffer();
      times.set(name, [...(times.get(name) ?? []), performance.now() - started]);
    }
    await pause(SAMPLE_EVERY_MS);
  }
  return times;
}

function percentiles(times: number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

function text({ p50, p99 }: { p50: number; p99: number }): string {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}
