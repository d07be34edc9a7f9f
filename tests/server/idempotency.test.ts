import { randomUUID } from 'node:crypto';
import { count } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { guestRequests } from '../../server/db/schema.ts';
import { createOnce } from '../../server/http/idempotency.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { onBothDatabases, openPostgres } from '../support/databases.ts';

onBothDatabases('an Idempotency-Key', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open(), { RATE_LIMITS: 'off' });
  });
  afterAll(() => harness.close());

  const guest = { firstName: 'Gráinne', lastName: 'Walsh', pickup: 'A', dropoff: 'B' };
  const guests = async () => (await harness.db.select({ rows: count() }).from(guestRequests))[0]?.rows;

  test('returns the same delivery for the same request (REL-08)', async () => {
    const { token } = await harness.createUser();
    const options = { token, key: randomUUID(), body: parcel() };
    const first = await harness.call('createDeliveryRequest', options);
    const again = await harness.call('createDeliveryRequest', options);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.body.id).toBe(first.body.id);
    expect(again.body.checkoutUrl).toBeUndefined();
    expect((await harness.call('listDeliveryRequests', { token })).body).toHaveLength(1);
  });

  test('ignores the order of fields', async () => {
    const { token } = await harness.createUser();
    const key = randomUUID();
    const body = parcel();
    const turned = Object.fromEntries(Object.entries(body).reverse()) as typeof body;
    const first = await harness.call('createDeliveryRequest', { token, key, body });
    expect((await harness.call('createDeliveryRequest', { token, key, body: turned })).body.id).toBe(
      first.body.id,
    );
  });

  test('rejects another body, even after the delivery was edited', async () => {
    const { token } = await harness.createUser();
    const key = randomUUID();
    const first = await harness.call('createDeliveryRequest', { token, key, body: parcel() });
    const other = parcel({ weight: 99 });
    await harness.call('editDeliveryRequest', { token, params: { id: first.body.id }, body: other });
    expect(await harness.expectProblem('createDeliveryRequest', { token, key, body: other })).toMatchObject({
      status: 422,
      body: { title: 'IDEMPOTENCY_KEY_REUSED' },
    });
    const replay = await harness.call('createDeliveryRequest', { token, key, body: parcel() });
    expect(replay.body).toMatchObject({ id: first.body.id, weight: 99 });
  });

  test('of another account is another key', async () => {
    const [one, two] = [await harness.createUser(), await harness.createUser()];
    const options = { key: randomUUID(), body: parcel() };
    const first = await harness.call('createDeliveryRequest', { ...options, token: one.token });
    const second = await harness.call('createDeliveryRequest', { ...options, token: two.token });
    expect(second.body.id).not.toBe(first.body.id);
    const repeated = await harness.call('createDeliveryRequest', { ...options, token: two.token });
    expect(repeated.body.id).toBe(second.body.id);
    await harness.call('submitGuestRequest', { key: options.key, body: guest });
  });

  test('can be used again after a rejection', async () => {
    const { token } = await harness.createUser();
    const key = randomUUID();
    const bad = parcel({ weight: -1 });
    expect(await harness.status('createDeliveryRequest', { token, key, body: bad })).toBe(400);
    await harness.call('createDeliveryRequest', { token, key, body: parcel() });
  });

  test('creates one delivery for fifty concurrent requests (REL-08)', async () => {
    const { token } = await harness.createUser();
    const options = { token, key: randomUUID(), body: parcel() };
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => harness.status('createDeliveryRequest', options)),
    );
    for (const status of responses) expect([201, 409]).toContain(status);
    expect(responses).toContain(201);
    expect((await harness.call('listDeliveryRequests', { token })).body).toHaveLength(1);
    await harness.call('createDeliveryRequest', options);
    expect((await harness.call('listDeliveryRequests', { token })).body).toHaveLength(1);
  });

  test('creates one request for fifty concurrent requests of a guest', async () => {
    const before = (await guests()) ?? 0;
    const options = { key: randomUUID(), body: guest };
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => harness.status('submitGuestRequest', options)),
    );
    for (const status of responses) expect([201, 409]).toContain(status);
    expect(await guests()).toBe(before + 1);
    expect(await harness.status('submitGuestRequest', { ...options, body: { ...guest, note: 'x' } })).toBe(
      422,
    );
  });

  test('must be printable and short', async () => {
    const { token } = await harness.createUser();
    for (const key of ['two words', 'x'.repeat(256)]) {
      expect(await harness.status('createDeliveryRequest', { token, key, body: parcel() })).toBe(400);
    }
  });
});

describe('An Idempotency-Key whose first request is still running', () => {
  test('gets 409 with Retry-After', async () => {
    const database = await openPostgres();
    const started = promise();
    const finish = promise();
    onTestFinished(async () => {
      finish.resolve();
      await database.close();
    });
    const key = { owner: 'guests', key: 'k', hash: 'h' };
    const row = { idempotencyHash: 'h' };
    const find = async () => undefined;
    const first = createOnce(database.db, key, {
      find,
      async insert() {
        started.resolve();
        await finish.done;
        return row;
      },
    });
    await started.done;
    const second = createOnce(database.db, key, { find, insert: async () => row });
    await expect(second).rejects.toMatchObject({
      status: 409,
      code: 'IDEMPOTENCY_IN_PROGRESS',
      retryAfter: 1,
    });
    finish.resolve();
    expect(await first).toEqual({ row, isReplay: false });
  });
});

describe('A request that is inserted with one statement', () => {
  const key = { owner: 'guests', key: 'k', hash: 'h' };
  const row = { id: 1, idempotencyHash: 'h' };
  const find = async () => row;

  test('needs no transaction', async () => {
    const db = { transaction: () => Promise.reject(new Error('a transaction was started')) } as never;
    const insert = async () => ({ id: 2 });
    expect(await createOnce(db, key, { find, insert, isSingleStatement: true })).toEqual({
      row: { id: 2 },
      isReplay: false,
    });
  });

  test('returns the row of the first request if the insert finds the key', async () => {
    const database = await openPostgres();
    const insert = async (): Promise<{ id: number } | undefined> => undefined;
    expect(await createOnce(database.db, key, { find, insert, isSingleStatement: true })).toEqual({
      row,
      isReplay: true,
    });
    await database.close();
  });
});

function promise() {
  let resolve = () => {};
  const done = new Promise<void>((ready) => {
    resolve = ready;
  });
  return { done, resolve: () => resolve() };
}
