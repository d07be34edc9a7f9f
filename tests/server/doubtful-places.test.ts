import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../server/db/open-database.ts';
import { createPlaces } from '../../server/places/places.ts';
import type { RequestBody } from '../../src/contract/endpoints.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { openEmbedded } from '../support/databases.ts';

const CORK = { latitude: 51.898, longitude: -8.4706 };
const GALWAY = { latitude: 53.2719, longitude: -9.0489 };

describe('The price', () => {
  let database: OpenDatabase;
  let harness: ApiHarness;
  beforeAll(async () => {
    database = await openEmbedded();
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

  const between = (from: object, to: object): RequestBody<'createDeliveryRequest'> =>
    parcel({ pickUpSnapshot: { name: 'Cork', ...from }, dropOffSnapshot: { name: 'Galway', ...to } });
  const price = async (body: RequestBody<'createDeliveryRequest'>) =>
    (await harness.call('estimatePrice', { body })).body.estimatedPrice;

  test('is not lowered by coordinates that do not match the typed place (SEC-09)', async () => {
    const honest = await price(between(CORK, GALWAY));
    expect(honest).toBeGreaterThan(90);
    const near = { latitude: CORK.latitude + 0.001, longitude: CORK.longitude };
    expect(await price(between(CORK, near))).toBeCloseTo(honest, -1);
    const street = between(CORK, { name: 'Eyre Square, Galway', ...near });
    expect(await price(street)).toBeGreaterThan(90);
  });

  test.each<[string, object]>([
    ['its city', { name: '1 Eyre Square', city: 'Galway' }],
    ['its name, while its city does', { name: 'Shop Street, Galway', city: 'Cork' }],
    ['a town with the word "city"', { name: 'Galway City, Co. Galway' }],
    ['a town with invisible characters', { name: 'Eyre Square, Gal\u200bway' }],
  ])('is not lowered by coordinates that do not match %s (SEC-09)', async (_name, place) => {
    const forged = { ...place, latitude: CORK.latitude + 0.001, longitude: CORK.longitude };
    expect(await price(between(CORK, forged))).toBeGreaterThan(90);
    const near = { ...place, latitude: GALWAY.latitude + 0.001, longitude: GALWAY.longitude };
    const galway = { ...GALWAY, name: 'Galway' };
    expect(await price(between(galway, near))).toBeLessThan(20);
  });

  test('uses coordinates that match the place, and those of a place without a known town (SEC-09)', async () => {
    const outskirts = { latitude: GALWAY.latitude + 0.1, longitude: GALWAY.longitude };
    expect(await price(between(CORK, outskirts))).not.toBe(await price(between(CORK, GALWAY)));
    const label = { name: 'My workshop', latitude: CORK.latitude + 0.001, longitude: CORK.longitude };
    expect(await price(between(CORK, label))).toBeLessThan(20);
  });

  test('is flagged to operators if it ignores coordinates (SEC-09)', async () => {
    const { token } = await harness.createUser();
    const { id: fitting } = (
      await harness.call('createDeliveryRequest', { token, body: between(CORK, GALWAY) })
    ).body;
    const { id: forged } = (await harness.call('createDeliveryRequest', { token, body: between(CORK, CORK) }))
      .body;
    const { body } = await harness.ops('GET', 'orderrequests');
    const flags = (body as { id: number; isPlaceDoubtful: boolean }[]).map(({ id, isPlaceDoubtful }) => [
      id,
      isPlaceDoubtful,
    ]);
    expect(flags).toEqual([
      [fitting, false],
      [forged, true],
    ]);
    await harness.call('editDeliveryRequest', {
      token,
      params: { id: String(forged) },
      body: between(CORK, GALWAY),
    });
    const after = (await harness.ops('GET', 'orderrequests')).body as { isPlaceDoubtful: boolean }[];
    expect(after.some(({ isPlaceDoubtful }) => isPlaceDoubtful)).toBe(false);
  });
});
