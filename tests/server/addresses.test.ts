import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';

onBothDatabases('saved addresses', (open) => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await open());
  });
  afterAll(() => harness.close());

  const home = {
    name: 'Home',
    country: 'Ireland',
    city: 'Dublin',
    street: '18 Rathgar Road',
    postalCode: 'D06',
  };

  test('are saved, edited, listed and deleted', async () => {
    const { token } = await harness.createUser();
    const { body: saved } = await harness.call('createAddress', { token, body: home });
    expect(saved).toMatchObject({
      latitude: 0,
      longitude: 0,
      isDefaultPickUp: false,
      address: '18 Rathgar Road, D06, Dublin',
    });
    const params = { id: saved.id };
    await harness.call('editAddress', { token, params, body: { ...home, name: 'Flat' } });
    expect((await harness.call('listAddresses', { token })).body.map((row) => row.name)).toEqual(['Flat']);
    await harness.call('deleteAddress', { token, params });
    expect((await harness.call('listAddresses', { token })).body).toEqual([]);
  });

  test('have one default of each kind, and an edit does not change it', async () => {
    const { token } = await harness.createUser();
    const first = (await harness.call('createAddress', { token, body: { ...home, isDefaultPickUp: true } }))
      .body;
    const second = (await harness.call('createAddress', { token, body: { ...home, isDefaultPickUp: true } }))
      .body;
    await harness.call('setDefaultDropOff', { token, params: { id: first.id } });
    await harness.call('editAddress', { token, params: { id: second.id }, body: home });
    const { body } = await harness.call('listAddresses', { token });
    expect(body.map((row) => [row.id, row.isDefaultPickUp, row.isDefaultDropOff])).toEqual([
      [first.id, false, true],
      [second.id, true, false],
    ]);
  });

  test('have one default after twenty concurrent changes', async () => {
    const { token } = await harness.createUser();
    const ids: number[] = [];
    for (let n = 0; n < 5; n++) {
      ids.push((await harness.call('createAddress', { token, body: home })).body.id);
    }
    const attempts = Array.from({ length: 20 }, (_, n) =>
      n % 4 === 3
        ? harness.status('createAddress', { token, body: { ...home, isDefaultPickUp: true } })
        : harness.status('setDefaultPickUp', { token, params: { id: ids[n % 5] ?? 0 } }),
    );
    for (const status of await Promise.all(attempts)) expect([200, 201]).toContain(status);
    const { body } = await harness.call('listAddresses', { token });
    expect(body.filter((row) => row.isDefaultPickUp)).toHaveLength(1);
  });

  test('of another account get the same response as those that do not exist (REL-12)', async () => {
    const owner = await harness.createUser();
    const { token } = await harness.createUser();
    const { id } = (await harness.call('createAddress', { token: owner.token, body: home })).body;
    for (const foreign of [id, 999_999, 'x', '1e3', '99999999999']) {
      const options = { token, params: { id: foreign } };
      const responses = [
        await harness.expectProblem('editAddress', { ...options, body: home }),
        await harness.expectProblem('setDefaultPickUp', options),
        await harness.expectProblem('setDefaultDropOff', options),
        await harness.expectProblem('deleteAddress', options),
      ];
      for (const response of responses) {
        expect(response).toMatchObject({ status: 404, body: { title: 'ADDRESS_NOT_FOUND' } });
      }
    }
    expect((await harness.call('listAddresses', { token: owner.token })).body).toHaveLength(1);
  });
});
