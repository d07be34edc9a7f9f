import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { AccountScreen } from '../../src/features/account/AccountScreen.tsx';
import type { AccountSearch } from '../../src/features/account/account-search.ts';
import { useAddresses } from '../../src/stores/addresses.ts';
import { AOIFE, alertsShown, resetAs } from '../support/account-fixtures.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import { renderPages } from '../support/render.tsx';
import { button, cacheDeliveries, openDetails, resetDevice } from './deliveries-harness.tsx';

const flows = vi.hoisted(() => ({ logOutThisDevice: vi.fn(), replaceToken: vi.fn() }));
vi.mock('../../src/use-cases/session/session.ts', () => flows);

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { exact: true });
const CONFIRMATION_TITLE = 'Leave without saving?';
const findConfirmation = () => screen.findByRole('dialog', { name: CONFIRMATION_TITLE });
async function choose(label: 'Stay' | 'Leave') {
  const dialog = within(await findConfirmation());
  await userEvent.click(dialog.getByRole('button', { name: label }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: CONFIRMATION_TITLE })).toBeNull());
}

async function openAccount(start: AccountSearch) {
  function Account() {
    const [search, setSearch] = useState(start);
    return <AccountScreen search={search} onSearchChange={setSearch} />;
  }
  const view = await renderPages({ '/account': Account, '/faq': () => <h1>FAQ</h1> });
  return { ...view, user: userEvent.setup() };
}

beforeEach(() => {
  resetAs(AOIFE);
  fakeApi({});
});

test('leaving an edited profile by a link asks for confirmation, and Stay keeps the typed values (LAY-08)', async () => {
  const { user, router } = await openAccount({});
  await user.click(button('Edit Profile'));
  await user.type(field('Full Name'), ' Byrne');
  void router.navigate({ to: '/faq' } as never);
  await choose('Stay');
  expect(router.state.location.pathname).toBe('/account');
  expect(field('Full Name').value).toBe('Aoife Brennan Byrne');

  void router.navigate({ to: '/faq' } as never);
  await choose('Leave');
  expect(await screen.findByRole('heading', { name: 'FAQ' })).toBeVisible();
});

test('leaving after a save does not ask for confirmation', async () => {
  fakeApi({ editUser: () => ({ body: { ...AOIFE, name: 'Aoife Byrne' } }) });
  const { user, router } = await openAccount({});
  await user.click(button('Edit Profile'));
  await user.clear(field('Full Name'));
  await user.type(field('Full Name'), 'Aoife Byrne');
  await user.click(button('Save'));
  await waitFor(() => expect(alertsShown()).toEqual(['Profile updated']));
  await act(() => router.navigate({ to: '/faq' } as never));
  expect(screen.getByRole('heading', { name: 'FAQ' })).toBeVisible();
});

test('closing the dialog of an edited address asks for confirmation (LAY-08)', async () => {
  useAddresses.getState().replace(AOIFE.email, [anAddress()], Date.now());
  const { user } = await openAccount({ tab: 'addresses' });
  await user.click(await screen.findByRole('button', { name: /^Edit / }));
  const dialog = await screen.findByRole('dialog', { name: 'Edit Address' });
  await user.type(within(dialog).getByLabelText('Street'), ' 2');
  await user.keyboard('{Escape}');
  await choose('Stay');
  expect(field('Street').value).toBe('12 Leinster Road 2');

  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  // Escape closes the confirmation and not the dialog below it.
  await findConfirmation();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: CONFIRMATION_TITLE })).toBeNull());
  expect(field('Street').value).toBe('12 Leinster Road 2');

  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await choose('Leave');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the dialog of an unchanged address closes at once', async () => {
  useAddresses.getState().replace(AOIFE.email, [anAddress()], Date.now());
  const { user } = await openAccount({ tab: 'addresses' });
  await user.click(await screen.findByRole('button', { name: /^Edit / }));
  await screen.findByRole('dialog', { name: 'Edit Address' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a discarded address is not shown when the dialog opens again', async () => {
  useAddresses.getState().replace(AOIFE.email, [anAddress()], Date.now());
  const { user } = await openAccount({ tab: 'addresses' });
  await user.click(await screen.findByRole('button', { name: /^Edit / }));
  await user.type(within(await screen.findByRole('dialog')).getByLabelText('Street'), ' 2');
  await user.keyboard('{Escape}');
  await choose('Leave');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(await screen.findByRole('button', { name: /^Edit / }));
  await screen.findByRole('dialog', { name: 'Edit Address' });
  expect(field('Street').value).toBe('12 Leinster Road');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('leaving an edited delivery asks for confirmation, and leaving a saved one does not (LAY-08)', async () => {
  resetDevice();
  const waiting = aDelivery({ id: 7, status: 0 });
  cacheDeliveries([waiting]);
  const edited = { ...waiting, deliveryNote: 'At the back' };
  let stored = waiting;
  fakeApi({
    editDeliveryRequest: () => {
      stored = edited;
      return { body: stored };
    },
    getDeliveryRequest: () => ({ body: stored }),
  });
  const { user, router } = await openDetails(7);
  await user.click(button('Edit Details'));
  const note = screen.getByLabelText<HTMLTextAreaElement>(/Special Instructions/);
  await user.clear(note);
  await user.type(note, 'At the back');
  void router.navigate({ to: '/deliveries' } as never);
  await choose('Stay');
  expect(note.value).toBe('At the back');
  await user.click(button('Save Changes'));
  await waitFor(() => expect(alertsShown()).toEqual(['Delivery saved']));
  await act(() => router.navigate({ to: '/deliveries' } as never));
  expect(screen.getByRole('heading', { name: 'My Deliveries' })).toBeVisible();
});
