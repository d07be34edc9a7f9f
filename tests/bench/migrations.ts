import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../support/postgres.ts';
import { spawnServer } from '../support/spawned-server.ts';
import { addDeliveries } from './server-rows.ts';

/**
 * `npm run build && npm run bench:migrations` updates three processes to a version with three more migrations while
 * clients send requests to all processes: a column and an index of a table with `ROWS` rows, and a column of a table that
 * a transaction holds for three seconds. It prints how many requests failed and the longest writes of a connection that
 * does nothing else, also those while as many processes of the same version start, which have nothing to migrate.
 */
const ROWS = Number(process.env.ROWS ?? 1_000_000);
const PROCESSES = 3;
const CLIENTS = 6;
const HELD_MS = 3000;
const MIGRATIONS = {
  '9997_column.sql': 'alter table orders add column extra integer not null default 0;\n',
  '9998_index.sql':
    '-- concurrently\ncreate index concurrently if not exists orders_by_extra on orders (extra, created);\n',
  '9999_held.sql': 'alter table guest_requests add column extra text;\n',
};
const GUEST = JSON.stringify({
  firstName: 'Una',
  lastName: 'Walsh',
  email: '',
  pickup: 'Bray',
  dropoff: 'Cork',
});

const cluster = await startPostgres();
const dataDir = mkdtempSync(join(tmpdir(), 'send-bench-'));
const env = { DATA_DIR: dataDir, DATABASE_URL: cluster.url, SESSION_SECRET: 's'.repeat(32) };
// Beside the built version, where its packages are found.
const next = mkdtempSync('dist/next-');
cpSync('dist/server', next, { recursive: true });
for (const [name, text] of Object.entries(MIGRATIONS)) writeFileSync(join(next, 'migrations', name), text);

const servers = await start('dist/server', PROCESSES);
const [client, holder] = [new pg.Client(cluster.url), new pg.Client(cluster.url)];
await Promise.all([client.connect(), holder.connect()]);
await addDeliveries(client, ROWS);

const urls = await Promise.all(servers.map(({ url }) => url));
const statuses = new Map<number | string, number>();
let writes: number[] = [];
let isDone = false;
const load = [...Array.from({ length: CLIENTS }, (_, n) => sendRequests(n)), writeRows()];

const [others, secondsBefore] = await update('dist/server');
console.info(`without a migration: ${describeWrites()} in ${secondsBefore.toFixed(1)} s`);
await Promise.all(others.map((server) => server.kill('SIGTERM')));
statuses.clear();

await holder.query('begin');
await holder.query(
  "insert into guest_requests (first_name, last_name, phone, email, pickup, dropoff, note, created, status) values ('', '', '', '', '', '', '', now(), 0)",
);
setTimeout(() => void holder.query('commit'), HELD_MS);
const [updated, seconds] = await update(next);
isDone = true;
await Promise.all(load);

console.info(`${ROWS.toLocaleString('en')} rows; the new processes were ready after ${seconds.toFixed(1)} s`);
console.info(`responses by status: ${JSON.stringify(Object.fromEntries(statuses))}`);
console.info(`with migrations: ${describeWrites()}`);

await Promise.all([...servers, ...updated].map((server) => server.kill('SIGTERM')));
await Promise.all([client.end(), holder.end()]);
await cluster.stop();
rmSync(dataDir, { recursive: true });
rmSync(next, { recursive: true });

/** Starts processes at once, and waits until all of them listen. */
async function start(version: string, count: number) {
  const started = Array.from({ length: count }, () => spawnServer(env, [join(version, 'main.js')]));
  await Promise.all(started.map(({ url }) => url));
  return started;
}

/** Starts processes under load, sends them a part of it for a second, and returns after how many seconds they listened. */
async function update(version: string): Promise<[Awaited<ReturnType<typeof start>>, number]> {
  writes = [];
  const started = performance.now();
  const added = await start(version, PROCESSES);
  const seconds = (performance.now() - started) / 1000;
  const before = urls.length;
  urls.push(...(await Promise.all(added.map(({ url }) => url))));
  await new Promise((resolve) => setTimeout(resolve, 1000));
  if (version !== next) urls.length = before;
  return [added, seconds];
}

function describeWrites(): string {
  writes.sort((a, b) => a - b);
  const part = (share: number) =>
    writes[Math.min(writes.length - 1, Math.floor(share * writes.length))]?.toFixed(0);
  return `longest write ${part(1)} ms, 99.9th percentile ${part(0.999)} ms of ${writes.length}`;
}

async function sendRequests(client: number): Promise<void> {
  for (let n = client; !isDone; n++) {
    const url = urls[n % urls.length];
    const headers = { 'content-type': 'application/json' };
    const status = await fetch(`${url}/hook/status/submit-to-zapier`, {
      method: 'POST',
      headers,
      body: GUEST,
    }).then(
      (response) => response.text().then(() => response.status),
      (error) => String(error),
    );
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
}

async function writeRows(): Promise<void> {
  while (!isDone) {
    const before = performance.now();
    await client.query('update orders set status = status where id = (select max(id) from orders)');
    await client.query(
      "insert into guest_requests (first_name, last_name, phone, email, pickup, dropoff, note, created, status) values ('', '', '', '', '', '', '', now(), 0)",
    );
    writes.push(performance.now() - before);
  }
}
