import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { parcel } from '../support/api-harness.ts';
import { createDatabase } from '../support/databases.ts';
import { freePort } from '../support/listen-locally.ts';
import { findNginx, startNginx } from '../support/nginx.ts';
import { type SpawnedServer, spawnServer } from '../support/spawned-server.ts';

const PROCESSES = 3;
/** Set SEND_RESTARTS=9 for a longer measurement. */
const RESTARTS = Number(process.env.SEND_RESTARTS ?? 3);
const CLIENTS = 16;
const PAUSE_MS = 80;
const GUEST = JSON.stringify({ firstName: 'A', lastName: 'B', email: '', pickup: 'Bray', dropoff: 'Cork' });
const GUEST_PATH = '/hook/status/submit-to-zapier';
const ESTIMATE = JSON.stringify(parcel());
const ESTIMATE_PATH = '/api/orderrequests/estimateprice';

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
    SHUTDOWN_DELAY: '2',
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
    onTestFinished(nginx.stop);
    const agent = new Agent({ keepAlive: true });
    const statuses = new Map<number, number>();
    let isStopped = false;
    onTestFinished(() => {
      isStopped = true;
      agent.destroy();
    });
    const post = async (path: string, body: string) => {
      const headers = { 'content-type': 'application/json' };
      const sent = request(nginx.url + path, { method: 'POST', headers, agent });
      const [response] = await once(sent.end(body), 'response');
      response.resume();
      await once(response, 'end');
      statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
    };
    const clients = Array.from({ length: CLIENTS }, async (_, n) => {
      // nginx may repeat only every other one.
      const [path, body] = n % 2 === 0 ? [GUEST_PATH, GUEST] : [ESTIMATE_PATH, ESTIMATE];
      // A client that pauses leaves the processors to the servers, and finds connections that were idle.
      while (!isStopped) await Promise.all([post(path, body), pause(PAUSE_MS)]);
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

    console.info(`statuses: ${JSON.stringify([...statuses])}`);
    expect([...statuses.keys()].sort(), nginx.readErrors()).toEqual([200, 201]);
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query('select count(*)::int as stored from guest_requests');
    await client.end();
    expect(rows).toEqual([{ stored: statuses.get(201) }]);
  },
);

test.skipIf(program === '').each([
  ['POST', '/api/addresses/send', 1],
  ['POST', '/hook/status/submit-to-zapier', PROCESSES],
  ['POST', '/api/orderrequests', PROCESSES],
  ['GET', '/api/addresses/send', PROCESSES],
] as const)(
  'nginx sends %s %s to %i of three processes that break off (PRD-105)',
  async (method, path, times) => {
    const upstream = await startUpstreams((socket) => socket.destroy());
    const nginx = await startNginx(program, upstream.ports);
    onTestFinished(nginx.stop);
    const response = await fetch(nginx.url + path, { method, ...(method === 'POST' ? { body: '{}' } : {}) });
    expect(response.status).toBe(502);
    expect(upstream.requests).toHaveLength(times);
    const keys = upstream.requests.map((text) => /^idempotency-key: (.*)$/im.exec(text)?.[1]);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0] !== undefined).toBe(method === 'POST' && times > 1);
  },
);

test.skipIf(program === '')('nginx repeats no slow request (PRD-105)', async () => {
  const upstream = await startUpstreams(() => {});
  const nginx = await startNginx(program, upstream.ports, true);
  onTestFinished(nginx.stop);
  const post = fetch(`${nginx.url}/hook/status/submit-to-zapier`, { method: 'POST', body: '{}' });
  expect((await post).status).toBe(504);
  expect(upstream.requests).toHaveLength(1);
});

/** Three servers that read requests and never respond. */
async function startUpstreams(onRequest: (socket: Socket) => void) {
  const requests: string[] = [];
  const listeners = Array.from({ length: PROCESSES }, () =>
    createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (data) => {
        requests.push(String(data));
        onRequest(socket);
      });
    }).listen(0, '127.0.0.1'),
  );
  onTestFinished(() => listeners.forEach((listener) => void listener.close()));
  await Promise.all(listeners.map((listener) => once(listener, 'listening')));
  return {
    requests,
    ports: listeners.map((listener) => (listener.address() as AddressInfo).port),
  };
}
