import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../support/postgres.ts';
import { spawnServer } from '../support/spawned-server.ts';
import { type BenchCall, type Load, measure, measureWithPgbench } from './server-load.ts';
import { addDeliveries } from './server-rows.ts';

/**
 * `npm run build && npm run bench:server` compares tracking by number and a guest's request with two bare Hono routes
 * that run the same statements on the same PostgreSQL, and with pgbench, which runs the statements without HTTP. All are
 * measured in turn, so that other load on the machine affects all of them. The database has 1,000 deliveries;
 * `ROWS=1000000` repeats the measurement after it has added as many. `ROUNDS` and `SECONDS` change how long it measures.
 */
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const SECONDS = Number(process.env.SECONDS ?? 3);
const ROWS = Number(process.env.ROWS ?? 0);
const GUEST = { firstName: 'Una', lastName: 'Walsh', email: '', pickup: 'Bray', dropoff: 'Cork' };

const cluster = await startPostgres();
const databaseUrl = await createDatabase(cluster.url);
const dataDir = mkdtempSync(join(tmpdir(), 'send-bench-'));
const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
const server = spawnServer(env, ['dist/server/main.js']);
await server.url;
const bare = spawnServer(env, ['--import', 'tsx', 'tests/bench/bare-server.ts']);

const client = new pg.Client(databaseUrl);
await client.connect();
let guids = await addDeliveries(client, 1000);
const calls: (BenchCall & { statements: () => string })[] = [
  {
    name: 'tracking by number',
    method: 'GET',
    path: () => `/api/orders/${guids[Math.floor(Math.random() * guids.length)]}/tracking`,
    status: 200,
    statements: () =>
      oneLine(`select *, (
        select coalesce(json_agg(json_build_object('type', type, 'time', time) order by time, id), '[]')
        from order_events where order_id = orders.id) as history
      from orders where guid = '${guids[0]}';`),
  },
  {
    name: 'request of a guest',
    method: 'POST',
    path: () => '/hook/status/submit-to-zapier',
    body: JSON.stringify(GUEST),
    status: 201,
    statements: () =>
      oneLine(`insert into guest_requests (first_name, last_name, phone, email, pickup, dropoff, note, created, status,
        idempotency_key, idempotency_hash)
      values ('Una', 'Walsh', '', '', 'Bray', 'Cork', '', now(), 0, gen_random_uuid(), '')
      on conflict (idempotency_key) do nothing returning id;`),
  },
];

const before = await compare();
if (ROWS > 0) {
  guids = await addDeliveries(client, ROWS);
  console.info(`With ${ROWS.toLocaleString('en')} more deliveries:`);
  const after = await compare();
  for (const { name } of calls) {
    const [few, many] = [before.get(name), after.get(name)];
    if (few === undefined || many === undefined) continue;
    console.info(
      `${name}: ${percent(many.perSecond, few.perSecond)} of the rate and ${percent(many.cpuMicroseconds, few.cpuMicroseconds)} of the processor time, and ${percent(many.p99Ms, few.p99Ms)} of the 99th percentile without these rows`,
    );
  }
}
await client.end();
await Promise.all([server.kill('SIGTERM'), bare.kill('SIGTERM')]);
await cluster.stop();
rmSync(dataDir, { recursive: true });

/** Prints the shares of both calls and returns the medians of the server. */
async function compare(): Promise<Map<string, Load>> {
  const medians = new Map<string, Load>();
  for (const call of calls) {
    const rounds: { own: Load; reference: Load; database: number }[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const reference = await measure(bare, call, SECONDS);
      const own = await measure(server, call, SECONDS);
      const database = await measureWithPgbench(databaseUrl, call.statements(), SECONDS);
      if (typeof database === 'string') console.info(database);
      // The first round warms everything up.
      if (round > 0) rounds.push({ own, reference, database: Number(database) });
      console.info(
        `${call.name}: ${describe(own)}; bare routes ${describe(reference)}; pgbench ${Number(database).toFixed(0)}/s`,
      );
    }
    const share = (of: (round: (typeof rounds)[number]) => number) => percent(median(rounds.map(of)), 1);
    console.info(
      `${call.name}: ${share(({ own, reference }) => own.perSecond / reference.perSecond)} of the bare routes, ` +
        `${share(({ own, database }) => own.perSecond / database)} of pgbench, ` +
        `${share(({ own, reference }) => reference.cpuMicroseconds / own.cpuMicroseconds)} by processor time ` +
        `(medians of ${ROUNDS})`,
    );
    medians.set(call.name, {
      perSecond: median(rounds.map(({ own }) => own.perSecond)),
      cpuMicroseconds: median(rounds.map(({ own }) => own.cpuMicroseconds)),
      p99Ms: median(rounds.map(({ own }) => own.p99Ms)),
    });
  }
  return medians;
}

/** pgbench reads one statement from each line. */
function oneLine(statement: string): string {
  return statement.replaceAll('\n', ' ');
}

function describe({ perSecond, cpuMicroseconds, p99Ms }: Load): string {
  return `${perSecond.toFixed(0)}/s at ${cpuMicroseconds.toFixed(0)} µs of processor time, p99 ${p99Ms.toFixed(1)} ms`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(0)} %`;
}

async function createDatabase(clusterUrl: string): Promise<string> {
  const client = new pg.Client(clusterUrl);
  await client.connect();
  await client.query('create database bench');
  await client.end();
  const created = new URL(clusterUrl);
  created.pathname = '/bench';
  return created.href;
}
