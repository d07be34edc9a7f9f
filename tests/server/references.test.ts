import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import { deliveryRequests, orders } from '../../server/db/schema.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { onBothDatabases, testOnPostgres } from '../support/databases.ts';
import { acceptAsOperator, createPaidRequest, PLACES_WITH_STREETS } from '../support/orders.ts';

const REFERENCE = /^SND-[2-9CDFGHJKMNPQRTVWX]{10}$/;
const HOUR = 3600_000;

onBothDatabases('The reference of a delivery', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open(), { TRUST_PROXY: '1' });
  });
  afterAll(() => harness.close());

  const from = (client: string) => ({ headers: { 'x-forwarded-for': client } });
  const look = (reference: string, client = '192.0.2.1') =>
    harness.call('getReferenceStatus', { params: { reference }, ...from(client) });
  const guess = (client: string, reference = 'SND-2222222222') =>
    harness.status('getReferenceStatus', { params: { reference }, ...from(client) });

  test('exists from the submit on, and the order has the same (DEL-07)', async () => {
    const { token } = await harness.createUser();
    const id = await createPaidRequest(harness, token);
    const { referenceNumber } = (await harness.call('getDeliveryRequest', { token, params: { id } })).body;
    expect(referenceNumber).toMatch(REFERENCE);
    expect((await acceptAsOperator(harness, id)).referenceNumber).toBe(referenceNumber);
  });

  test('of a guest is the same in every response about the request (DEL-07)', async () => {
    const key = randomUUID();
    const body = { firstName: 'Gráinne', lastName: 'Walsh', pickup: 'Bray', dropoff: 'Howth' };
    const submit = async () => (await harness.call('submitGuestRequest', { body, key })).body;
    const { id, referenceNumber } = await submit();
    expect(referenceNumber).toMatch(REFERENCE);
    expect(await submit()).toEqual({ id, referenceNumber });
    const state = (await harness.call('getGuestRequest', { params: { key } })).body;
    expect(state.referenceNumber).toBe(referenceNumber);
    await harness.ops('POST', `guest-requests/${id}/accept`, { isPaidOtherwise: true });
    const list = (await harness.ops('GET', `guest-requests?reference=${referenceNumber}`)).body;
    expect(list).toMatchObject([{ id, referenceNumber, order: { referenceNumber } }]);
    expect((await look(String(referenceNumber))).body).toEqual({
      referenceNumber,
      status: 2,
      order: { status: 1 },
    });
  });

  test('stays the same when a process of an older version creates the order (DEL-07)', async () => {
    const { token } = await harness.createUser();
    const id = await createPaidRequest(harness, token);
    const { referenceNumber } = (await harness.call('getDeliveryRequest', { token, params: { id } })).body;
    const [order] = await harness.db
      .insert(orders)
      .values({
        guid: randomUUID(),
        referenceNumber: 'SND-GENERATED9',
        deliveryRequestId: id,
        status: 1,
        created: new Date(),
      })
      .returning();
    expect(order?.referenceNumber).toBe(referenceNumber);
  });

  test('reveals the status and nothing else to anyone (TRK-18)', async () => {
    const { token } = await harness.createUser('Secret Person');
    const { body } = await harness.call('createDeliveryRequest', {
      token,
      body: parcel(PLACES_WITH_STREETS),
    });
    const reference = String(body.referenceNumber);
    const found = { referenceNumber: reference, status: 0, order: null };
    expect((await look(reference.toLowerCase())).body).toEqual(found);
    await harness.pay(body.id);
    await acceptAsOperator(harness, body.id);
    expect((await look(reference)).body).toEqual({ ...found, status: 2, order: { status: 1 } });
  });

  testOnPostgres(
    open,
    'can be guessed 20 times an hour by one client, and 600 times by all together (TRK-18)',
    async () => {
      harness.advanceClock(HOUR);
      const { token } = await harness.createUser();
      const { body } = await harness.call('createDeliveryRequest', { token, body: parcel() });
      const reference = String(body.referenceNumber);
      for (let n = 0; n < 19; n += 1) expect(await guess('192.0.2.2')).toBe(404);
      // References that exist are no guesses.
      for (let n = 0; n < 5; n += 1) expect(await guess('192.0.2.2', reference)).toBe(200);
      expect(await guess('192.0.2.2')).toBe(404);
      expect(await guess('192.0.2.2')).toBe(429);
      expect(await guess('192.0.2.2', reference)).toBe(429);
      for (let client = 0; client < 29; client += 1) {
        for (let n = 0; n < 20; n += 1) expect(await guess(`198.51.100.${client}`)).toBe(404);
      }
      expect(await guess('203.0.113.1', reference)).toBe(429);
      harness.advanceClock(HOUR);
      expect(await guess('203.0.113.1', reference)).toBe(200);
    },
  );
});

onBothDatabases('An earlier database', (open) => {
  test('keeps the references of its orders, and gives its other requests new ones (DEL-07)', async () => {
    const database = await open();
    const { db } = database;
    const harness = await createApiHarness(database);
    const { token } = await harness.createUser();
    const ids = [await createPaidRequest(harness, token), await createPaidRequest(harness, token)] as const;
    const { referenceNumber } = await acceptAsOperator(harness, ids[0]);
    for (const table of ['delivery_requests', 'guest_requests']) {
      await db.execute(sql`alter table ${sql.identifier(table)} drop column reference_number`);
    }
    await db.execute(sql`drop function take_over_reference cascade`);
    await db.execute(sql`delete from schema_migrations where name ~ '^009[123]_references'`);
    await migrate(db);
    const rows = await db.select().from(deliveryRequests);
    const references = new Map(rows.map((row) => [row.id, row.referenceNumber]));
    expect(references.get(ids[0])).toBe(referenceNumber);
    expect(references.get(ids[1])).toMatch(REFERENCE);
    await harness.close();
  });
});
