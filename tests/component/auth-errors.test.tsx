import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';
import { handleFailure } from '../../src/app/failure-policy.ts';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { AuthDialog } from '../../src/features/auth/AuthDialog.tsx';
import { useAlerts } from '../../src/stores/alerts.ts';
import { useApp } from '../../src/stores/app.ts';
import { type AuthMode, useDialogs } from '../../src/stores/dialogs.ts';
import { useLoaders } from '../../src/stores/loaders.ts';
import { useUser } from '../../src/stores/user.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { renderPlain } from '../support/render.tsx';

const startSession = vi.hoisted(() => vi.fn());
vi.mock('../../src/use-cases/session/session.ts', () => ({ startSession }));

beforeEach(() => {
  configureClient({
    baseUrls: () => ({ apiBase: '/api', hookBase: '/hook' }),
    session: () => undefined,
    onFailure: handleFailure,
  });
  startSession.mockReset();
  for (const store of [useAlerts, useLoaders, useDialogs, useUser]) store.getState().reset();
  useApp.setState({ config: DEFAULT_CONFIG, isReachable: true });
});
afterEach(() => vi.unstubAllGlobals());

function open(mode: AuthMode) {
  useDialogs.getState().openAuth(mode);
  renderPlain(<AuthDialog />);
  return userEvent.setup();
}
const field = (label: string) => screen.getByLabelText(label, { exact: true });
const submit = (name: string) => screen.getByRole('button', { name });
const alerts = () => useAlerts.getState().list.map(({ title }) => title);

test('a rejected login keeps the typed values, focuses the invalid field and says once what is wrong (LAY-20)', async () => {
  fakeApi({ login: () => problemReply(401, 'INCORRECT_PASSWORD') });
  const user = open('login');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.type(field('Password'), 'wrong-one');
  await user.click(submit('Login'));
  await waitFor(() => expect(field('Password').getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(field('Password'));
  expect(screen.getByText('The password is incorrect')).toBeVisible();
  expect(alerts()).toEqual([]);
  expect(field('Email')).toHaveProperty('value', 'aoife@example.ie');
  expect(submit('Login')).toHaveProperty('disabled', false);
  expect(startSession).not.toHaveBeenCalled();
});

test('a field error of the server is shown beside the field', async () => {
  fakeApi({
    login: () =>
      problemReply(400, 'VALIDATION_EXCEPTION', [{ path: 'email', message: 'This address is blocked' }]),
  });
  const user = open('login');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.type(field('Password'), 'secret1');
  await user.click(submit('Login'));
  expect(await screen.findByText('This address is blocked')).toBeVisible();
  expect(document.activeElement).toBe(field('Email'));
  expect(alerts()).toEqual([]);
});

test('a failure that is about no field shows an alert (LAY-20)', async () => {
  fakeApi({ login: () => problemReply(500, 'INTERNAL_ERROR') });
  const user = open('login');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.type(field('Password'), 'secret1');
  await user.click(submit('Login'));
  await waitFor(() => expect(alerts()).toEqual(['Something went wrong with the server']));
  expect(field('Password').getAttribute('aria-invalid')).toBeNull();
});

test('the message of a rejected login does not follow to the password reset (LAY-20)', async () => {
  fakeApi({ login: () => problemReply(401, 'USER_NOT_FOUND') });
  const user = open('login');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.type(field('Password'), 'secret1');
  await user.click(submit('Login'));
  expect(await screen.findByText('A user with that email is not found')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
  await screen.findByRole('dialog', { name: 'Reset Password' });
  expect(screen.queryByText('A user with that email is not found')).toBeNull();
});
