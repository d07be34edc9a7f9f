import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';
import { onBothDatabases } from '../support/databases.ts';

onBothDatabases('saved addresses', (open) => {
  let world: ApiHarness;
  beforeAll(async () => {
    world = await createApiHarness(await open());
  });
  afterAll(() => world.close());

  const home = {
    name: 'Home',
    country: 'Ireland',
    city: 'Dublin',
    street: '18 Rathgar Road',
    postalCode: 'D06',
  };

  test('are saved, edited, listed and deleted', async () => {
    const { token } = await world.createUser();
    const { body: saved } = await world.call('createAddress', { token, body: home });
    expect(saved).toMatchObject({
      latitude: 0,
      longitude: 0,
      isDefaultPickUp: false,
      address: '18 Rathgar Road, D06, Dublin',
    });
    const params = { id: saved.id };
    await world.call('editAddress', { token, params, body: { ...home, name: 'Flat' } });
    expect((await world.call('listAddresses', { token })).body.map((row) => row.name)).toEqual(['Flat']);
    await world.call('deleteAddress', { token, params });
    expect((await world.call('listAddresses', { token })).body).toEqual([]);
  });

  test('have one default of each kind, and an edit does not change it', async () => {
    const { token } = await world.createUser();
    const first = (await world.call('createAddress', { token, body: { ...home, isDefaultPickUp: true } }))
      .body;
    const second = (await world.call('createAddress', { token, body: { ...home, isDefaultPickUp: true } }))
      .body;
    await world.call('setDefaultDropOff', { token, params: { id: first.id } });
    await world.call('editAddress', { token, params: { id: second.id }, body: home });
    const { body } = await world.call('listAddresses', { token });
    expect(body.map((row) => [row.id, row.isDefaultPickUp, row.isDefaultDropOff])).toEqual([
      [first.id, false, true],
      [second.id, true, false],
    ]);
  });

  test('have one default after twenty concurrent changes', async () => {
    const { token } = await world.createUser();
    const ids: number[] = [];
    for (let n = 0; n < 5; n++) {
      ids.push((await world.call('createAddress', { token, body: home })).body.id);
    }
    const attempts = Array.from({ length: 20 }, (_, n) =>
      n % 4 === 3
        ? world.status('createAddress', { token, body: { ...home, isDefaultPickUp: true } })
        : world.status('setDefaultPickUp', { token, params: { id: ids[n % 5] ?? 0 } }),
    );
    for (const status of await Promise.all(attempts)) expect([200, 201]).toContain(status);
    const { body } = await world.call('listAddresses', { token });
    expect(body.filter((row) => row.isDefaultPickUp)).toHaveLength(1);
  });

  test('of another account get the same response as those that do not exist (REL-12)', async () => {
    const owner = await world.createUser();
    const { token } = await world.createUser();
    const { id } = (await world.call('createAddress', { token: owner.token, body: home })).body;
    for (const foreign of [id, 999_999, 'x', '1e3', '99999999999']) {
      const asked = { token, params: { id: foreign } };
      const answers = [
        await world.expectProblem('editAddress', { ...asked, body: home }),
        await world.expectProblem('setDefaultPickUp', asked),
        await world.expectProblem('setDefaultDropOff', asked),
        await world.expectProblem('deleteAddress', asked),
      ];
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 404, body: { title: 'ADDRESS_NOT_FOUND' } });
      }
    }
    expect((await world.call('listAddresses', { token: owner.token })).body).toHaveLength(1);
  });
});
