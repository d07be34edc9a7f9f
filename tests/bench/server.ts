import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type RequestOptions, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../support/postgres.ts';
import { spawnServer } from '../support/spawned-server.ts';
import { OPS_TOKEN } from './offline-server.ts';

/**
 * `npm run build && npm run bench:server` compares tracking by number and a visitor's request with two bare Hono routes
 * that run the same statements on the same PostgreSQL. Both are measured in turn, so that other load on the machine
 * affects both.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 3);
const CLIENTS = 16;
const GUEST = { firstName: 'Una', lastName: 'Walsh', email: '', pickup: 'Bray', dropoff: 'Cork' };

const cluster = await startPostgres();
const databaseUrl = await createDatabase(cluster.url);
const dataDir = mkdtempSync(join(tmpdir(), 'send-bench-'));
const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, OPS_TOKEN };
const server = spawnServer(env, ['dist/server/main.js']);
const url = await server.url;
const bare = spawnServer(env, ['--import', 'tsx', 'tests/bench/bare-server.ts']);
const bareUrl = await bare.url;

const guid = await createTrackableOrder();
const calls = [
  { name: 'tracking by number', method: 'GET', path: `/api/orders/${guid}/tracking`, status: 200 },
  { name: 'request of a visitor', method: 'POST', path: '/hook/status/submit-to-zapier', status: 201 },
];
for (const call of calls) {
  const shares: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const reference = await measure(bareUrl, call);
    const own = await measure(url, call);
    // The first round warms both servers up.
    if (round > 0) shares.push(own / reference);
    console.info(`${call.name}: ${own.toFixed(0)}/s, bare routes ${reference.toFixed(0)}/s`);
  }
  const median = shares.toSorted((a, b) => a - b)[Math.floor(shares.length / 2)] ?? 0;
  console.info(`${call.name}: ${(100 * median).toFixed(0)} % of the bare routes (median of ${ROUNDS})`);
}
await Promise.all([server.kill('SIGTERM'), bare.kill('SIGTERM')]);
await cluster.stop();
rmSync(dataDir, { recursive: true });

async function createDatabase(clusterUrl: string): Promise<string> {
  const client = new pg.Client(clusterUrl);
  await client.connect();
  await client.query('create database bench');
  await client.end();
  const created = new URL(clusterUrl);
  created.pathname = '/bench';
  return created.href;
}

async function createTrackableOrder(): Promise<string> {
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${OPS_TOKEN}` };
    const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json();
  };
  const { id }: { id: number } = await post('/hook/status/submit-to-zapier', GUEST);
  const accepted: { order: { guid: string } } = await post(`/ops/guest-requests/${id}/accept`, {
    isPaidOtherwise: true,
  });
  return accepted.order.guid;
}

/** Responses per second, with a fixed number of clients that each wait for one response before the next request. */
async function measure(origin: string, call: (typeof calls)[number]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const body = call.method === 'GET' ? '' : JSON.stringify(GUEST);
  const options: RequestOptions = {
    agent,
    method: call.method,
    headers: body === '' ? {} : { 'content-type': 'application/json' },
  };
  let count = 0;
  const started = performance.now();
  const end = started + SECONDS * 1000;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (performance.now() < end) {
      const sent = request(origin + call.path, options).end(body);
      const [response] = await once(sent, 'response');
      response.resume();
      await once(response, 'end');
      if (response.statusCode !== call.status) throw new Error(`${call.name}: ${response.statusCode}`);
      count += 1;
    }
  });
  await Promise.all(clients);
  agent.destroy();
  return count / ((performance.now() - started) / 1000);
}
