import '../support/fake-indexeddb.ts';
import '../support/web-locks.ts';
import { waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CACHED_AT_HEADER, configureClient } from '../../src/api/send-call.ts';
import { handleFailure } from '../../src/app/failure-policy.ts';
import type { Address } from '../../src/contract/address.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { deleteEntry, enqueue, readEntry } from '../../src/outbox/queue.ts';
import { useAddresses } from '../../src/stores/addresses.ts';
import { useDelivery } from '../../src/stores/delivery.ts';
import { usePayments } from '../../src/stores/payments.ts';
import { accountOf, USER_KEY, useUser } from '../../src/stores/user.ts';
import { saveProfile } from '../../src/use-cases/account/profile.ts';
import { loadSessions } from '../../src/use-cases/account/security.ts';
import { refreshDeliveries } from '../../src/use-cases/deliveries/refresh-deliveries.ts';
import { saveDelivery } from '../../src/use-cases/deliveries/save-delivery.ts';
import { drainNow } from '../../src/use-cases/outbox/outbox.ts';
import { saveCard } from '../../src/use-cases/payments/saved-cards.ts';
import { chooseDefault, removeAddress, saveAddress } from '../../src/use-cases/places/change-addresses.ts';
import { loadAddresses } from '../../src/use-cases/places/load-addresses.ts';
import { saveNewPassword } from '../../src/use-cases/session/change-password.ts';
import { logOutThisDevice, restoreSession, startSession } from '../../src/use-cases/session/session.ts';
import { deliveryRequest } from '../offline/fake-server.ts';
import { AOIFE, aCard, alertTitles, resetAs } from '../support/account-fixtures.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';

const BRIAN = { ...AOIFE, name: 'Brian Walsh', email: 'brian@example.ie', jwtToken: 'token of Brian' };
type Reply = { status?: number; body: unknown };
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  resetAs(AOIFE);
  useDelivery.getState().reset();
  api = fakeApi({ listAddresses: () => ({ body: [] }), logOut: () => ({ body: {} }) });
  configureClient({
    baseUrls: () => ({ apiBase: 'http://send.test/api', hookBase: 'http://send.test/hook' }),
    session: () => {
      const { user } = useUser.getState();
      return user ? { token: user.jwtToken, account: accountOf(user) ?? '' } : undefined;
    },
    onFailure: handleFailure,
  });
});

afterEach(() => vi.useRealTimers());

/** The server responds to the next call of this name only when the returned function is called. */
function holdBack(name: EndpointName): (reply: Reply) => void {
  let respond = (_: Reply): void => undefined;
  const reply = new Promise<Reply>((resolve) => {
    respond = resolve;
  });
  api.script[name] = () => reply;
  return respond;
}

/** Aoife logs out while her call is under way, and Brian logs in. */
async function switchAccount(name: EndpointName, retainUnsent = false): Promise<void> {
  await waitFor(() => expect(api.callsOf(name)).toHaveLength(1));
  await logOutThisDevice({ retainUnsent });
  startSession(BRIAN);
  await waitFor(() => expect(useAddresses.getState().isLoaded).toBe(true));
}

describe('A response that arrives after another account has logged in changes nothing of it (SES-04)', () => {
  test.each<[string, EndpointName, () => Promise<unknown>, unknown]>([
    [
      'a saved delivery',
      'editDeliveryRequest',
      () => saveDelivery(aDelivery(), deliveryRequest()),
      aDelivery(),
    ],
    ['a saved address', 'createAddress', () => saveAddress(anAddress(), undefined), anAddress()],
    ['a saved card', 'addPaymentMethod', () => saveCard('pm_1'), aCard()],
    [
      'a saved profile',
      'editUser',
      () => saveProfile({ name: 'Aoife Byrne' }),
      { ...AOIFE, name: 'Aoife Byrne' },
    ],
    [
      'a changed password',
      'changePassword',
      () => saveNewPassword({ oldPassword: 'old-secret', newPassword: 'new-secret' }),
      { ...AOIFE, jwtToken: 'new token of Aoife' },
    ],
  ])('%s', async (_, name, send, body) => {
    usePayments.getState().replaceMethods([]);
    const respond = holdBack(name);
    const sent = send();
    await switchAccount(name);
    usePayments.getState().replaceMethods([]);
    respond({ body });
    await sent;
    expect(useUser.getState().user).toEqual(BRIAN);
    expect(useDelivery.getState().list).toEqual([]);
    expect(useAddresses.getState().list).toEqual([]);
    expect(usePayments.getState().methods).toEqual([]);
    expect(alertTitles()).toEqual([]);
  });

  test('a rejected session', async () => {
    const respond = holdBack('listDeliveryRequests');
    const sent = refreshDeliveries();
    await switchAccount('listDeliveryRequests');
    respond(problemReply(401, 'UNAUTHORIZED'));
    await sent;
    expect(useUser.getState().user).toEqual(BRIAN);
    expect(alertTitles()).toEqual([]);
  });
});

test('A waiting request of the account stays its own, whatever the late response is (REL-04, SES-04)', async () => {
  const intent = { kind: 'createDeliveryRequest', body: deliveryRequest() } as const;
  await enqueue('key-of-aoife', AOIFE.email, intent);
  const respond = holdBack('createDeliveryRequest');
  const drained = drainNow();
  await switchAccount('createDeliveryRequest', true);
  respond(problemReply(401, 'UNAUTHORIZED'));
  await drained;
  expect(useUser.getState().user).toEqual(BRIAN);
  expect(await readEntry('key-of-aoife')).toMatchObject({ state: 'queued', owner: AOIFE.email });
  await deleteEntry('key-of-aoife');
});

test('A call that was sent before the password was changed does not end the new session (REL-13)', async () => {
  const respond = holdBack('listDeliveryRequests');
  const refreshed = refreshDeliveries();
  await waitFor(() => expect(api.callsOf('listDeliveryRequests')).toHaveLength(1));
  api.script.changePassword = () => ({ body: { ...AOIFE, jwtToken: 'new token' } });
  await saveNewPassword({ oldPassword: 'old-secret', newPassword: 'new-secret' });
  respond(problemReply(401, 'UNAUTHORIZED'));
  await refreshed;
  expect(useUser.getState().user?.jwtToken).toBe('new token');
});

test('A user that was requested before the password was changed does not bring the earlier token back (REL-13)', async () => {
  localStorage.setItem(USER_KEY, JSON.stringify(AOIFE));
  const respond = holdBack('getUser');
  restoreSession();
  await waitFor(() => expect(api.callsOf('getUser')).toHaveLength(1));
  api.script.changePassword = () => ({ body: { ...AOIFE, jwtToken: 'new token' } });
  await saveNewPassword({ oldPassword: 'old-secret', newPassword: 'new-secret' });
  respond({ body: { ...AOIFE, jwtToken: 'renewed old token' } });
  // The response has been used once a later call has its own.
  await loadSessions(() => undefined);
  expect(useUser.getState().user?.jwtToken).toBe('new token');
});

describe('A list that was requested before a change of the user does not undo it (DET-12)', () => {
  const HOME = anAddress();
  const WORK = anAddress({ id: 2, name: 'Work' });

  test.each<[string, EndpointName, () => Promise<unknown>, unknown, Address[]]>([
    ['a new address', 'createAddress', () => saveAddress(WORK, undefined), WORK, [HOME, WORK]],
    ['a deleted address', 'deleteAddress', () => removeAddress(HOME.id), {}, []],
    [
      'a new default address',
      'setDefaultPickUp',
      () => chooseDefault('isDefaultPickUp', HOME.id),
      { ...HOME, isDefaultPickUp: true },
      [{ ...HOME, isDefaultPickUp: true }],
    ],
  ])('%s', async (_, name, send, body, expected) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 1_800_000_000_000 });
    useAddresses.getState().replace(AOIFE.email, [HOME], Date.now());
    const respond = holdBack('listAddresses');
    const loaded = loadAddresses();
    await waitFor(() => expect(api.callsOf('listAddresses')).toHaveLength(1));
    api.script[name] = () => ({ body });
    vi.setSystemTime(1_800_000_001_000);
    await send();
    respond({ body: [HOME] });
    await loaded;
    expect(useAddresses.getState().list).toEqual(expected);
  });

  test('an edited delivery, on a weak connection', async () => {
    const before = aDelivery();
    const edited = { ...before, weight: 40 };
    const now = Date.now();
    useDelivery.getState().replace(AOIFE.email, [before], now - 3000);
    useDelivery.getState().upsert(AOIFE.email, edited, now - 1000);
    // The worker responds with what another tab has read in between.
    const headers = { [CACHED_AT_HEADER]: String(now - 2000) };
    api.script.listDeliveryRequests = () => ({ body: [before], headers });
    await refreshDeliveries();
    expect(useDelivery.getState().list).toEqual([edited]);
  });
});
