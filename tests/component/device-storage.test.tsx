import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import { DeviceStorage } from '../../src/features/account/DeviceStorage.tsx';
import { enqueue, readPendingEntries } from '../../src/outbox/queue.ts';
import { useAddresses } from '../../src/stores/addresses.ts';
import { useDelivery } from '../../src/stores/delivery.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { useOutbox } from '../../src/stores/outbox.ts';
import { resetStores } from '../../src/stores/reset.ts';
import { useUser } from '../../src/stores/user.ts';
import { refreshOutboxStore } from '../../src/use-cases/outbox/outbox.ts';
import { requestPersistenceOnFirstDraft } from '../../src/use-cases/storage/device-storage.ts';
import { deliveryRequest } from '../offline/fake-server.ts';
import { AOIFE, alertsShown, resetAs } from '../support/account-fixtures.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import { renderPlain } from '../support/render.tsx';
import '../support/fake-indexeddb.ts';

const persist = vi.fn<() => Promise<boolean>>();
const persisted = vi.fn<() => Promise<boolean>>();
let deleted: string[];

beforeEach(() => {
  resetStores();
  resetAs(AOIFE);
  fakeApi({ listAddresses: () => ({ body: [] }) });
  persist.mockReset().mockResolvedValue(true);
  persisted.mockReset().mockResolvedValue(false);
  vi.stubGlobal('navigator', {
    ...navigator,
    storage: { persist, persisted, estimate: async () => ({ usage: 3_200_000, quota: 1_500_000_000 }) },
  });
  deleted = [];
  const tiles = { keys: async () => [new Request('http://send.test/1'), new Request('http://send.test/2')] };
  vi.stubGlobal('caches', {
    has: async (name: string) => name === 'tiles',
    open: async () => tiles,
    keys: async () => ['private-responses', 'tiles', 'map-files', 'shell'],
    delete: async (name: string) => deleted.push(name),
  });
});
afterEach(() => vi.unstubAllGlobals());

const begin = () =>
  useDrafts.getState().createDraft({ owner: AOIFE.email, fields: DEFAULT_FIELDS, step: 'locations' });
const row = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement?.textContent;

test('the panel shows what is stored and how much space it takes (ACC-21)', async () => {
  begin();
  useDelivery.getState().replace(AOIFE.email, [aDelivery({ id: 1 }), aDelivery({ id: 2 })], 1);
  useAddresses.getState().replace(AOIFE.email, [anAddress()], 1);
  renderPlain(<DeviceStorage />);
  expect(await screen.findByText('3.2 MB of 1.5 GB')).toBeVisible();
  expect(row('Unsent')).toBe('Unsent1 draft, 0 waiting to send');
  expect(row('Available offline')).toBe('Available offline2 deliveries, 1 address, 2 map tiles');
});

test('the panel counts what waits for the login of another account (ACC-21, REL-34)', async () => {
  useOutbox.setState({ parked: { requests: 2, drafts: 1 } });
  renderPlain(<DeviceStorage />);
  expect(await screen.findByText('1 draft, 2 requests')).toBeVisible();
  expect(row('Unsent')).toBe('Unsent0 drafts, 0 waiting to send');
  expect(row('Waiting for another login')).toBeDefined();
});

test('a guest removes what waits for an account that may never log in again, after a confirmation, and nothing else (ACC-21, REL-34)', async () => {
  resetAs(null);
  const intent = { kind: 'createDeliveryRequest', body: deliveryRequest() } as const;
  for (const [id, owner] of [
    ['parked', AOIFE.email],
    ['of-the-guest', null],
  ] as const)
    await enqueue(id, owner, intent);
  begin();
  useDrafts.getState().createDraft({ owner: undefined, fields: DEFAULT_FIELDS, step: 'locations' });
  await refreshOutboxStore();
  renderPlain(<DeviceStorage />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Remove' }));
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Remove the waiting drafts and requests?' }),
  );
  expect(await readPendingEntries()).toHaveLength(2);
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await act(refreshOutboxStore);
  expect(screen.queryByText('Waiting for your login')).toBeNull();
  expect((await readPendingEntries()).map(({ id }) => id)).toEqual(['of-the-guest']);
  expect(useDrafts.getState().drafts.map(({ owner }) => owner)).toEqual([undefined]);
});

test('clearing removes cached data and keeps drafts and unsent requests (ACC-21)', async () => {
  begin();
  useDelivery.getState().replace(AOIFE.email, [aDelivery({ id: 1 })], 1);
  renderPlain(<DeviceStorage />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Clear cached data' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Clear cached data?' }));
  await user.click(dialog.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(alertsShown()).toEqual(['Cached data cleared']));
  expect(deleted.sort()).toEqual(['map-files', 'private-responses', 'tiles']);
  expect(useDelivery.getState().list).toEqual([]);
  expect(useDrafts.getState().drafts).toHaveLength(1);
  expect(useUser.getState().user).toMatchObject({ email: AOIFE.email });
});

test('the user can ask the browser to protect the data, and a refusal is shown (ACC-21)', async () => {
  persist.mockResolvedValue(false);
  renderPlain(<DeviceStorage />);
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Protect my data' }));
  await waitFor(() => expect(alertsShown()[0]).toContain('Your browser declined'));
  persist.mockResolvedValue(true);
  persisted.mockResolvedValueOnce(false).mockResolvedValue(true);
  await user.click(screen.getByRole('button', { name: 'Protect my data' }));
  expect(await screen.findByText('Your data is protected')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Protect my data' })).toBeNull();
});

test('nothing is said about the protection before the browser has told it (ACC-21)', async () => {
  persisted.mockResolvedValue(true);
  renderPlain(<DeviceStorage />);
  expect(screen.queryByText('Your browser may delete your data')).toBeNull();
  expect(await screen.findByText('Your data is protected')).toBeVisible();
});

test('without the Storage API the panel shows everything except the used space (ACC-21)', async () => {
  vi.stubGlobal('navigator', { ...navigator, storage: undefined });
  vi.stubGlobal('caches', undefined);
  renderPlain(<DeviceStorage />);
  expect(await screen.findByText('Not reported by this browser')).toBeVisible();
});

test('persistent storage is requested with the first write and not before (REL-22)', async () => {
  requestPersistenceOnFirstDraft();
  expect(persisted).not.toHaveBeenCalled();
  begin();
  await waitFor(() => expect(persist).toHaveBeenCalledTimes(1));
  begin();
  expect(persist).toHaveBeenCalledTimes(1);
});
