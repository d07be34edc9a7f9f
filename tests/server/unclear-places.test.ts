import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliveryRequests } from '../../server/db/schema.ts';
import { createPlaces } from '../../server/places/places.ts';
import type { RequestBody } from '../../src/contract/endpoints.ts';
import { DEFAULT_TARIFF } from '../../src/contract/price.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';
import {
  createPaymentHarness,
  createRequest,
  createUser,
  ORIGIN,
  type PaymentHarness,
} from '../support/payment-harness.ts';

const NEWBRIDGE = { latitude: 53.1819, longitude: -6.7967 };

onBothDatabases('A place that was only typed', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    const database = await open();
    const places = createPlaces({
      db: database.db,
      clock: { now: () => new Date() },
      log: pino({ enabled: false }),
      publicUrl: 'http://localhost:8080',
      nominatim: { url: undefined, perSecond: 1 },
    });
    harness = await createApiHarness(database, {}, { places });
  });
  afterAll(() => harness.close());

  const between = (from: object | string, to: object | string): RequestBody<'createDeliveryRequest'> => {
    const place = (value: object | string) => (typeof value === 'string' ? { name: value } : value);
    return parcel({
      pickUpSnapshot: place(from) as { name: string },
      dropOffSnapshot: place(to) as { name: string },
    });
  };
  const estimate = async (from: string, to: string) =>
    (await harness.call('estimatePrice', { body: between(from, to) })).body;
  const create = async (from: object | string, to: object | string) => {
    const { token } = await harness.createUser();
    const { body } = await harness.call('createDeliveryRequest', { token, body: between(from, to) });
    return { token, params: { id: String(body.id) }, created: body };
  };

  test('is priced and named as it was understood if it is certain (PLC-01, PLC-05)', async () => {
    const { pickUp, dropOff, distanceKm, isDistanceAssumed, breakdown } = await estimate(
      'Aldi, Newbridge, Co Kildare',
      'Main Street, Naas, Co. Kildare',
    );
    expect(pickUp).toMatchObject({ kind: 'located', label: 'Newbridge, Co. Kildare' });
    expect(dropOff).toMatchObject({ kind: 'located', label: 'Naas, Co. Kildare' });
    expect(isDistanceAssumed).toBe(false);
    expect(distanceKm).toBeLessThan(12);
    const line = `Distance, ${distanceKm} km (Newbridge, Co. Kildare to Naas, Co. Kildare)`;
    expect(breakdown.map(({ label }) => label)).toContain(line);
  });

  test.each([
    ['Home', 'Work'],
    ['14 Park View', '22 Orchard Close'],
    ['Newtown', 'Bray'],
    ['x', 'y'],
  ])('is never guessed: %s to %s costs the assumed distance (PLC-02)', async (from, to) => {
    const guess = await estimate(from, to);
    expect(guess.isDistanceAssumed).toBe(true);
    expect(guess.distanceKm).toBe(DEFAULT_TARIFF.defaultDistanceKm);
    expect(guess.pickUp?.kind).toBe('unclear');
    expect(guess.breakdown.map(({ label }) => label)).toContain('Distance not known yet, 15 km assumed');
  });

  test('has candidates to pick from if it is unclear (PLC-02)', async () => {
    const { pickUp } = await estimate('Bangor', 'Bray');
    if (pickUp?.kind !== 'unclear') throw new Error('Bangor is two towns');
    const labels = pickUp.candidates.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining([expect.stringContaining('Gwynedd')]));
    expect(labels.length).toBeGreaterThan(1);
    expect(labels.length).toBeLessThanOrEqual(5);
  });

  test('opens no checkout until the customer picks it, and both prices are stated (PLC-02, PLC-03, PLC-04)', async () => {
    const { token, params, created } = await create('Home', { name: 'Newbridge', ...NEWBRIDGE });
    expect(created).toMatchObject({ checkoutUrl: null, unclearPlaces: ['pickUp'], assumedPrice: null });
    expect(harness.outside.sessions).not.toContain(created.id);

    const picked = { name: 'Home', city: 'Galway', latitude: 53.2719, longitude: -9.0489 };
    const { body: edited } = await harness.call('editDeliveryRequest', {
      token,
      params,
      body: between(picked, { name: 'Newbridge', ...NEWBRIDGE }),
    });
    expect(edited.unclearPlaces).toEqual([]);
    expect(edited.estimatedPrice).toBeGreaterThan(created.estimatedPrice ?? 0);
    expect(edited.assumedPrice).toBe(created.estimatedPrice);
    const heavier = { ...between(picked, { name: 'Newbridge', ...NEWBRIDGE }), weight: 31 };
    const { body: again } = await harness.call('editDeliveryRequest', { token, params, body: heavier });
    expect(again.assumedPrice).toBeNull();
  });

  test('is confirmed by an operator, who emails the price to the customer (PLC-03)', async () => {
    const { token, params, created } = await create('Home', 'Work');
    expect(created.unclearPlaces).toEqual(['pickUp', 'dropOff']);
    const path = `orderrequests/${created.id}/places`;
    const naas = { latitude: 53.2158, longitude: -6.6669, city: 'Naas' };
    const listed = await harness.ops('GET', 'orderrequests?unclear=1&order=newest');
    // The places of guests are only text.
    expect((await harness.ops('GET', 'guest-requests?unclear=1')).status).toBe(400);
    expect((listed.body as { id: number }[])[0]?.id).toBe(created.id);

    const half = await harness.ops('POST', path, { pickUp: naas });
    expect(half.body).toMatchObject({ unclearPlaces: ['dropOff'], estimatedPrice: created.estimatedPrice });
    const both = await harness.ops('POST', path, { dropOff: NEWBRIDGE });
    expect(both.body).toMatchObject({ unclearPlaces: [], assumedPrice: created.estimatedPrice });
    expect(harness.outside.expired).toContain(created.id);
    const { body } = await harness.call('getDeliveryRequest', { token, params });
    expect(body.estimatedPrice).toBeLessThan(created.estimatedPrice ?? 0);
    expect(body.pickUpSnapshot).toMatchObject({ name: 'Home', city: 'Naas', latitude: 53.2158 });
    const audit = await harness.ops('GET', 'audit');
    expect(
      (audit.body as { event: string }[]).filter(({ event }) => event === 'placesConfirmed'),
    ).toHaveLength(2);
    await harness.pay(created.id);
    expect((await harness.ops('POST', path, { dropOff: NEWBRIDGE })).status).toBe(409);
    expect((await harness.ops('POST', path, {})).status).toBe(400);
    expect((await harness.ops('POST', path, { pickUp: { latitude: 91, longitude: 0 } })).status).toBe(400);
    expect((await harness.ops('POST', 'orderrequests/999999/places', { pickUp: naas })).status).toBe(404);
  });

  test('has both prices after an operator has corrected the confirmed place (PLC-04)', async () => {
    const { created } = await create('Home', { name: 'Newbridge', ...NEWBRIDGE });
    const confirm = async (pickUp: object) =>
      (await harness.ops('POST', `orderrequests/${created.id}/places`, { pickUp })).body;
    await confirm({ latitude: 53.2158, longitude: -6.6669, city: 'Naas' });
    expect(await confirm({ latitude: 53.2719, longitude: -9.0489, city: 'Galway' })).toMatchObject({
      assumedPrice: created.estimatedPrice,
    });
  });

  test('states no former price in another currency than it was quoted in (PLC-04)', async () => {
    const { token, params, created } = await create('Home', { name: 'Newbridge', ...NEWBRIDGE });
    await harness.db
      .update(deliveryRequests)
      .set({ currency: 'GBP' })
      .where(eq(deliveryRequests.id, created.id));
    await harness.ops('POST', `orderrequests/${created.id}/places`, {
      pickUp: { latitude: 53.2158, longitude: -6.6669, city: 'Naas' },
    });
    const { body } = await harness.call('getDeliveryRequest', { token, params });
    expect(body).toMatchObject({ currency: 'EUR', assumedPrice: null });
  });

  test('is named by tracking only if it is certain or picked (PLC-06)', async () => {
    const track = async (from: object | string, to: object | string) => {
      const { created } = await create(from, to);
      await harness.pay(created.id);
      const { body } = await harness.ops('POST', `orderrequests/${created.id}/accept`);
      const params = { orderGuid: (body as { guid: string }).guid };
      const { from: start, to: end } = (await harness.call('trackOrder', { params })).body;
      return [start, end];
    };
    expect(await track('Home', 'Work')).toEqual([null, null]);
    expect(
      await track('12 Main Street, Bray, Co. Wicklow', { name: '12 Main Street', city: 'Naas' }),
    ).toEqual(['Bray', 'Naas']);
    const picked = { name: 'Home', city: 'Howth', latitude: 53.3871, longitude: -6.0654 };
    expect(await track(picked, { name: 'Work', city: 'Nowhere at all' })).toEqual(['Howth', null]);
  });

  test('gives a guest no price until an operator states one (PLC-01)', async () => {
    const body = {
      firstName: 'Aoife',
      lastName: '',
      email: 'a@b.ie',
      pickup: 'Home',
      dropoff: 'Work',
      note: '',
    };
    const { id } = (await harness.call('submitGuestRequest', { body })).body;
    const refused = await harness.ops('POST', `guest-requests/${id}/accept`);
    expect(refused).toMatchObject({ status: 409, body: { title: 'GUEST_PRICE_UNKNOWN' } });
    const priced = await harness.ops('POST', `guest-requests/${id}/accept`, { amount: 20 });
    expect(priced.body).toMatchObject({ amount: 20 });
  });
});

onBothDatabases('A delivery with an unclear place', (open) => {
  let harness: PaymentHarness;
  beforeAll(async () => {
    harness = await createPaymentHarness(open);
  });
  afterAll(() => harness.close());

  test('cannot be paid, neither on a checkout page nor with a saved card (PLC-02)', async () => {
    const userId = await createUser(harness);
    const requestId = await createRequest(harness, userId);
    await harness.db.update(deliveryRequests).set({ unclearPlaces: ['dropOff'] });
    const card = { paymentMethodId: 'pm_1', amountCents: 1840, currency: 'EUR' };
    const input = { userId, requestId, origin: ORIGIN };
    const refusal = { status: 409, code: 'PLACE_NOT_CONFIRMED' };
    await expect(harness.payments.createSession(input)).rejects.toMatchObject(refusal);
    await expect(harness.payments.chargeSavedCard({ ...input, ...card })).rejects.toMatchObject(refusal);
    await harness.db.update(deliveryRequests).set({ unclearPlaces: [] });
    expect((await harness.payments.createSession(input)).sessionUrl).toContain('/');
  });
});
