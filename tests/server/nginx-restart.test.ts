import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../support/databases.ts';
import { freePort } from '../support/listen-locally.ts';
import { findNginx, startNginx } from '../support/nginx.ts';
import { type SpawnedServer, spawnServer } from '../support/spawned-server.ts';

const PROCESSES = 3;
/** Set SEND_RESTARTS=9 for a longer measurement. */
const RESTARTS = Number(process.env.SEND_RESTARTS ?? 3);
const CLIENTS = 16;
const GUEST = JSON.stringify({ firstName: 'A', lastName: 'B', email: '', pickup: 'Bray', dropoff: 'Cork' });

const program = findNginx() ?? '';
if (program === '') console.info('nginx is not installed: its test is skipped.');

let database: Awaited<ReturnType<typeof createDatabase>>;
let dataDir: string;
let ports: number[];
let servers: SpawnedServer[];
const start = (port: number) =>
  spawnServer({
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    SESSION_SECRET: 's'.repeat(32),
    SHUTDOWN_DELAY: '1',
    TRUST_PROXY: '127.0.0.1',
  });

beforeAll(async () => {
  database = await createDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'send-data-'));
  ports = await Promise.all(Array.from({ length: PROCESSES }, freePort));
  servers = ports.map(start);
  await Promise.all(servers.map((server) => server.url));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill('SIGKILL')));
  rmSync(dataDir, { recursive: true, force: true });
  await database.drop();
});

test.skipIf(program === '')(
  `${RESTARTS} rolling restarts behind nginx fail no request and repeat none (PRD-105)`,
  async () => {
    const nginx = await startNginx(program, ports);
    const agent = new Agent({ keepAlive: true });
    const statuses = new Map<number, number>();
    let isStopped = false;
    const post = async () => {
      const headers = { 'content-type': 'application/json' };
      const sent = request(`${nginx.url}/hook/status/submit-to-zapier`, { method: 'POST', headers, agent });
      const [response] = await once(sent.end(GUEST), 'response');
      response.resume();
      await once(response, 'end');
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
    };
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!isStopped) await post();
    });
    for (let n = 0; n < RESTARTS; n++) {
      const index = n % PROCESSES;
      const port = ports[index] ?? 0;
      await servers[index]?.kill('SIGTERM');
      const next = start(port);
      servers[index] = next;
      await next.url;
    }
    isStopped = true;
    await Promise.all(clients);
    agent.destroy();
    await nginx.stop();

    console.info(`statuses: ${JSON.stringify([...statuses])}`);
    expect([...statuses.keys()]).toEqual([201]);
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query('select count(*)::int as stored from guest_requests');
    await client.end();
    expect(rows).toEqual([{ stored: statuses.get(201) }]);
  },
  300_000,
);
