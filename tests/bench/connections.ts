import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../support/postgres.ts';
import { spawnServer } from '../support/spawned-server.ts';
import { ms } from './format-duration.ts';

/**
 * `npm run build && npm run bench:connections` sends requests of `CLIENTS` clients to `PROCESSES` processes with one
 * PostgreSQL that allows 100 connections, as it does by default. Half of the requests are new requests of guests, and
 * the others track a delivery. It prints the responses by status, how long they took, and how many
 * connections were open before and meanwhile.
 */
const PROCESSES = Number(process.env.PROCESSES ?? 11);
const CLIENTS = Number(process.env.CLIENTS ?? 150);
const SECONDS = Number(process.env.SECONDS ?? 30);
const GUEST = { firstName: 'Una', lastName: 'Walsh', email: '', pickup: 'Bray', dropoff: 'Cork' };
const REQUESTS = [
  { method: 'POST', path: '/hook/status/submit-to-zapier', body: JSON.stringify(GUEST) },
  { method: 'GET', path: `/api/orders/${randomUUID()}/tracking` },
];

process.setMaxListeners(PROCESSES + 10);
const cluster = await startPostgres(['-c', 'max_connections=100']);
const dataDir = mkdtempSync(join(tmpdir(), 'send-bench-'));
const env = { DATA_DIR: dataDir, DATABASE_URL: cluster.url, SESSION_SECRET: 's'.repeat(32) };
const servers = Array.from({ length: PROCESSES }, () => spawnServer(env, ['dist/server/main.js']));
const urls = await Promise.all(servers.map(({ url }) => url));
const client = new pg.Client(cluster.url);
await client.connect();

const idle = await countConnections();
const statuses = new Map<string, number>();
const times: number[] = [];
let mostConnections = idle;
const end = performance.now() + SECONDS * 1000;
const agent = new Agent({ keepAlive: true });
const sampling = setInterval(async () => {
  mostConnections = Math.max(mostConnections, await countConnections());
}, 500);
await Promise.all(Array.from({ length: CLIENTS }, (_, n) => sendRequests(n)));
clearInterval(sampling);
agent.destroy();

times.sort((a, b) => a - b);
const part = (share: number) => ms(times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0);
console.info(`${PROCESSES} processes, ${CLIENTS} clients, ${times.length} requests in ${SECONDS} s`);
console.info(`responses: ${JSON.stringify(Object.fromEntries(statuses))}`);
console.info(`duration: median ${part(0.5)}, 99th percentile ${part(0.99)}, longest ${part(1)}`);
console.info(`connections: ${idle} when idle, at most ${mostConnections} under load`);
await Promise.all(servers.map((server) => server.kill('SIGTERM')));
await client.end();
await cluster.stop();
rmSync(dataDir, { recursive: true });

async function countConnections(): Promise<number> {
  const { rows } = await client.query(
    "select count(*)::int as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  );
  return rows[0].count;
}

async function sendRequests(client: number): Promise<void> {
  for (let n = client; performance.now() < end; n++) {
    const { method, path, body } = REQUESTS[n % REQUESTS.length] ?? {};
    const started = performance.now();
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const options = { agent, method, headers: body === undefined ? {} : headers };
    const [response] = await once(request(`${urls[n % urls.length]}${path}`, options).end(body), 'response');
    response.resume();
    await once(response, 'end');
    times.push(performance.now() - started);
    const status = `${method} ${response.statusCode}`;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
}
