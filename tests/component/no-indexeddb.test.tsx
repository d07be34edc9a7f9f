import '../support/web-locks.ts';
import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';
import { useAddresses } from '../../src/stores/addresses.ts';
import { hydrateStores } from '../../src/stores/reset.ts';
import { useUser } from '../../src/stores/user.ts';
import { submitDeliveryRequest } from '../../src/use-cases/deliveries/submit-delivery-request.ts';
import { drainNow, refreshOutboxStore, startOutbox } from '../../src/use-cases/outbox/outbox.ts';
import { logOutThisDevice, startSession } from '../../src/use-cases/session/session.ts';
import { deliveryRequest } from '../offline/fake-server.ts';
import { AOIFE, resetAs } from '../support/account-fixtures.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';

// This browser has no IndexedDB: these tests load no fake one.
let api: ReturnType<typeof fakeApi>;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  resetAs(null);
  api = fakeApi({ listAddresses: () => ({ body: [anAddress()] }) });
  configureClient({
    baseUrls: () => ({ apiBase: 'http://send.test/api', hookBase: 'http://send.test/hook' }),
    session: () => ({ token: AOIFE.jwtToken, account: AOIFE.email }),
  });
});

test('without IndexedDB the app starts and says which features are missing (REL-07)', async () => {
  expect(typeof indexedDB).toBe('undefined');
  await hydrateStores();
  startOutbox();
  await drainNow();
  await refreshOutboxStore();
  expect(console.warn).toHaveBeenCalledWith('The outbox could not be read', expect.anything());
});

test('without IndexedDB people can log in and out (REL-07)', async () => {
  startSession(AOIFE);
  await waitFor(() => expect(useAddresses.getState().list).toHaveLength(1));
  await logOutThisDevice({ retainUnsent: false });
  expect(useUser.getState().user).toBeNull();
  expect(localStorage.length).toBe(0);
});

test('without IndexedDB a submission reports that nothing was saved and sends nothing (REL-07)', async () => {
  useUser.setState({ user: AOIFE });
  expect(await submitDeliveryRequest('key-1', deliveryRequest())).toEqual({ kind: 'notSaved' });
  expect(api.callsOf('createDeliveryRequest')).toEqual([]);
});
