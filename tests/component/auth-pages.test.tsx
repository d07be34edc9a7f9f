import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { LoginPage, RegisterPage } from '../../src/features/auth/AuthPage.tsx';
import { useUser } from '../../src/stores/user.ts';
import { alertTitles, resetAs } from '../support/account-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import { renderPages } from '../support/render.tsx';

vi.mock('../../src/use-cases/session/session.ts', () => ({
  startSession: (user: Parameters<ReturnType<typeof useUser.getState>['setUser']>[0]) =>
    useUser.getState().setUser(user),
}));

const AOIFE = {
  name: 'Aoife Brennan',
  email: 'aoife@example.ie',
  phoneNumber: '0871234567',
  jwtToken: 'token',
};

const pages = {
  '/auth/login': LoginPage,
  '/auth/register': RegisterPage,
  '/': () => <h1>Request a Delivery</h1>,
};

beforeEach(() => resetAs(null));

test('the login page states its purpose and links to the register page and back (AUT-02)', async () => {
  await renderPages(pages);
  const user = userEvent.setup();
  expect(screen.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  expect(screen.getByText('Login to your account and start ordering')).toBeVisible();
  await user.click(screen.getByRole('link', { name: "Don't have an account? Register" }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Register' })).toBeVisible();
  expect(document.title).toBe('Register – Send');
  await user.click(screen.getByRole('link', { name: 'Already have an account? Login' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
});

test('a login on the login page leads to the home page (AUT-03)', async () => {
  fakeApi({ login: () => ({ body: AOIFE }) });
  const { router } = await renderPages(pages);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Email'), 'aoife@example.ie');
  await user.type(screen.getByLabelText('Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Login' }));
  expect(await screen.findByRole('heading', { name: 'Request a Delivery' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/');
  expect(alertTitles()).toEqual(['Login successful']);
});

test.each(['/auth/login', '/auth/register'])(
  'a customer who is logged in is redirected from %s to the home page (RTE-08)',
  async (path) => {
    act(() => useUser.setState({ user: AOIFE }));
    const { router } = await renderPages(pages, path);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  },
);

test('the login page can reset a password and then shows the login again', async () => {
  await renderPages(pages);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Forgot password?' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Reset Password' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to Login' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
});
