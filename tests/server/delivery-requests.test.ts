import { Hono } from 'hono';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { editRequest } from '../../server/deliveries/delivery-requests.ts';
import { DeliveryRequestInput } from '../../src/contract/delivery-request.ts';
import { DEFAULT_TARIFF, priceInCents } from '../../src/contract/price.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';

onBothDatabases('a delivery request', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open());
  });
  afterAll(() => harness.close());

  const create = async (token: string, changes: Partial<ReturnType<typeof parcel>> = {}) =>
    (await harness.call('createDeliveryRequest', { token, body: parcel(changes) })).body;

  test('gets the same price in the estimate and when it is created', async () => {
    const { token } = await harness.createUser();
    const body = parcel({ deliveryType: 2, isPriority: true, isFragile: true });
    const estimate = (await harness.call('estimatePrice', { body })).body;
    const created = await create(token, body);
    const { totalCents } = priceInCents({ ...body, isFragile: true, isPriority: true }, DEFAULT_TARIFF);
    expect(Math.round((created.estimatedPrice ?? 0) * 100)).toBe(totalCents);
    expect(estimate.estimatedPrice).toBe(created.estimatedPrice);
    const sum = estimate.breakdown.reduce((total, line) => total + Math.round(line.amount * 100), 0);
    expect(sum).toBe(totalCents);
    expect((await harness.call('getDeliveryRequest', { token, params: { id: created.id } })).body).toEqual({
      ...created,
      checkoutUrl: undefined,
    });
  });

  test('waits for payment and has a checkout page (CAL-04)', async () => {
    const { token } = await harness.createUser();
    const created = await create(token);
    expect(created).toMatchObject({
      status: 0,
      currency: 'EUR',
      order: null,
      checkoutUrl: `http://localhost:8080/pay/${created.id}`,
    });
  });

  test('ignores a status, price, owner or id in the body', async () => {
    const other = await harness.createUser();
    const { token } = await harness.createUser();
    const forged = {
      ...parcel(),
      id: 1,
      status: 1,
      estimatedPrice: 0.01,
      priceCents: 1,
      userId: other.user.id,
      currency: 'JPY',
      created: '1999-01-01T00:00:00Z',
    };
    const { body } = await harness.call('createDeliveryRequest', { token, body: forged });
    expect(body).toMatchObject({ status: 0, currency: 'EUR' });
    expect(body.estimatedPrice).toBeGreaterThan(5);
    expect((await harness.call('listDeliveryRequests', { token: other.token })).body).toEqual([]);
  });

  test('is created although the payment provider is unavailable', async () => {
    const { token } = await harness.createUser();
    harness.outside.isPaymentAway = true;
    const created = await create(token);
    harness.outside.isPaymentAway = false;
    expect(created.checkoutUrl).toBeNull();
    expect((await harness.call('listDeliveryRequests', { token })).body).toHaveLength(1);
  });

  test('with a typed place is priced by the gazetteer, and the place stays a name', async () => {
    const { token } = await harness.createUser();
    const typed = { name: 'Main Street, Bray' };
    const created = await create(token, { dropOffSnapshot: typed });
    expect(created.dropOffSnapshot).toEqual(typed);
    const estimate = (await harness.call('estimatePrice', { body: parcel({ dropOffSnapshot: typed }) })).body;
    expect(estimate.distanceKm).toBeCloseTo(17.6, 0);
    expect(created.estimatedPrice).toBe(estimate.estimatedPrice);
  });

  test('with an unknown place is priced by an assumed distance and says so', async () => {
    const nowhere = { name: 'Xyzzy', latitude: 0, longitude: 0 };
    const { body } = await harness.call('estimatePrice', { body: parcel({ dropOffSnapshot: nowhere }) });
    expect(body.distanceKm).toBe(DEFAULT_TARIFF.defaultDistanceKm);
    expect(body.breakdown.map((line) => line.label)).toContain('Distance not known yet, 15 km assumed');
    const { token } = await harness.createUser();
    expect((await create(token, { dropOffSnapshot: nowhere })).dropOffSnapshot).toEqual({ name: 'Xyzzy' });
  });

  test('can be edited while it waits for payment, which updates the price and closes open checkouts', async () => {
    const { token } = await harness.createUser();
    const created = await create(token, { deliveryType: 1, isPriority: true });
    harness.advanceClock(1000);
    const params = { id: created.id };
    const change = parcel({ weight: 100, deliveryType: 0, isPriority: false, deliveryNote: 'New' });
    const { body } = await harness.call('editDeliveryRequest', { token, params, body: change });
    expect(body).toMatchObject({ weight: 100, deliveryNote: 'New', deliveryType: 1, isPriority: true });
    expect(Math.round(((body.estimatedPrice ?? 0) - (created.estimatedPrice ?? 0)) * 100)).toBe(70 * 8);
    expect(body.lastModified).not.toBe(created.lastModified);
    expect(harness.outside.expired).toContain(created.id);
  });

  test('keeps its price until an edit changes what determines it, also after a new tariff (DET-10)', async () => {
    const { user, token } = await harness.createUser();
    const { id, estimatedPrice } = await create(token);
    const tariff = { ...DEFAULT_TARIFF, currency: 'GBP', baseCents: 9000 };
    const places = { match: async () => ({ kind: 'unclear' as const, candidates: [] }), routes: new Hono() };
    const edit = (changes: Partial<ReturnType<typeof parcel>>) =>
      editRequest(
        { ...harness, places, tariff },
        user.id,
        id,
        v.parse(DeliveryRequestInput, parcel(changes)),
      );
    await edit({ deliveryNote: 'Ring twice' });
    const { body } = await harness.call('getDeliveryRequest', { token, params: { id } });
    expect(body).toMatchObject({ deliveryNote: 'Ring twice', currency: 'EUR', estimatedPrice });
    expect((await edit({ weight: 31 })).currency).toBe('GBP');
  });

  test('is not overwritten by an edit of an older version (DET-45)', async () => {
    const { token } = await harness.createUser();
    const { id, lastModified } = await create(token);
    const edit = (weight: number, version: string | null | undefined) =>
      harness.status('editDeliveryRequest', {
        token,
        params: { id },
        body: parcel({ weight }),
        headers: { 'if-match': `"${version}"` },
      });
    harness.advanceClock(1000);
    const [first, second] = await Promise.all([edit(100, lastModified), edit(200, lastModified)]);
    expect([first, second].sort()).toEqual([200, 412]);
    const stored = (await harness.call('getDeliveryRequest', { token, params: { id } })).body;
    expect(stored.weight).toBe(first === 200 ? 100 : 200);
    expect(await edit(300, stored.lastModified)).toBe(200);
  });

  test('is answered with the stored version when an edit is repeated after its response was lost (DET-45)', async () => {
    const { token } = await harness.createUser();
    const { id, lastModified } = await create(token);
    const edit = () =>
      harness.call('editDeliveryRequest', {
        token,
        params: { id },
        body: parcel({ weight: 100, deliveryNote: 'Ring twice' }),
        headers: { 'if-match': `"${lastModified}"` },
      });
    harness.advanceClock(1000);
    const { body } = await edit();
    harness.advanceClock(1000);
    const expired = harness.outside.expired.length;
    expect((await edit()).body).toEqual(body);
    expect(harness.outside.expired).toHaveLength(expired);
  });

  test('cannot be edited or deleted after it is paid', async () => {
    const { token } = await harness.createUser();
    const params = { id: (await create(token)).id };
    expect(await harness.pay(params.id)).toBe(true);
    expect(await harness.pay(params.id)).toBe(false);
    expect(
      await harness.expectProblem('editDeliveryRequest', { token, params, body: parcel() }),
    ).toMatchObject({
      status: 409,
      body: { title: 'ORDER_REQUEST_CANNOT_BE_EDITED' },
    });
    expect(await harness.expectProblem('deleteDeliveryRequest', { token, params })).toMatchObject({
      status: 409,
      body: { title: 'ORDER_DELITION_NOT_ALLOWED' },
    });
    expect((await harness.call('getDeliveryRequest', { token, params })).body.status).toBe(1);
  });

  test('can be deleted while it waits for payment', async () => {
    const { token } = await harness.createUser();
    const params = { id: (await create(token)).id };
    await harness.call('deleteDeliveryRequest', { token, params });
    expect(harness.outside.expired).toContain(params.id);
    expect(await harness.status('getDeliveryRequest', { token, params })).toBe(404);
  });

  test('is either paid or edited when both happen at the same time', async () => {
    const { token } = await harness.createUser();
    for (let round = 0; round < 5; round++) {
      const { id } = await create(token);
      const [edit] = await Promise.all([
        harness.status('editDeliveryRequest', { token, params: { id }, body: parcel({ weight: 500 }) }),
        harness.pay(id),
      ]);
      expect([200, 409]).toContain(edit);
      const after = (await harness.call('getDeliveryRequest', { token, params: { id } })).body;
      expect(after.status).toBe(1);
      expect(after.weight).toBe(edit === 200 ? 500 : 30);
    }
  });

  test('of another account gets the same response as one that does not exist', async () => {
    const owner = await harness.createUser();
    const { token } = await harness.createUser();
    const { id } = await create(owner.token);
    for (const foreign of [id, 999_999, 'x', '-1', '0x1', '99999999999999999999']) {
      const options = { token, params: { id: foreign } };
      const responses = [
        await harness.expectProblem('getDeliveryRequest', options),
        await harness.expectProblem('editDeliveryRequest', { ...options, body: parcel() }),
        await harness.expectProblem('deleteDeliveryRequest', options),
      ];
      for (const response of responses) {
        expect(response).toMatchObject({ status: 404, body: { title: 'ORDER_REQUEST_NOT_FOUND' } });
      }
    }
  });

  test('is listed newest first', async () => {
    const { token } = await harness.createUser();
    const ids = [];
    for (let n = 0; n < 3; n++) {
      ids.unshift((await create(token)).id);
      harness.advanceClock(1000);
    }
    expect((await harness.call('listDeliveryRequests', { token })).body.map((row) => row.id)).toEqual(ids);
  });

  test('returns the customer to the page they came from, but to no other host', async () => {
    const { token } = await harness.createUser();
    const from = async (headers: Record<string, string>) => {
      const options = { token, body: parcel(), headers };
      return new URL((await harness.call('createDeliveryRequest', options)).body.checkoutUrl ?? '').origin;
    };
    expect(await from({ origin: 'http://127.0.0.1:9999' })).toBe('http://127.0.0.1:9999');
    expect(await from({ origin: 'https://evil.example' })).toBe('http://localhost:8080');
    expect(await from({ host: 'evil.example' })).toBe('http://localhost:8080');
    expect(await from({ origin: 'null' })).toBe('http://localhost:8080');
  });
});
