import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';
import { handleFailure } from '../../src/app/failure-policy.ts';
import type { Address } from '../../src/contract/address.ts';
import type { EndpointName } from '../../src/contract/endpoints.ts';
import { AccountScreen } from '../../src/features/account/AccountScreen.tsx';
import { useUser } from '../../src/stores/user.ts';
import { AOIFE, aCard, alertsShown } from '../support/account-fixtures.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { renderPages } from '../support/render.tsx';
import '../support/fake-indexeddb.ts';
import '../support/web-locks.ts';
import { button, cacheDeliveries, openDetails, resetDevice } from './deliveries-harness.tsx';

beforeEach(() => {
  resetDevice();
  configureClient({
    baseUrls: () => ({ apiBase: '/api', hookBase: '/hook' }),
    session: () => ({ token: AOIFE.jwtToken, account: AOIFE.email }),
    onFailure: handleFailure,
  });
});

type AccountTab = 'profile' | 'addresses' | 'billing' | 'security';

async function openAccount(tab: AccountTab) {
  await renderPages({ '/': () => <AccountScreen search={{ tab }} onSearchChange={() => undefined} /> });
  return userEvent.setup();
}

const lost = () => 'offline' as const;
const WAITING = aDelivery({ id: 7, status: 0 });
const VISA = aCard({ isDefault: true });
const MASTERCARD = aCard({ id: 'pm_2', brand: 'mastercard', last4: '4444' });

/** What is deleted, the call, how it begins, the button that confirms it, the code of a server without it, the alert. */
const CONFIRMATIONS: [string, EndpointName, () => Promise<string>, string, string, string][] = [
  [
    'a delivery',
    'deleteDeliveryRequest',
    async () => {
      cacheDeliveries([WAITING]);
      await openDetails(7);
      return 'Delete';
    },
    'Delete',
    'ORDER_REQUEST_NOT_FOUND',
    'Delivery deleted',
  ],
  [
    'an address',
    'deleteAddress',
    async () => {
      await openAccount('addresses');
      return 'Delete Home';
    },
    'Delete',
    'ADDRESS_NOT_FOUND',
    'Address deleted',
  ],
  [
    'a card',
    'removePaymentMethod',
    async () => {
      await openAccount('billing');
      return 'Remove Mastercard ending in 4444';
    },
    'Remove',
    'PAYMENT_NOT_FOUND',
    'Payment method deleted',
  ],
];

const READS = {
  getDeliveryRequest: () => ({ body: WAITING }),
  listAddresses: () => ({ body: [anAddress()] }),
  listPaymentMethods: () => ({ body: [VISA, MASTERCARD] }),
  listPayments: () => ({ body: [] }),
};

test.each(CONFIRMATIONS)(
  'Deleting %s can be tried again in its dialog after the call has failed (LAY-45)',
  async (_, endpointName, open, confirm) => {
    const api = fakeApi({ ...READS, [endpointName]: lost });
    const name = await open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Are you sure?' }));
    await user.click(dialog.getByRole('button', { name: confirm }));
    await waitFor(() => expect(alertsShown()).toEqual(['Something went wrong']));
    await waitFor(() =>
      expect(dialog.getByRole('button', { name: confirm }).hasAttribute('data-loading')).toBe(false),
    );
    api.script[endpointName] = () => ({ body: {} });
    await user.click(dialog.getByRole('button', { name: confirm }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf(endpointName)).toHaveLength(2);
  },
);

test.each(CONFIRMATIONS)(
  'Deleting %s says that it succeeded although the response was lost (LAY-45, DET-09)',
  async (_, endpointName, open, confirm, code, success) => {
    const api = fakeApi({ ...READS, [endpointName]: lost });
    const name = await open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name }));
    Object.assign(api.script, {
      getDeliveryRequest: () => problemReply(404, code),
      listAddresses: () => ({ body: [] }),
      listPaymentMethods: () => ({ body: [VISA] }),
    });
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: confirm }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(alertsShown()).toEqual(['Something went wrong', success]);
  },
);

test.each(CONFIRMATIONS)(
  'Deleting %s again after all responses were lost says that it succeeded, and no error (LAY-20, LAY-45)',
  async (_, endpointName, open, confirm, code, success) => {
    const api = fakeApi({ ...READS, [endpointName]: () => problemReply(404, code) });
    const name = await open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name }));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: confirm }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.callsOf(endpointName)).toHaveLength(1);
    expect(alertsShown()).toEqual([success]);
  },
);

test.each([
  [
    'card',
    'billing',
    'Set as Default: Mastercard ending in 4444',
    { setDefaultPaymentMethod: lost },
    { listPaymentMethods: () => ({ body: [aCard(), { ...MASTERCARD, isDefault: true }] }) },
    'Payment method set as default',
  ],
  [
    'address',
    'addresses',
    'Default Pick-up: Home',
    { setDefaultPickUp: lost },
    { listAddresses: () => ({ body: [anAddress({ isDefaultPickUp: true })] }) },
    'Default pick-up address updated',
  ],
] as const)(
  'A default %s whose response was lost is said to be chosen (ACC-09, ACC-13, LAY-20)',
  async (_, tab, name, replies, repliesAfterwards, success) => {
    const api = fakeApi({ ...READS, ...replies });
    const user = await openAccount(tab);
    const choice = await screen.findByRole(tab === 'billing' ? 'button' : 'radio', { name });
    Object.assign(api.script, repliesAfterwards);
    await user.click(choice);
    await waitFor(() => expect(alertsShown()).toEqual(['Something went wrong', success]));
  },
);

test('A deletion of the account whose response is lost says how to find out what became of it (LAY-20, SEC-13)', async () => {
  fakeApi({ listSessions: () => ({ body: [] }), deleteAccount: lost });
  const user = await openAccount('security');
  await user.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  await user.type(dialog.getByLabelText('Password'), 'correct horse');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect((await dialog.findByRole('alert')).textContent).toContain(
    'Log in again to see whether your account still exists.',
  );
  expect(alertsShown()).toEqual([]);
});

test.each([
  ['a server', problemReply(500, 'INTERNAL_ERROR'), 'Something went wrong with the server'],
  [
    'a gateway',
    { status: 502, body: '<h1>502</h1>', headers: { 'content-type': 'text/html' } },
    'Something went wrong with the server',
  ],
  ['a lost response', 'offline', 'Something went wrong'],
] as const)('A password change that fails because of %s says so (LAY-20)', async (_, reply, sentence) => {
  fakeApi({ changePassword: () => reply });
  const user = await openAccount('profile');
  await user.type(screen.getByLabelText('Old Password'), 'secret1');
  await user.type(screen.getByLabelText('New Password'), 'secret2');
  await user.click(button('Change Password'));
  await waitFor(() => expect(alertsShown()).toEqual([sentence]));
});

const ENDED = () => problemReply(401, 'UNAUTHORIZED');

test('A password change whose response is lost ends the session and says which password to try (ACC-06)', async () => {
  fakeApi({ changePassword: lost, getUser: ENDED });
  const user = await openAccount('profile');
  await user.type(screen.getByLabelText('Old Password'), 'secret1');
  await user.type(screen.getByLabelText('New Password'), 'secret2');
  await user.click(button('Change Password'));
  expect(await screen.findByText('You are not logged in')).toBeVisible();
  await waitFor(() =>
    expect(alertsShown()).toContain(
      'Your password may have been changed: Try the new one first when you log in.',
    ),
  );
});

test('An account that was deleted although the response was lost is not shown as logged in (SEC-13)', async () => {
  fakeApi({ listSessions: () => ({ body: [] }), deleteAccount: lost, getUser: ENDED });
  const user = await openAccount('security');
  await user.click(await screen.findByRole('button', { name: 'Delete account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  await user.type(dialog.getByLabelText('Password'), 'correct horse');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('You are not logged in')).toBeVisible();
  await waitFor(() =>
    expect(alertsShown()).toContain('Log in again to see whether your account still exists.'),
  );
});

test('A name and a choice about emails that were saved although the response was lost are shown (ACC-05, ACC-24)', async () => {
  useUser.getState().updateUser({ hasMailUpdates: true });
  const api = fakeApi({
    editUser: lost,
    setMailUpdates: lost,
    getUser: () => ({ body: { ...AOIFE, name: 'Aoife Nolan', hasMailUpdates: true } }),
  });
  const user = await openAccount('profile');
  await user.click(await screen.findByRole('button', { name: 'Edit Profile' }));
  await user.type(screen.getByLabelText('Full Name'), '!');
  await user.click(button('Save'));
  expect(await screen.findByText('Aoife Nolan')).toBeVisible();
  expect(screen.getByLabelText('Full Name')).toHaveProperty('value', 'Aoife Brennan!');
  api.script.getUser = () => ({ body: { ...AOIFE, hasMailUpdates: false } });
  const emails = screen.getByRole<HTMLInputElement>('switch', { name: /^Email me/ });
  await user.click(emails);
  await waitFor(() => expect(emails.checked).toBe(false));
});

test('an address whose response was lost is not stored twice (ACC-11)', async () => {
  const stored: Address[] = [];
  const api = fakeApi({
    listAddresses: () => ({ body: stored }),
    createAddress: ({ body }) => {
      stored.push({ ...(body as Address), id: 9, name: 'Home' });
      return 'offline';
    },
  });
  const user = await openAccount('addresses');
  await user.click(await screen.findByRole('button', { name: 'Add New Address' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Address' }));
  for (const [field, text] of Object.entries({
    Name: 'Home ',
    Street: '1 Quay',
    'Postal Code': 'D01',
    City: 'Dublin',
    Country: 'Ireland',
  })) {
    await user.type(dialog.getByRole('textbox', { name: field }), text);
  }
  await user.click(dialog.getByRole('button', { name: 'Save Address' }));
  await screen.findByRole('listitem', { name: 'Home', hidden: true });
  await user.click(dialog.getByRole('button', { name: 'Save Address' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(alertsShown()).toContain('Address created');
  expect(api.callsOf('createAddress')).toHaveLength(1);
});
