import { waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import { useAddresses } from '../../src/stores/addresses.ts';
import { prepareReload } from '../../src/stores/before-reload.ts';
import { syncDraftsAcrossTabs, useDrafts } from '../../src/stores/drafts.ts';
import { useOutbox } from '../../src/stores/outbox.ts';
import { hydrateStores } from '../../src/stores/reset.ts';
import { useUser } from '../../src/stores/user.ts';
import { submitDeliveryRequest } from '../../src/use-cases/deliveries/submit-delivery-request.ts';
import { drainNow, refreshOutboxStore, startOutbox } from '../../src/use-cases/outbox/outbox.ts';
import { discardEntry, retryEntry } from '../../src/use-cases/outbox/pending-entries.ts';
import { logOutThisDevice, restoreSession, startSession } from '../../src/use-cases/session/session.ts';
import { deliveryRequest } from '../offline/fake-server.ts';
import { AOIFE, resetAs } from '../support/account-fixtures.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import '../support/web-locks.ts';

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

const created = (id: number) => ({
  status: 201,
  body: { ...deliveryRequest(), id, created: '2026-11-01T10:00:00.000Z', status: 0, estimatedPrice: 18.4 },
});

test('without IndexedDB a request is sent directly with its key, and only once (REL-27)', async () => {
  useUser.setState({ user: AOIFE });
  api.script.createDeliveryRequest = () => created(7);
  const [first, second] = await Promise.all([
    submitDeliveryRequest('key-1', { kind: 'createDeliveryRequest', body: deliveryRequest() }),
    submitDeliveryRequest('key-1', { kind: 'createDeliveryRequest', body: deliveryRequest() }),
  ]);
  expect([first, second]).toMatchObject([{ kind: 'created' }, { kind: 'created' }]);
  expect(
    await submitDeliveryRequest('key-1', { kind: 'createDeliveryRequest', body: deliveryRequest() }),
  ).toMatchObject({ kind: 'created' });
  expect(api.callsOf('createDeliveryRequest').map(({ key }) => key)).toEqual(['key-1']);
});

test('without IndexedDB a request of unknown outcome is sent again with the same key and body, and then edited (REL-27)', async () => {
  useUser.setState({ user: AOIFE });
  const draft = { owner: AOIFE.email, fields: DEFAULT_FIELDS, step: 'summery', id: 'key-2' } as const;
  useDrafts.getState().createDraft(draft);
  api.script.createDeliveryRequest = () => ({ status: 503, body: {} });
  expect(
    await submitDeliveryRequest('key-2', { kind: 'createDeliveryRequest', body: deliveryRequest() }),
  ).toEqual({ kind: 'unsaved' });
  expect(useOutbox.getState().entries).toMatchObject([{ id: 'key-2', sendOutcome: 'unknown' }]);
  expect(useDrafts.getState().drafts).toHaveLength(1);
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  let mayReload = false;
  void prepareReload().then(() => {
    mayReload = true;
  });

  api.script.createDeliveryRequest = () => created(8);
  api.script.editDeliveryRequest = () => ({ body: { ...created(8).body, weight: 12 } });
  const changed = deliveryRequest({ weight: 12 });
  await submitDeliveryRequest('key-2', { kind: 'createDeliveryRequest', body: changed });
  const [waiting] = useOutbox.getState().entries;
  expect(mayReload).toBe(false);
  if (waiting) await retryEntry(waiting);
  await waitFor(() => expect(api.callsOf('editDeliveryRequest')).toHaveLength(1));
  const creates = api.callsOf('createDeliveryRequest');
  expect(new Set(creates.map(({ key }) => key))).toEqual(new Set(['key-2']));
  expect(new Set(creates.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  await waitFor(() => expect(useOutbox.getState().entries).toEqual([]));
  // What was sent in the background is announced, and its draft is closed.
  await waitFor(() => expect(useDrafts.getState().drafts).toEqual([]));
  expect(useOutbox.getState().announced).toMatchObject([{ id: 'key-2' }]);
  await waitFor(() => expect(mayReload).toBe(true));
});

test('without IndexedDB a request that was rejected keeps its reason, and is gone when it is discarded (REL-27)', async () => {
  useUser.setState({ user: AOIFE });
  api.script.createDeliveryRequest = () => ({ status: 413, body: { title: 'PAYLOAD_TOO_LARGE' } });
  expect(
    await submitDeliveryRequest('key-3', { kind: 'createDeliveryRequest', body: deliveryRequest() }),
  ).toMatchObject({
    kind: 'rejected',
    message: /Shorten the instructions/,
  });
  const [entry] = useOutbox.getState().entries;
  if (entry) await discardEntry(entry);
  await refreshOutboxStore();
  expect(useOutbox.getState().entries).toEqual([]);
});

test('without BroadcastChannel the app starts, and people log in, order and log out (REL-27)', async () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  restoreSession();
  syncDraftsAcrossTabs();
  startOutbox();
  startSession(AOIFE);
  api.script.createDeliveryRequest = () => created(9);
  expect(
    await submitDeliveryRequest('key-4', { kind: 'createDeliveryRequest', body: deliveryRequest() }),
  ).toMatchObject({ kind: 'created' });
  await logOutThisDevice({ retainUnsent: false });
  expect(useUser.getState().user).toBeNull();
});
