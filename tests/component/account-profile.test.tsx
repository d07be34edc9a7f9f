import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import { AccountScreen } from '../../src/features/account/AccountScreen.tsx';
import type { AccountSearch } from '../../src/features/account/account-search.ts';
import type { PendingEntry } from '../../src/outbox/entry.ts';
import { useApp } from '../../src/stores/app.ts';
import { useDialogs } from '../../src/stores/dialogs.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { useOutbox } from '../../src/stores/outbox.ts';
import { useUser } from '../../src/stores/user.ts';
import { saveTemplate } from '../../src/use-cases/deliveries/templates.ts';
import { AOIFE, alertsShown, resetAs } from '../support/account-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { renderPages, renderPlain } from '../support/render.tsx';
import '../support/fake-indexeddb.ts';

const flows = vi.hoisted(() => ({
  logOutThisDevice: vi.fn(),
  refreshUser: vi.fn(),
  replaceToken: vi.fn(),
}));
vi.mock('../../src/use-cases/session/session.ts', () => flows);

beforeEach(() => {
  flows.logOutThisDevice.mockReset();
  flows.replaceToken.mockReset();
  resetAs(AOIFE);
});

function Account({ start = {} }: { start?: AccountSearch }) {
  const [search, setSearch] = useState<AccountSearch>(start);
  return <AccountScreen search={search} onSearchChange={setSearch} />;
}
async function open() {
  await renderPages({ '/': () => <Account /> });
  return userEvent.setup();
}
const button = (name: string) => screen.getByRole('button', { name });
const place = (name: string) => ({ name, chosen: undefined });
const field = (label: string) => screen.getByLabelText(label, { exact: true });

test('a guest is asked to log in or register (ACC-01)', async () => {
  resetAs(null);
  const user = await open();
  expect(screen.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  expect(screen.getByText('Manage your account information')).toBeVisible();
  await user.click(button('Log in'));
  expect(useDialogs.getState().authMode).toBe('login');
  await user.click(button('Register'));
  expect(useDialogs.getState().authMode).toBe('register');
});

test('the side card shows name, email and the first two letters of the name (ACC-02)', async () => {
  await open();
  const side = screen.getByRole('complementary');
  expect(within(side).getByText('AO')).toBeVisible();
  expect(within(side).getByText('Aoife Brennan')).toBeVisible();
  expect(within(side).getByText('aoife@example.ie')).toBeVisible();
});

test.each([
  [{ url: 'https://img.example/a.jpg', thumbURL: 'https://img.example/t.jpg' }, 'https://img.example/a.jpg'],
  [{ url: null, thumbURL: 'https://img.example/t.jpg' }, 'https://img.example/t.jpg'],
])('the side card shows the photo, or else its thumbnail', (photo, shown) => {
  resetAs({ ...AOIFE, photo });
  const { container } = renderPlain(<Account />);
  expect(container.querySelector('aside img')?.getAttribute('src')).toBe(shown);
});

test('Profile, My Addresses, Billing, and Privacy & Security are tabs of the account page (ACC-03)', async () => {
  fakeApi({});
  const user = await open();
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Profile',
    'My Addresses',
    'Billing',
    'Privacy & Security',
  ]);
  expect(screen.getByRole('tab', { name: 'Profile' }).getAttribute('aria-selected')).toBe('true');
  await user.click(screen.getByRole('tab', { name: 'My Addresses' }));
  expect(screen.getByRole('tab', { name: 'My Addresses' }).getAttribute('aria-selected')).toBe('true');
});

test('the profile shows name, email and phone, and only the name can be edited (ACC-05, ERR-04)', async () => {
  const api = fakeApi({
    editUser: ({ body }) => ({ body: { ...AOIFE, ...(body as { name: string }) } }),
  });
  const user = await open();
  expect(screen.getByText('+353 87 123 4567')).toBeVisible();
  await user.click(button('Edit Profile'));
  expect(field('Email')).toHaveProperty('readOnly', true);
  expect(field('Phone Number')).toHaveProperty('readOnly', true);
  expect(document.activeElement).toBe(field('Full Name'));
  await user.clear(field('Full Name'));
  await user.type(field('Full Name'), '  Aoife Byrne ');
  await user.click(button('Save'));
  expect(await screen.findByRole('button', { name: 'Edit Profile' })).toBe(document.activeElement);
  expect(api.callsOf('editUser')[0]?.body).toEqual({ name: 'Aoife Byrne' });
  expect(useUser.getState().user).toEqual({ ...AOIFE, name: 'Aoife Byrne' });
  expect(alertsShown()).toEqual(['Profile updated']);
});

test('a business adds its VAT number to the profile (ACC-32)', async () => {
  resetAs({ ...AOIFE, vatNumber: '' });
  const saved = { ...AOIFE, vatNumber: 'IE7654321B' };
  const api = fakeApi({ editUser: () => ({ body: saved }) });
  const user = await open();
  const label = 'VAT Number (for businesses)';
  expect(screen.getByText(label).nextElementSibling?.textContent).toBe('None');
  await user.click(button('Edit Profile'));
  await user.type(field(label), 'IE-7654');
  await user.click(button('Save'));
  expect(screen.getByText('Enter 4 to 15 letters and digits')).toBeVisible();
  expect(document.activeElement).toBe(field(label));
  expect(api.calls).toEqual([]);
  await user.clear(field(label));
  await user.type(field(label), 'ie 7654 321b');
  await user.click(button('Save'));
  expect(await screen.findByText('IE7654321B')).toBeVisible();
  expect(api.callsOf('editUser')[0]?.body).toEqual({ name: 'Aoife Brennan', vatNumber: 'ie 7654 321b' });
  expect(useUser.getState().user).toEqual(saved);
});

test('an API without VAT numbers is asked for none (ACC-32)', async () => {
  const user = await open();
  expect(screen.queryByText(/VAT number/)).toBeNull();
  await user.click(button('Edit Profile'));
  // A response that arrives while the form is open must not turn into an empty VAT number on saving.
  act(() => useUser.getState().updateUser({ vatNumber: 'IE7654321B' }));
  expect(screen.queryByLabelText(/VAT number/)).toBeNull();
  const api = fakeApi({ editUser: () => ({ body: { ...AOIFE, vatNumber: 'IE7654321B' } }) });
  await user.click(button('Save'));
  expect(await screen.findByText('IE7654321B')).toBeVisible();
  expect(api.callsOf('editUser')[0]?.body).toEqual({ name: 'Aoife Brennan' });
});

test('saving an older form keeps the VAT number that another tab has changed (ACC-32)', async () => {
  resetAs({ ...AOIFE, vatNumber: 'IE1234567A' });
  const api = fakeApi({ editUser: () => ({ body: { ...AOIFE, vatNumber: 'IE7654321B' } }) });
  const user = await open();
  await user.click(button('Edit Profile'));
  act(() => useUser.getState().updateUser({ vatNumber: 'IE7654321B' }));
  await user.click(button('Save'));
  expect(await screen.findByText('IE7654321B')).toBeVisible();
  expect(api.callsOf('editUser')[0]?.body).toEqual({ name: 'Aoife Brennan' });
});

test('the name is required, and Cancel restores the old one (VAL-08)', async () => {
  const api = fakeApi({});
  const user = await open();
  await user.click(button('Edit Profile'));
  await user.clear(field('Full Name'));
  await user.click(button('Save'));
  expect(screen.getByText('Name is required')).toBeVisible();
  await user.click(button('Cancel'));
  expect(screen.getAllByText('Aoife Brennan')).toHaveLength(2);
  expect(api.calls).toEqual([]);
});

test('a profile that could not be saved stays open with the typed values', async () => {
  fakeApi({ editUser: () => problemReply(500, 'INTERNAL_ERROR') });
  const user = await open();
  await user.click(button('Edit Profile'));
  await user.type(field('Full Name'), '!');
  await user.click(button('Save'));
  await waitFor(() => expect(button('Save')).toHaveProperty('disabled', false));
  expect(field('Full Name')).toHaveProperty('value', 'Aoife Brennan!');
  expect(alertsShown()).toEqual([]);
});

async function changePassword(user: ReturnType<typeof userEvent.setup>) {
  await user.type(field('Old Password'), 'secret1');
  await user.type(field('New Password'), 'secret2');
  await user.click(button('Change Password'));
}

test('changing the password stores the new token (ACC-06, ERR-04)', async () => {
  const api = fakeApi({ changePassword: () => ({ body: { jwtToken: 'newer' } }) });
  const user = await open();
  await changePassword(user);
  await waitFor(() => expect(alertsShown()).toEqual(['New password saved']));
  expect(api.calls[0]?.body).toEqual({ oldPassword: 'secret1', newPassword: 'secret2' });
  expect(flows.replaceToken).toHaveBeenCalledWith('newer', undefined);
  expect(field('Old Password')).toHaveProperty('value', '');
});

test.each([
  [400, 'VALIDATION_EXCEPTION', 'Password must be at least 6 characters long', 'New Password'],
  [403, 'UNAUTHORIZED', 'Old password is incorrect', 'Old Password'],
])('the response %d %s to a password change shows "%s" (VAL-03)', async (status, code, sentence, label) => {
  fakeApi({ changePassword: () => problemReply(status, code) });
  const user = await open();
  await changePassword(user);
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(document.activeElement).toBe(field(label));
  expect(alertsShown()).toEqual([]);
});

test('an API that returns 401 to a wrong old password is supported by configuration', async () => {
  useApp.setState({ config: { ...DEFAULT_CONFIG, changePasswordAnswers401: true } });
  fakeApi({ changePassword: () => problemReply(401, 'UNAUTHORIZED') });
  const user = await open();
  await changePassword(user);
  expect(await screen.findByText('Old password is incorrect')).toBeVisible();
});

test('a common new password shows a warning, a common old one does not (AUT-09)', async () => {
  const api = fakeApi({ changePassword: () => ({ body: {} }) });
  const user = await open();
  await user.type(field('Old Password'), 'password');
  await user.type(field('New Password'), 'LetMeIn');
  expect(screen.queryByText(/too easy to guess/)).toBeNull();
  await user.tab();
  const warning = await screen.findByText(/too easy to guess/);
  expect(warning.closest('[role="status"]')).not.toBeNull();
  await user.click(button('Change Password'));
  await waitFor(() => expect(alertsShown()).toEqual(['New password saved']));
  expect(screen.queryByText(/too easy to guess/)).toBeNull();
  expect(api.calls.map(({ endpointName }) => endpointName)).toEqual(['changePassword']);
});

test('a new password that is too short is rejected before it is sent', async () => {
  const api = fakeApi({});
  const user = await open();
  await user.type(field('Old Password'), 'secret1');
  await user.type(field('New Password'), 'short');
  await user.click(button('Change Password'));
  expect(screen.getByText('Password must be at least 6 characters long')).toBeVisible();
  expect(api.calls).toEqual([]);
});

test('logging out asks for confirmation and then shows a message (ACC-04, ERR-04)', async () => {
  flows.logOutThisDevice.mockImplementation(async () => useUser.getState().reset());
  const user = await open();
  await user.click(button('Log Out'));
  const dialog = await screen.findByRole('dialog', { name: 'Are you sure you want to log out?' });
  expect(within(dialog).getByText('You will need to log in again to access your account.')).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(flows.logOutThisDevice).not.toHaveBeenCalled();
  await user.click(button('Log Out'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Log Out' }));
  expect(await screen.findByText('Manage your account information')).toBeVisible();
  expect(flows.logOutThisDevice).toHaveBeenCalledWith({ retainUnsent: true });
  expect(alertsShown()).toEqual(['Logout successful']);
});

test('logging out shows the number of unsent requests and discards them only on request', async () => {
  const entry = (id: string, owner: string | null) => ({ id, owner }) as PendingEntry;
  const entries = [entry('a', AOIFE.email), entry('b', AOIFE.email), entry('of a guest', null)];
  useOutbox.setState({ entries });
  const user = await open();
  const discard = async (thenPress: string, missing: string) => {
    await user.click(button('Log Out'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(`2 requests on this device have not been ${missing} yet.`)).toBeVisible();
    expect(dialog.getByLabelText('Keep for my next login')).toHaveProperty('checked', true);
    await user.click(dialog.getByRole('radio', { name: 'Discard them' }));
    await user.click(dialog.getByRole('button', { name: thenPress }));
  };
  await discard('Cancel', 'sent');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => useOutbox.setState({ entries: entries.map((one) => ({ ...one, sendOutcome: 'unknown' })) }));
  await discard('Log Out', 'confirmed');
  await waitFor(() => expect(flows.logOutThisDevice).toHaveBeenCalledWith({ retainUnsent: false }));
});

test('logging out names the drafts and the templates that it deletes (ACC-33)', async () => {
  await saveTemplate('Every Friday', DEFAULT_FIELDS);
  const { createDraft, reset } = useDrafts.getState();
  const toHowth = { ...DEFAULT_FIELDS, pickUp: place('Bray'), dropOff: place('Howth') };
  createDraft({ owner: AOIFE.email, fields: toHowth, step: 'package' });
  createDraft({ owner: 'brian@example.ie', fields: toHowth, step: 'package' });
  createDraft({ owner: AOIFE.email, fields: { ...toHowth, dropOff: place('Cork') }, step: 'delivery' });
  const user = await open();
  await user.click(button('Log Out'));
  const dialog = within(await screen.findByRole('dialog'));
  const sentence = await dialog.findByText(/^This deletes your drafts: /);
  expect(sentence.textContent).toMatch(/: (Bray to Cork; Bray to Howth|Bray to Howth; Bray to Cork)$/);
  expect(await dialog.findByText('This deletes your template: Every Friday')).toBeVisible();
  expect(dialog.getByText('It also deletes 1 draft of another account.')).toBeVisible();
  reset();
});

test('offline, saving a name and changing a password say that they need a connection', async () => {
  useApp.setState({ isReachable: false });
  const user = await open();
  expect(screen.getByText('Changing your password needs a connection.')).toBeVisible();
  await user.click(button('Edit Profile'));
  expect(screen.getByText('Saving your profile needs a connection.')).toBeVisible();
});

test('the switch turns the emails about deliveries off, and stays as it was when that fails (ACC-24)', async () => {
  resetAs({ ...AOIFE, hasMailUpdates: true });
  let isRefused = true;
  const api = fakeApi({
    setMailUpdates: () =>
      isRefused ? problemReply(500, 'INTERNAL_ERROR') : { body: { ...AOIFE, hasMailUpdates: false } },
  });
  const user = await open();
  await screen.findByRole('switch');
  const emails = () => screen.getByRole<HTMLInputElement>('switch', { name: /^Email me/ });
  await user.click(emails());
  await waitFor(() => expect(emails().getAttribute('aria-disabled')).toBe('false'));
  expect(emails().checked).toBe(true);
  isRefused = false;
  await user.click(emails());
  await waitFor(() => expect(emails().checked).toBe(false));
  expect(api.callsOf('setMailUpdates').map(({ body }) => body)).toEqual([
    { isEnabled: false },
    { isEnabled: false },
  ]);
  expect(alertsShown()).toContain('Emails about your deliveries are off');
  // An API without the setting returns no value for it.
  act(() => useUser.getState().updateUser({ hasMailUpdates: undefined }));
  expect(screen.queryByRole('switch')).toBeNull();
});

test('the switch says why it is disabled offline (ACC-24)', async () => {
  resetAs({ ...AOIFE, hasMailUpdates: true });
  useApp.setState({ isReachable: false });
  await open();
  expect(await screen.findByRole('switch')).toHaveProperty('disabled', true);
  expect(screen.getByText('Changing this needs a connection.')).toBeVisible();
});

test('an address that is not confirmed gets the confirmation again (ACC-31)', async () => {
  resetAs({ ...AOIFE, hasMailUpdates: true, isEmailConfirmed: false });
  const api = fakeApi({ sendConfirmation: () => ({ body: {} }) });
  const user = await open();
  expect(await screen.findByText(/^Confirm your email to get delivery updates/)).toBeVisible();
  await user.click(button('Send again'));
  await waitFor(() => expect(alertsShown()).toContain('Email sent. Follow the link in it'));
  expect(api.callsOf('sendConfirmation')).toHaveLength(1);
  act(() => useUser.getState().updateUser({ isEmailConfirmed: true }));
  expect(screen.queryByText(/^Confirm your email/)).toBeNull();
  expect(screen.getByRole('switch')).toBeVisible();
});

test('offline, sending the confirmation again says that it needs a connection (ACC-31)', async () => {
  resetAs({ ...AOIFE, hasMailUpdates: true, isEmailConfirmed: false });
  useApp.setState({ isReachable: false });
  await open();
  expect(await screen.findByText('Sending the email again needs a connection.')).toBeVisible();
});
