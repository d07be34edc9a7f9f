import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type OpenDatabase, openDatabase, type Subscription } from '../../server/db/open-database.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { createDatabase } from '../support/databases.ts';
import { createPaidRequest } from '../support/orders.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

type ServerProcess = { database: OpenDatabase; harness: ApiHarness; subscription: Subscription };

const CONNECTIONS = 7;
let created: Awaited<ReturnType<typeof createDatabase>>;
let proxy: TcpProxy;
let server: ServerProcess;

beforeAll(async () => {
  created = await createDatabase();
  const url = new URL(created.url);
  proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.port = String(proxy.port);
  server = await startServer(url.href);
  // A new connection needs round trips of its own.
  const wait = () => server.database.db.execute(sql`select pg_sleep(0.1)`);
  await Promise.all(Array.from({ length: CONNECTIONS }, wait));
});
afterAll(async () => {
  await stopServer(server);
  proxy.close();
  await created.drop();
});

/** One server process, in this process. Its notifications do not pass the proxy, and so do not count. */
async function startServer(databaseUrl: string): Promise<ServerProcess> {
  const directUrl = created.url;
  const database = await openDatabase({ databaseUrl, directUrl, dataDir: '', poolSize: CONNECTIONS });
  const { onSessionEnd } = database;
  const harness = await createApiHarness(database, { RATE_LIMITS: 'on' }, { onSessionEnd });
  const subscription = database.onNewJobs(() => {});
  await vi.waitFor(() => expect(subscription.isActive()).toBe(true), 5000);
  return { database, harness, subscription };
}

async function stopServer({ database, subscription }: ServerProcess): Promise<void> {
  await subscription.stop();
  await database.close();
}

/** The round trips to the database that a request waits for, one after the other. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  const before = proxy.turns;
  await work();
  return proxy.turns - before;
}

test('tracking by number takes one round trip to the database (PRD-121)', async () => {
  const { harness } = server;
  const { token } = await harness.createUser();
  const id = await createPaidRequest(harness, token);
  const { guid } = (await harness.ops('POST', `orderrequests/${id}/accept`, {})).body as { guid: string };
  expect(await turnsOf(() => harness.call('trackOrder', { params: { orderGuid: guid } }))).toBe(1);
  const params = {
    reference: (await harness.call('trackOrder', { params: { orderGuid: guid } })).body.referenceNumber ?? '',
  };
  expect(await turnsOf(() => harness.call('getReferenceStatus', { params }))).toBe(4);
});

test('a list takes one round trip to the database, and one more every 30 s (PRD-121)', async () => {
  const { harness } = server;
  const { token } = await harness.createUser();
  const list = () => harness.call('listDeliveryRequests', { token });
  expect(await turnsOf(list)).toBe(2);
  expect(await turnsOf(list)).toBe(1);
  harness.advanceClock(29_999);
  expect(await turnsOf(list)).toBe(1);
  harness.advanceClock(1);
  expect(await turnsOf(list)).toBe(2);
});

test('a new request takes three round trips to the database at most (PRD-121)', async () => {
  const { harness } = server;
  const { token } = await harness.createUser();
  const create = () => harness.call('createDeliveryRequest', { token, key: randomUUID(), body: parcel() });
  expect(await turnsOf(create)).toBe(3);
  expect(await turnsOf(create)).toBe(2);
  const submit = () => harness.call('submitGuestRequest', { key: randomUUID(), body: GUEST });
  expect(await turnsOf(submit)).toBe(3);
});

test('a log-out ends a cached session in every process at once (PRD-122)', async () => {
  const other = await startServer(created.url);
  const { token } = await server.harness.createUser();
  const listed = (at: ServerProcess) => at.harness.status('listDeliveryRequests', { token });
  for (const at of [server, other, server, other]) expect(await listed(at)).toBe(200);
  await server.harness.call('logOut', { token });
  expect(await listed(server)).toBe(401);
  await vi.waitFor(async () => expect(await listed(other)).toBe(401), 10_000);
  await stopServer(other);
});

test('no session is cached without notifications, nor for calls that use the account (PRD-122)', async () => {
  const { harness, subscription } = server;
  const { token } = await harness.createUser();
  const list = () => harness.call('listDeliveryRequests', { token });
  await list();
  expect(await turnsOf(() => harness.call('getUser', { token }))).toBe(1);
  await list();
  await subscription.stop();
  expect(subscription.isActive()).toBe(false);
  expect(await turnsOf(list)).toBe(2);
});

const GUEST = {
  firstName: 'Una',
  lastName: 'Walsh',
  phone: '',
  email: 'una@example.ie',
  pickup: 'Bray',
  dropoff: 'Cork',
  note: '',
};
