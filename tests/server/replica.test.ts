import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { migratePostgres } from '../../server/db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../../server/db/open-database.ts';
import { createMetrics } from '../../server/http/metrics.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { createPaidRequest } from '../support/orders.ts';
import { startPostgresWithReplica } from '../support/postgres.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

let clusters: Awaited<ReturnType<typeof startPostgresWithReplica>>;
let proxy: TcpProxy;
let onReplica: pg.Client;
let database: OpenDatabase;
let harness: ApiHarness;
const changes: (Error | undefined)[] = [];

beforeAll(async () => {
  clusters = await startPostgresWithReplica();
  const { primary, replica } = clusters;
  await migratePostgres(primary.url);
  const replicaUrl = new URL(replica.url);
  proxy = await startTcpProxy({ host: '127.0.0.1', port: Number(replicaUrl.port) });
  onReplica = await connect(replica.url);
  replicaUrl.port = String(proxy.port);
  database = await openDatabase({
    databaseUrl: primary.url,
    replicaUrl: replicaUrl.href,
    dataDir: '',
    onReplicaChange: (error) => changes.push(error),
  });
  harness = await createApiHarness(database, {}, { replica: database.replica });
});
afterAll(async () => {
  await database.close();
  await onReplica.end().catch(() => {});
  proxy.close();
  await clusters.stop();
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  return client;
}

const status = () => database.replica?.status() ?? { lagSeconds: Number.NaN, reads: {} };
/** Leaves four seconds in which reads use the replica although it is paused. */
const untilCurrent = () => vi.waitFor(() => expect(status().lagSeconds).toBeLessThan(1), 10_000);
/** Replays everything again afterwards. */
async function whilePaused(work: () => Promise<void>): Promise<void> {
  await onReplica.query('select pg_wal_replay_pause()');
  await vi.waitFor(async () => {
    const { rows } = await onReplica.query('select pg_get_wal_replay_pause_state() as state');
    expect(rows).toEqual([{ state: 'paused' }]);
  }, 10_000);
  await work().finally(() => onReplica.query('select pg_wal_replay_resume()'));
}
const cookieOf = (headers: Headers) =>
  /^(send_position=[^;]+); Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/.exec(
    headers.get('set-cookie') ?? '',
  )?.[1] ?? '';
const idsOf = async (token: string, cookie = '') =>
  (await harness.call('listDeliveryRequests', { token, headers: { cookie } })).body.map(({ id }) => id);
async function create(token: string) {
  const { body, headers } = await harness.call('createDeliveryRequest', { token, body: parcel() });
  return { id: body.id, cookie: cookieOf(headers) };
}

test('the replica handles reads, and a customer sees an own write at once (PRD-120)', async () => {
  const { token } = await harness.createUser();
  await untilCurrent();
  await whilePaused(async () => {
    const { id, cookie } = await create(token);
    expect(cookie).not.toBe('');
    expect(await idsOf(token, cookie)).toEqual([id]);
    // Only the replica lacks the delivery.
    expect(await idsOf(token)).toEqual([]);
  });
  const { id, cookie } = await create(token);
  const before = status().reads;
  await vi.waitFor(async () => {
    expect(await idsOf(token, cookie)).toContain(id);
    expect(status().reads).toMatchObject({ replica: (before as { replica: number }).replica + 1 });
  }, 10_000);
});

test('operators read the replica and get no cookie, and tracking finds what it lacks (PRD-120)', async () => {
  const { token } = await harness.createUser();
  await untilCurrent();
  await whilePaused(async () => {
    const id = await createPaidRequest(harness, token);
    const accepted = await harness.ops('POST', `orderrequests/${id}/accept`, {});
    expect(accepted.headers.get('set-cookie')).toBeNull();
    const { guid } = accepted.body as { guid: string };
    const listed = await harness.ops('GET', 'orderrequests?order=newest');
    expect(listed.body).not.toContainEqual(expect.objectContaining({ id }));
    expect((await harness.call('trackOrder', { params: { orderGuid: guid } })).body.guid).toBe(guid);
    const guest = await harness.call('submitGuestRequest', { body: GUEST, key: randomUUID() });
    const headers = { cookie: cookieOf(guest.headers) };
    const params = { reference: guest.body.referenceNumber ?? '' };
    expect((await harness.call('getReferenceStatus', { params, headers })).body.order).toBeNull();
  });
});

test.each(['x', "0/0'; select 1 --", 'FFFFFFFF/FFFFFFFF'])(
  'a forged position fails no request: %s (PRD-120)',
  async (position) => {
    const { token } = await harness.createUser();
    expect(await idsOf(token, `send_position=${encodeURIComponent(position)}`)).toEqual([]);
  },
);

test('the primary handles reads while the replica is more than 5 s behind (PRD-120)', async () => {
  const { token } = await harness.createUser();
  await untilCurrent();
  await whilePaused(async () => {
    const { id } = await create(token);
    await vi.waitFor(() => expect(status().lagSeconds).toBeGreaterThan(5), 10_000);
    expect(await idsOf(token)).toEqual([id]);
    const metrics = createMetrics(database);
    expect((await metrics.render()).text).toMatch(/^send_replica_lag_seconds [5-9]/m);
    metrics.stop();
  });
});

test('a replica that hangs or is stopped fails no request and is used again (PRD-120)', async () => {
  const { token } = await harness.createUser();
  const { id } = await create(token);
  await untilCurrent();
  changes.length = 0;
  proxy.isFrozen = true;
  expect(await idsOf(token)).toEqual([id]);
  await vi.waitFor(() => expect(changes).toEqual([expect.any(Error)]), 5000);
  await clusters.replica.shutDown('immediate');
  proxy.isFrozen = false;
  proxy.cutAll();
  expect(await idsOf(token)).toEqual([id]);
  expect((await harness.request('/readyz')).status).toBe(200);
  expect(changes).toHaveLength(1);
  await clusters.replica.startAgain();
  await vi.waitFor(() => expect(changes).toEqual([expect.any(Error), undefined]), 10_000);
  await untilCurrent();
});

test('a replica of another database is noticed, and not used (PRD-120)', async () => {
  const { primary, replica } = clusters;
  const client = await connect(primary.url);
  await client.query('create database other');
  await client.end();
  const otherUrl = Object.assign(new URL(replica.url), { pathname: '/other' }).href;
  await vi.waitFor(async () => (await connect(otherUrl)).end(), 10_000);
  const reasons: (string | undefined)[] = [];
  const opened = await openDatabase({
    databaseUrl: primary.url,
    replicaUrl: otherUrl,
    dataDir: '',
    onReplicaChange: (error) => reasons.push(error?.message),
  });
  await vi.waitFor(() => expect(reasons).toEqual(['it is a replica of another database']), 5000);
  expect(opened.replica?.status().lagSeconds).toBe(Number.POSITIVE_INFINITY);
  await opened.close();
});

test('a replica that becomes a primary is noticed at once, and not used (PRD-120)', async () => {
  await untilCurrent();
  changes.length = 0;
  await onReplica.end();
  const promoted = await connect(clusters.replica.url);
  await promoted.query('select pg_promote()');
  await promoted.end();
  const reason = expect.objectContaining({ message: 'it is not a replica' });
  await vi.waitFor(() => expect(changes).toEqual([reason]), 5000);
  const { token } = await harness.createUser();
  const { id } = await create(token);
  expect(await idsOf(token)).toEqual([id]);
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
