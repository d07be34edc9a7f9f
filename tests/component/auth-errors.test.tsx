import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { alertTitles } from '../support/account-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { button, field, openAuthDialog, resetAuth } from './auth-harness.tsx';

const startSession = vi.hoisted(() => vi.fn());
vi.mock('../../src/use-cases/session/session.ts', () => ({ startSession }));

beforeEach(() => {
  resetAuth();
  startSession.mockReset();
});
afterEach(() => vi.unstubAllGlobals());

test('a rejected login keeps the typed values, focuses the invalid field and says once what is wrong (LAY-20)', async () => {
  fakeApi({ login: () => problemReply(401, 'INCORRECT_PASSWORD') });
  const user = openAuthDialog('login');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.type(field('Password'), 'wrong-one');
  await user.click(button('Login'));
  await waitFor(() => expect(field('Password').getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(field('Password'));
  expect(screen.getByText('The password is incorrect')).toBeVisible();
  expect(alertTitles()).toEqual([]);
  expect(field('Email')).toHaveProperty('value', 'aoife@example.ie');
  expect(button('Login')).toHaveProperty('disabled', false);
  expect(startSession).not.toHaveBeenCalled();
});

test('Enter in the field that is then wrong announces the error once, because the focus stays there (LAY-40)', async () => {
  fakeApi({ login: () => problemReply(401, 'INCORRECT_PASSWORD') });
  const user = openAuthDialog('login');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.type(field('Password'), 'wrong-one{Enter}');
  const announced = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
  await waitFor(() => expect(announced()).toEqual(['The password is incorrect']));
  await user.click(button('Login'));
  await waitFor(() => expect(field('Password').getAttribute('aria-invalid')).toBe('true'));
  // The focus moves from the button to the field, whose description is the error.
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a field error of the server is shown beside the field', async () => {
  fakeApi({
    login: () =>
      problemReply(400, 'VALIDATION_EXCEPTION', [{ path: 'email', message: 'This address is blocked' }]),
  });
  const user = openAuthDialog('login');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.type(field('Password'), 'secret1');
  await user.click(button('Login'));
  expect(await screen.findByText('This address is blocked')).toBeVisible();
  expect(document.activeElement).toBe(field('Email'));
  expect(alertTitles()).toEqual([]);
});

test('a failure that is about no field shows an alert (LAY-20)', async () => {
  fakeApi({ login: () => problemReply(500, 'INTERNAL_ERROR') });
  const user = openAuthDialog('login');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.type(field('Password'), 'secret1');
  await user.click(button('Login'));
  await waitFor(() => expect(alertTitles()).toEqual(['Something went wrong with the server']));
  expect(field('Password').getAttribute('aria-invalid')).toBeNull();
});

test('the message of a rejected login does not follow to the password reset (LAY-20)', async () => {
  fakeApi({ login: () => problemReply(401, 'USER_NOT_FOUND') });
  const user = openAuthDialog('login');
  await user.type(field('Email'), 'aoife@example.ie');
  await user.type(field('Password'), 'secret1');
  await user.click(button('Login'));
  expect(await screen.findByText('A user with that email is not found')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
  await screen.findByRole('dialog', { name: 'Reset Password' });
  expect(screen.queryByText('A user with that email is not found')).toBeNull();
});
