import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { AuthDialog } from '../../src/features/auth/AuthDialog.tsx';
import { useApp } from '../../src/stores/app.ts';
import { type AuthMode, useDialogs } from '../../src/stores/dialogs.ts';
import { useLoaders } from '../../src/stores/loaders.ts';
import { useUser } from '../../src/stores/user.ts';
import { alertTitles } from '../support/account-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { renderPlain } from '../support/render.tsx';
import { button, field, openAuthDialog, resetAuth } from './auth-harness.tsx';

const startSession = vi.hoisted(() => vi.fn());
vi.mock('../../src/use-cases/session/session.ts', () => ({ startSession }));

const AOIFE = {
  name: 'Aoife Brennan',
  email: 'aoife@example.ie',
  phoneNumber: '0871234567',
  jwtToken: 'token',
};

beforeEach(() => {
  resetAuth();
  startSession.mockReset().mockImplementation(saveSession);
});
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});
const saveSession = () => localStorage.setItem('user', JSON.stringify(AOIFE));

test('the login dialog logs a customer in, shows a message and closes (AUT-01, ERR-04)', async () => {
  const api = fakeApi({ login: () => ({ body: AOIFE }) });
  const user = openAuthDialog('login');
  expect(await screen.findByRole('dialog', { name: 'Login to Your Account' })).toBeVisible();
  await user.type(field('Email'), ' aoife@example.ie ');
  await user.type(field('Password'), 'secret1');
  await user.click(button('Login'));
  await waitFor(() => expect(startSession).toHaveBeenCalledWith(AOIFE));
  expect(api.calls[0]?.body).toEqual({ email: 'aoife@example.ie', password: 'secret1' });
  expect(alertTitles()).toEqual(['Login successful']);
  expect(useDialogs.getState().authMode).toBeNull();
});

test('a login that this device cannot save says so, because it ends with the page (SES-01)', async () => {
  fakeApi({ login: () => ({ body: AOIFE }) });
  startSession.mockReset();
  const user = openAuthDialog('login');
  await user.type(await screen.findByLabelText('Email'), 'aoife@example.ie');
  await user.type(field('Password'), 'secret1');
  await user.click(button('Login'));
  await waitFor(() =>
    expect(alertTitles()).toEqual(["This device can't keep you logged in", 'Login successful']),
  );
});

test.each<[AuthMode, string, string[]]>([
  ['login', 'Login', ['Email is required', 'Password is required']],
  [
    'register',
    'Register',
    [
      'Name is required',
      'Phone number is required',
      'Email is required',
      'Password is required',
      'Confirm password is required',
    ],
  ],
  ['resetPassword', 'Send Code', ['Email is required']],
])('an empty %s form marks every missing field and focuses the first', async (mode, button, sentences) => {
  const api = fakeApi({});
  const user = openAuthDialog(mode);
  await user.click(await screen.findByRole('button', { name: button }));
  for (const sentence of sentences) expect(screen.getByText(sentence)).toBeVisible();
  expect(document.activeElement).toBe(field(mode === 'register' ? 'Name' : 'Email'));
  expect(api.calls).toEqual([]);
});

test('a field is validated on blur and, once touched, on every change (VAL-01)', async () => {
  const user = openAuthDialog('login');
  await user.click(field('Email'));
  expect(screen.queryByText('Email is required')).toBeNull();
  await user.click(field('Password'));
  expect(await screen.findByText('Email is required')).toBeVisible();
  await user.type(field('Email'), 'a');
  expect(screen.getByText('Please enter a valid email')).toBeVisible();
  await user.type(field('Email'), '@example.ie');
  expect(screen.queryByText('Please enter a valid email')).toBeNull();
});

test('passwords that differ show an error beside the field and in a banner', async () => {
  const api = fakeApi({});
  const user = openAuthDialog('register');
  await user.type(field('Name'), 'Aoife');
  await user.type(field('Phone Number'), '087');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.type(field('Password'), 'secret1');
  await user.type(field('Confirm Password'), 'secret2');
  await user.click(button('Register'));
  expect(screen.getByRole('alert').textContent).toBe('Passwords do not match');
  expect(screen.getAllByText('Passwords do not match')).toHaveLength(2);
  expect(document.activeElement).toBe(field('Confirm Password'));
  expect(api.calls).toEqual([]);
});

test.each(['Password', 'Confirm Password'])(
  'both messages go as soon as the passwords match, whichever field is corrected, and the banner stays away: %s (VAL-01)',
  async (corrected) => {
    const user = openAuthDialog('register');
    await user.type(field('Password'), corrected === 'Password' ? 'harbour-gul' : 'harbour-gull');
    await user.type(field('Confirm Password'), corrected === 'Password' ? 'harbour-gull' : 'harbour-gul');
    await user.click(button('Register'));
    expect(screen.getAllByText('Passwords do not match')).toHaveLength(2);
    await user.type(field(corrected), 'l');
    expect(screen.queryByText('Passwords do not match')).toBeNull();
    await user.type(field(corrected), 's');
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

test('a new password must have at least six characters (VAL-02)', async () => {
  const user = openAuthDialog('register');
  await user.type(field('Password'), 'five5');
  await user.tab();
  expect(await screen.findByText('Password must be at least 6 characters long')).toBeVisible();
});

const GUESSED = 'This password is too easy to guess. Please choose a different one.';
/** Each field has an empty status element from the start, which later shows its message. */
const statuses = () => screen.getAllByRole('status').map(({ textContent }) => textContent);

test('a common password shows a warning on blur and is still accepted (AUT-09)', async () => {
  const api = fakeApi({ registerUser: () => ({ status: 201, body: AOIFE }) });
  const user = openAuthDialog('register');
  await user.type(field('Name'), 'Aoife Brennan');
  await user.type(field('Phone Number'), '0871234567');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.type(field('Password'), 'SunShine');
  expect(statuses()).toEqual(['']);
  await user.tab();
  await waitFor(() => expect(statuses()).toEqual([GUESSED]));
  expect(field('Password').getAttribute('aria-describedby')?.split(' ')).toContain(
    screen.getByRole('status').id,
  );
  expect(field('Password').getAttribute('aria-invalid')).toBeNull();

  await user.type(field('Confirm Password'), 'SunShine');
  await user.click(button('Register'));
  await waitFor(() => expect(startSession).toHaveBeenCalledWith(AOIFE));
  expect(api.calls.map(({ endpointName }) => endpointName)).toEqual(['registerUser']);
});

test('the warning of a common password follows what is typed (AUT-09)', async () => {
  fakeApi({});
  const user = openAuthDialog('register');
  await user.type(field('Password'), 'drago');
  await user.tab();
  await user.type(field('Password'), 'n');
  await waitFor(() => expect(statuses()).toEqual([GUESSED]));
  await user.type(field('Password'), 'fly of 1987');
  expect(statuses()).toEqual(['']);
  expect(field('Password').getAttribute('aria-describedby')?.split(' ')).toHaveLength(1);
});

test('a pause in the last field shows the warning of a common password before the form is sent (AUT-09)', async () => {
  fakeApi({ sendEmailCode: () => ({ body: {} }) });
  const user = openAuthDialog('resetPassword');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.click(button('Send Code'));
  await user.type(await screen.findByLabelText('New Password'), '654321');
  await waitFor(() => expect(statuses()).toEqual([GUESSED]));
  expect(document.activeElement).toBe(field('New Password'));
});

test('a login never warns of a common password (AUT-09)', async () => {
  fakeApi({});
  const user = openAuthDialog('login');
  await user.type(field('Password'), '654321');
  await user.tab();
  expect(screen.queryAllByRole('status')).toEqual([]);
});

test('registering logs the new customer in', async () => {
  const api = fakeApi({ registerUser: () => ({ status: 201, body: AOIFE }) });
  const user = openAuthDialog('register');
  expect(await screen.findByRole('dialog', { name: 'Create an Account' })).toBeVisible();
  await user.type(field('Name'), 'Aoife Brennan');
  await user.type(field('Phone Number'), '0871234567');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.type(field('Password'), 'secret1');
  await user.type(field('Confirm Password'), 'secret1');
  await user.click(button('Register'));
  await waitFor(() => expect(startSession).toHaveBeenCalledWith(AOIFE));
  const { jwtToken: _, ...details } = AOIFE;
  expect(api.calls[0]?.body).toEqual({ ...details, password: 'secret1' });
});

test('a password is reset in two steps, and the dialog then shows the login (AUT-04, ERR-04)', async () => {
  const api = fakeApi({ sendEmailCode: () => ({ body: {} }), recoverPassword: () => ({ body: {} }) });
  const user = openAuthDialog('login');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
  expect(await screen.findByRole('dialog', { name: 'Reset Password' })).toBeVisible();
  expect(field('Email')).toHaveProperty('value', 'aoife@example.ie');
  await user.click(button('Send Code'));
  await waitFor(() => expect(document.activeElement).toBe(field('Code')));
  expect(alertTitles()).toEqual(['Email code sent']);

  await user.click(button('Reset Password'));
  expect(screen.getByText('Code is required')).toBeVisible();
  expect(screen.getByText('Password is required')).toBeVisible();
  await user.type(field('Code'), '012 345');
  await user.type(field('New Password'), 'secret2');
  await user.click(button('Reset Password'));
  await screen.findByRole('dialog', { name: 'Login to Your Account' });
  expect(api.callsOf('recoverPassword')[0]?.body).toEqual({
    code: 12345,
    email: 'aoife@example.ie',
    password: 'secret2',
  });
  expect(alertTitles()).toEqual(['Email code sent', 'Password reset']);
  expect(document.activeElement).toBe(field('Password'));
  expect(field('Password')).toHaveProperty('value', '');
});

test('the form stays in the email step when the code cannot be sent', async () => {
  fakeApi({ sendEmailCode: () => problemReply(500, 'INTERNAL_ERROR') });
  const user = openAuthDialog('resetPassword');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.click(button('Send Code'));
  await waitFor(() => expect(button('Send Code')).toHaveProperty('disabled', false));
  expect(screen.queryByLabelText('Code')).toBeNull();
});

test('the form stays in the code step when the code is rejected (AUT-05)', async () => {
  fakeApi({
    sendEmailCode: () => ({ body: {} }),
    recoverPassword: () => problemReply(400, 'VERIFICATION_CODE_NOT_FOUND'),
  });
  const user = openAuthDialog('resetPassword');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.click(button('Send Code'));
  await user.type(await screen.findByLabelText('Code'), '111111');
  await user.type(field('New Password'), 'secret2');
  await user.click(button('Reset Password'));
  await waitFor(() => expect(field('Code').getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(field('Code'));
  expect(screen.getByText(/^The code is invalid\. Enter the newest one/)).toBeVisible();
  expect(alertTitles()).toEqual(['Email code sent']);
  expect(field('Code')).toHaveProperty('value', '111111');
});

test('the Login and Register buttons switch the dialog and clear the errors', async () => {
  const user = openAuthDialog('login');
  await user.click(button('Login'));
  expect(screen.getByText('Password is required')).toBeVisible();
  await user.click(button('Register'));
  expect(await screen.findByRole('dialog', { name: 'Create an Account' })).toBeVisible();
  expect(screen.queryByText('Password is required')).toBeNull();
  await user.click(button('Login'));
  expect(await screen.findByRole('dialog', { name: 'Login to Your Account' })).toBeVisible();
});

test('the password can be made visible', async () => {
  const user = openAuthDialog('login');
  expect(field('Password').getAttribute('type')).toBe('password');
  await user.click(button('Show password'));
  expect(field('Password').getAttribute('type')).toBe('text');
  await user.click(button('Hide password'));
  expect(field('Password').getAttribute('type')).toBe('password');
});

test('a demo deployment offers the demo account', async () => {
  useApp.setState({ config: { ...DEFAULT_CONFIG, demo: true } });
  const user = openAuthDialog('login');
  await user.click(button('Use the demo account'));
  expect(field('Email')).toHaveProperty('value', 'demo@send.example');
  expect(field('Password')).toHaveProperty('value', 'demo-parcel');
});

test('any other deployment does not offer the demo account', () => {
  openAuthDialog('login');
  expect(screen.queryByRole('button', { name: 'Use the demo account' })).toBeNull();
});

test('offline, the login button says that it needs a connection and sends nothing', async () => {
  const api = fakeApi({});
  useApp.setState({ isReachable: false });
  const user = openAuthDialog('login');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.type(field('Password'), 'secret1');
  await user.click(button('Login'));
  expect(screen.getByText('Logging in needs a connection.')).toBeVisible();
  expect(button('Login').getAttribute('aria-disabled')).toBe('true');
  expect(api.calls).toEqual([]);
});

test('what is typed stays when the dialog is closed by mistake, without the passwords, until a login (LAY-08)', async () => {
  const api = fakeApi({ login: () => ({ body: AOIFE }) });
  const user = openAuthDialog('register');
  await user.type(await screen.findByLabelText('Name'), 'Aoife Brennan');
  await user.type(field('Phone Number'), '0871234567');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.type(field('Password'), 'secret1');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  act(() => useDialogs.getState().openAuth('register'));
  expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Aoife Brennan');
  expect(field('Phone Number')).toHaveProperty('value', '0871234567');
  expect(field('Email')).toHaveProperty('value', 'aoife@example.ie');
  expect(field('Password')).toHaveProperty('value', '');

  startSession.mockImplementation(() => {
    saveSession();
    useUser.setState({ user: AOIFE });
  });
  await user.click(button('Login'));
  await user.type(field('Password'), 'secret1');
  await user.click(screen.getAllByRole('button', { name: 'Login' })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(api.calls[0]?.body).toEqual({ email: 'aoife@example.ie', password: 'secret1' });
  act(() => useDialogs.getState().openAuth('register'));
  expect(await screen.findByLabelText('Email')).toHaveProperty('value', '');
});

test('closing the dialog during a login prevents that a late response logs the user in', async () => {
  let respond: (reply: { body: unknown }) => void = () => undefined;
  fakeApi({ login: () => new Promise((resolve) => (respond = resolve)) });
  useDialogs.getState().openAuth('login');
  const { unmount } = renderPlain(<AuthDialog />);
  const user = userEvent.setup();
  await user.type(field('Email'), 'aoife@example.ie');
  await user.type(field('Password'), 'secret1');
  await user.click(button('Login'));
  unmount();
  respond({ body: AOIFE });
  await waitFor(() => expect(useLoaders.getState().loading).toEqual({}));
  expect(startSession).not.toHaveBeenCalled();
});
