import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';
import { acceptAsOperator, createPaidRequest, PLACES_WITH_STREETS } from '../support/orders.ts';

onBothDatabases('tracking by number', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open(), { TRUST_PROXY: '10.0.0.1' });
  });
  afterAll(() => harness.close());

  async function order(changes = {}) {
    const { token } = await harness.createUser('Secret Person');
    const { id, guid } = await acceptAsOperator(harness, await createPaidRequest(harness, token, changes));
    return { token, id, guid };
  }

  test('returns towns, dates and status, and no name, street, phone or price (TRK-08)', async () => {
    const { guid, id, token } = await order(PLACES_WITH_STREETS);
    const { body } = await harness.call('trackOrder', { params: { orderGuid: guid } });
    expect(Object.keys(body).sort()).toEqual(
      [
        'deliveredTime',
        'deliveryDate',
        'deliveryTime',
        'from',
        'guid',
        'history',
        'id',
        'referenceNumber',
        'status',
        'to',
      ].sort(),
    );
    expect(body).toMatchObject({ id, guid, from: 'Rathmines', to: 'Bray' });
    const asCustomer = { params: { orderGuid: guid }, headers: { authorization: `Bearer ${token}` } };
    expect((await harness.call('trackOrder', asCustomer)).body).toEqual(body);
  });

  test('returns no town if it is unknown', async () => {
    const { guid } = await order({ dropOffSnapshot: { name: '4 Secret Lane, Xyzzy' } });
    expect((await harness.call('trackOrder', { params: { orderGuid: guid } })).body.to).toBeNull();
  });

  test('accepts a number in lower or upper case, and returns nothing for unknown numbers', async () => {
    const { guid } = await order();
    await harness.call('trackOrder', { params: { orderGuid: guid.toUpperCase() } });
    for (const orderGuid of ['3f0c4f0e-0000-4000-8000-000000000000', 'nonsense', `${guid}x`, "' or 1=1"]) {
      expect(await harness.expectProblem('trackOrder', { params: { orderGuid } })).toMatchObject({
        status: 404,
        body: { title: 'ORDER_NOT_FOUND' },
      });
    }
  });

  test('allows one client sixty lookups a minute, and ignores a forged address', async () => {
    harness.advanceClock(60_000);
    const params = { orderGuid: '3f0c4f0e-0000-4000-8000-000000000000' };
    const look = (n: number) =>
      harness.status('trackOrder', { params, headers: { 'x-forwarded-for': `192.0.2.${n}` } });
    const responses = await Promise.all(Array.from({ length: 70 }, (_, n) => look(n)));
    expect(responses.filter((status) => status === 404)).toHaveLength(60);
    expect(responses.filter((status) => status === 429)).toHaveLength(10);
    harness.advanceClock(60_000);
    expect(await look(1)).toBe(404);
  });
});
