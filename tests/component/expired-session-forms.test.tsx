import '../support/fake-indexeddb.ts';
import '../support/web-locks.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { AccountScreen } from '../../src/features/account/AccountScreen.tsx';
import type { AccountSearch } from '../../src/features/account/account-search.ts';
import { useAddresses } from '../../src/stores/addresses.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { expireSession, logOutThisDevice, startSession } from '../../src/use-cases/session/session.ts';
import { AOIFE, resetAs } from '../support/account-fixtures.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import { renderPages } from '../support/render.tsx';
import { button, cacheDeliveries, openDetails, resetDevice } from './deliveries-harness.tsx';

const DELIVERY = aDelivery({ id: 7, status: 0 });
const NOTE = 'Ring twice, then leave it with Number 14';
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const findField = (label: string | RegExp) => screen.findByLabelText<HTMLInputElement>(label);

async function openAccount(start: AccountSearch) {
  function Account() {
    const [search, setSearch] = useState(start);
    return <AccountScreen search={search} onSearchChange={setSearch} />;
  }
  await renderPages({ '/account': Account });
  return userEvent.setup();
}

/** The session expires under an open form, and this account logs in on the same page. */
async function expireAndLogIn(account = AOIFE) {
  await act(() => expireSession());
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull();
  await act(async () => startSession(account));
}

beforeEach(async () => {
  resetDevice();
  await useDrafts.persist.rehydrate();
  resetAs(AOIFE);
  fakeApi({
    listAddresses: () => ({ body: [anAddress()] }),
    getDeliveryRequest: () => ({ body: DELIVERY }),
    listDeliveryRequests: () => ({ body: [DELIVERY] }),
    listPaymentMethods: () => ({ body: [] }),
  });
});

test('an edited delivery is open with the typed values after a new login (ACC-30)', async () => {
  cacheDeliveries([DELIVERY]);
  const { user } = await openDetails(7);
  await user.click(button('Edit Details'));
  const note = field(/Special Instructions/);
  await user.clear(note);
  await user.type(note, NOTE);
  await expireAndLogIn();
  expect((await findField(/Special Instructions/)).value).toBe(NOTE);
  expect(button('Save Changes')).toBeVisible();
  await user.click(button('Cancel'));
  await user.click(button('Edit Details'));
  expect(field(/Special Instructions/).value).toBe(DELIVERY.deliveryNote);
});

test('an edited profile is open with the typed name after a new login (ACC-30)', async () => {
  const user = await openAccount({});
  await user.click(button('Edit Profile'));
  await user.clear(field('Full Name'));
  await user.type(field('Full Name'), 'Aoife Byrne');
  await expireAndLogIn();
  expect((await findField('Full Name')).value).toBe('Aoife Byrne');
  await user.click(button('Cancel'));
  await user.click(button('Edit Profile'));
  expect(field('Full Name').value).toBe('Aoife Brennan');
});

test('the typed name is still there if another account was logged in between (ACC-30)', async () => {
  const user = await openAccount({});
  await user.click(button('Edit Profile'));
  await user.type(field('Full Name'), ' Byrne');
  await expireAndLogIn({ ...AOIFE, email: 'brian@example.ie' });
  await screen.findByRole('button', { name: 'Edit Profile' });
  await expireAndLogIn();
  expect((await findField('Full Name')).value).toBe('Aoife Brennan Byrne');
});

test('a new address is open with the typed values after a new login (ACC-30)', async () => {
  useAddresses.getState().replace(AOIFE.email, [anAddress()], Date.now());
  const user = await openAccount({ tab: 'addresses' });
  await user.click(await screen.findByRole('button', { name: 'Add New Address' }));
  await user.type(await findField('Street'), '1 Dame Street');
  await user.type(field('City'), 'Dublin');
  await expireAndLogIn();
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Address' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Street').value).toBe('1 Dame Street');
  expect(dialog.getByLabelText<HTMLInputElement>('City').value).toBe('Dublin');
});

test('an edited address is open with the typed values once the addresses are loaded again (ACC-30)', async () => {
  useAddresses.getState().replace(AOIFE.email, [anAddress()], Date.now());
  const user = await openAccount({ tab: 'addresses' });
  await user.click(await screen.findByRole('button', { name: /^Edit / }));
  await user.type(await findField('Street'), ' 2');
  await expireAndLogIn();
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Address' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Street').value).toBe('12 Leinster Road 2');
  expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Home');
});

test('what was typed for an address that was deleted meanwhile is open as a new one after a new login (ACC-30)', async () => {
  const user = await openAccount({ tab: 'addresses' });
  await user.click(await screen.findByRole('button', { name: /^Edit / }));
  await user.type(await findField('Street'), ' 2');
  fakeApi({ listAddresses: () => ({ body: [] }) });
  await expireAndLogIn();
  const dialog = within(await screen.findByRole('dialog', { name: 'Add New Address' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Street').value).toBe('12 Leinster Road 2');
});

test('another account does not see what was typed, nor does the same account after a log-out (ACC-30, SES-02)', async () => {
  const user = await openAccount({});
  await user.click(button('Edit Profile'));
  await user.type(field('Full Name'), ' Byrne');
  await expireAndLogIn({ ...AOIFE, name: 'Brian Nolan', email: 'brian@example.ie' });
  await screen.findByRole('button', { name: 'Edit Profile' });
  expect(screen.queryByLabelText('Full Name')).toBeNull();

  await user.click(button('Edit Profile'));
  await user.type(field('Full Name'), ' Junior');
  await act(() => logOutThisDevice({ retainUnsent: false }));
  await act(async () => startSession({ ...AOIFE, name: 'Brian Nolan', email: 'brian@example.ie' }));
  await waitFor(() => expect(button('Edit Profile')).toBeVisible());
  expect(screen.queryByLabelText('Full Name')).toBeNull();
});

test('typed passwords are not retained (ACC-30)', async () => {
  const user = await openAccount({});
  await user.type(field('Old Password'), 'old-secret');
  await expireAndLogIn();
  expect((await findField('Old Password')).value).toBe('');
});
