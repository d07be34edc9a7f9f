import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import { useAddresses } from '../../src/stores/addresses.ts';
import { showAlert, useAlerts } from '../../src/stores/alerts.ts';
import { useApp } from '../../src/stores/app.ts';
import { useDelivery } from '../../src/stores/delivery.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { useLoaders, whileLoading } from '../../src/stores/loaders.ts';
import { usePayments } from '../../src/stores/payments.ts';
import { resetStores } from '../../src/stores/reset.ts';
import { useUser } from '../../src/stores/user.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';

const AOIFE = { name: 'Aoife Brennan', email: 'aoife@example.ie', phoneNumber: null, jwtToken: 'a.b.c' };
const card = (id: string, isDefault = false) => ({
  id,
  brand: 'visa',
  last4: '4242',
  expMonth: 1,
  expYear: 2030,
  isDefault,
});

beforeEach(() => {
  resetStores();
  useAlerts.getState().reset();
});
afterEach(() => vi.unstubAllGlobals());

describe('Saving an item', () => {
  test('replaces the one with the same id or appends it, and removing uses the id (STA-07)', () => {
    const { replace, upsert, remove } = useAddresses.getState();
    replace(AOIFE.email, [anAddress({ id: 1 }), anAddress({ id: 2 })], 0);
    upsert(anAddress({ id: 1, name: 'Harbour' }));
    upsert(anAddress({ id: 3 }));
    expect(useAddresses.getState().list.map(({ id, name }) => [id, name])).toEqual([
      [1, 'Harbour'],
      [2, expect.any(String)],
      [3, expect.any(String)],
    ]);
    remove(2);
    expect(useAddresses.getState().list.map(({ id }) => id)).toEqual([1, 3]);

    useDelivery.getState().upsert(AOIFE.email, aDelivery({ id: 5 }), 1);
    useDelivery.getState().upsert(AOIFE.email, aDelivery({ id: 5, deliveryNote: 'newer' }), 2);
    useDelivery.getState().upsert(AOIFE.email, aDelivery({ id: 6 }), 2);
    useDelivery.getState().remove(6);
    expect(useDelivery.getState().list.map(({ id, deliveryNote }) => [id, deliveryNote])).toEqual([
      [5, 'newer'],
    ]);

    usePayments.getState().upsertMethod(card('a'));
    usePayments.getState().upsertMethod(card('b'));
    usePayments.getState().upsertMethod({ ...card('a'), last4: '0005' });
    usePayments.getState().removeMethod('b');
    expect(usePayments.getState().methods).toEqual([{ ...card('a'), last4: '0005' }]);
  });

  test('as default makes it the only default of its kind (STA-07)', () => {
    useAddresses
      .getState()
      .replace(
        AOIFE.email,
        [anAddress({ id: 1, isDefaultPickUp: true, isDefaultDropOff: true }), anAddress({ id: 2 })],
        0,
      );
    useAddresses.getState().setDefault('isDefaultPickUp', 2);
    expect(useAddresses.getState().list.map((one) => [one.isDefaultPickUp, one.isDefaultDropOff])).toEqual([
      [false, true],
      [true, false],
    ]);
    usePayments.getState().replaceMethods([card('a', true), card('b')]);
    usePayments.getState().setDefaultMethod('b');
    expect(usePayments.getState().methods?.map(({ isDefault }) => isDefault)).toEqual([false, true]);
  });
});

test('an older response does not bring back a delivery that was deleted since', () => {
  const { replace, remove } = useDelivery.getState();
  const ids = () => useDelivery.getState().list.map(({ id }) => id);
  const list = [aDelivery({ id: 6 }), aDelivery({ id: 5 })];
  const before = Date.now() - 1000;
  replace(AOIFE.email, list, before);
  remove(6);
  for (const at of [before + 1, before + 2]) {
    replace(AOIFE.email, list, at);
    expect(ids()).toEqual([5]);
  }
  replace(AOIFE.email, list, Date.now() + 1000);
  expect(ids()).toEqual([6, 5]);
});

describe('A loading flag', () => {
  test('is set under its name while the operation runs, and removed when it has finished or failed (STA-08)', async () => {
    let finish = () => {};
    const work = whileLoading(
      'addresses',
      () =>
        new Promise<void>((done) => {
          finish = done;
        }),
    );
    expect(useLoaders.getState().loading).toEqual({ addresses: true });
    finish();
    await work;
    expect(useLoaders.getState().loading).toEqual({});
    await expect(
      whileLoading('addresses', async () => {
        throw new Error('away');
      }),
    ).rejects.toThrow('away');
    expect(useLoaders.getState().loading).toEqual({});
  });
});

test('a reset restores the initial state of every slice, and only configuration, reachability and consent stay (STA-09)', () => {
  const slices = { useUser, useDelivery, useAddresses, usePayments, useDrafts, useLoaders, useAlerts };
  // The time of the reset is stored with the drafts and differs between resets.
  const data = (state: object) => JSON.stringify({ ...state, clearedAt: 0 });
  const before = Object.values(slices).map((slice) => data(slice.getState()));
  useUser.setState({ user: AOIFE });
  useDelivery.getState().upsert(AOIFE.email, aDelivery(), 1);
  useAddresses.getState().replace(AOIFE.email, [anAddress()], 1);
  usePayments.getState().replaceMethods([card('a')]);
  useLoaders.getState().start('x');
  useApp.getState().setConsent('refused');
  useApp.getState().setReachable(false);
  const config = { ...useApp.getState().config, apiBase: '/configured' };
  useApp.getState().setConfig(config);
  useDrafts.getState().createDraft({ owner: AOIFE.email, fields: DEFAULT_FIELDS, step: 'locations' });
  showAlert('error', 'Something went wrong');
  for (const [index, slice] of Object.values(slices).entries()) {
    expect(data(slice.getState())).not.toBe(before[index]);
  }
  resetStores();
  expect(Object.values(slices).map((slice) => data(slice.getState()))).toEqual(before);
  expect(useApp.getState()).toMatchObject({ config, consent: 'refused', isReachable: false });
  useApp.getState().setReachable(true);
});

describe('The session at the start', () => {
  const stored = (value: string | null) =>
    vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'user' ? value : null) });

  test('is the user that is stored under "user" (SES-01)', () => {
    stored(JSON.stringify(AOIFE));
    useUser.getState().restore();
    expect(useUser.getState().user).toMatchObject(AOIFE);
  });

  test.each([
    ['nothing', null],
    ['a user without a token', JSON.stringify({ ...AOIFE, jwtToken: '' })],
    ['a truncated user', JSON.stringify(AOIFE).slice(0, 40)],
    ['something else', '[1,2]'],
  ])('is empty where %s was stored, without a message (SES-01)', (_, value) => {
    stored(value);
    useUser.getState().restore();
    expect(useUser.getState().user).toBeNull();
    expect(useAlerts.getState().list).toEqual([]);
  });
});
