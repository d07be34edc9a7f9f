import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { migratePostgres } from '../../server/db/migrate.ts';
import { openDatabase } from '../../server/db/open-database.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { createDatabase, createEmptyDatabase } from '../support/databases.ts';

describe('Two servers on one PostgreSQL database', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let harnesses: [ApiHarness, ApiHarness];
  beforeAll(async () => {
    database = await createEmptyDatabase();
    const { url } = database;
    // Both migrate the empty database at once.
    const open = async () => {
      await migratePostgres(url);
      return createApiHarness(await openDatabase({ databaseUrl: url, dataDir: '', poolSize: 10 }));
    };
    harnesses = await Promise.all([open(), open()]);
  });
  afterAll(async () => {
    await Promise.all(harnesses.map((harness) => harness.close()));
    await database.drop();
  });
  const either = (n: number) => (n % 2 === 0 ? harnesses[0] : harnesses[1]);

  test('create one delivery for one idempotency key', async () => {
    const { token } = await harnesses[0].createUser();
    const request = { token, key: randomUUID(), body: parcel() };
    const statuses = await Promise.all(
      Array.from({ length: 50 }, (_, n) => either(n).status('createDeliveryRequest', request)),
    );
    for (const status of statuses) expect([201, 409]).toContain(status);
    expect((await harnesses[1].call('listDeliveryRequests', { token })).body).toHaveLength(1);
  });

  test('count attempts together', async () => {
    const body = { email: 'nobody@example.ie', password: 'guess' };
    const statuses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => either(n).status('login', { body })),
    );
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  });

  test('have one default address', async () => {
    const { token } = await harnesses[0].createUser();
    const body = { name: 'A', country: 'B', city: 'C', street: 'D', postalCode: 'E', isDefaultPickUp: true };
    const statuses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => either(n).status('createAddress', { token, body })),
    );
    expect(new Set(statuses)).toEqual(new Set([201]));
    const list = (await harnesses[1].call('listAddresses', { token })).body;
    expect(list.filter((row) => row.isDefaultPickUp)).toHaveLength(1);
  });

  test('end a session everywhere at once', async () => {
    const { user, token } = await harnesses[0].createUser();
    await harnesses[0].call('sendEmailCode', { body: { email: user.email } });
    await harnesses[0].runJobs();
    const code = harnesses[0].codeEmailedTo(user.email);
    await harnesses[1].call('recoverPassword', { body: { email: user.email, code, password: 'new-secret' } });
    expect(await harnesses[0].status('getUser', { token })).toBe(401);
  });
});

describe('An unavailable database', () => {
  /** A server with a database of its own, both of which end with the test. */
  async function startServer(poolSize: number) {
    const database = await createDatabase();
    onTestFinished(() => database.drop());
    const harness = await createApiHarness(
      await openDatabase({ databaseUrl: database.url, dataDir: '', poolSize }),
    );
    onTestFinished(() => harness.close());
    return { database, harness };
  }

  test('causes 503 with Retry-After', async () => {
    const { database, harness } = await startServer(2);
    const { token } = await harness.createUser();
    await database.drop();
    for (const response of [
      await harness.expectProblem('listAddresses', { token }),
      await harness.expectProblem('createDeliveryRequest', { token, body: parcel() }),
      await harness.send('/healthz'),
    ]) {
      expect(response).toMatchObject({ status: 503, body: { title: 'SERVICE_UNAVAILABLE' } });
      expect(response.headers.get('retry-after')).toBe('2');
    }
    expect(harness.log.join('')).not.toContain(token);
  });

  test('is one that is read-only for a while, as after a failover', async () => {
    const { harness } = await startServer(1);
    await harness.db.execute(sql`set default_transaction_read_only = on`);
    const body = { firstName: 'A', lastName: 'B', email: 'a@example.ie', pickup: 'Bray', dropoff: 'Cork' };
    const response = await harness.send('/hook/status/submit-to-zapier', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, phone: '', note: '' }),
    });
    expect(response).toMatchObject({ status: 503, body: { title: 'SERVICE_UNAVAILABLE' } });
    expect(response.headers.get('retry-after')).toBe('2');
  });
});
