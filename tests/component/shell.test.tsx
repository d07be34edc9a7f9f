import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NotFoundPage } from '../../src/app/NotFoundPage.tsx';
import { Shell } from '../../src/app/Shell.tsx';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { useUpdate } from '../../src/pwa/update.ts';
import { useAlerts } from '../../src/stores/alerts.ts';
import { useApp } from '../../src/stores/app.ts';
import { useDialogs } from '../../src/stores/dialogs.ts';
import { useUser } from '../../src/stores/user.ts';
import { renderPages } from '../support/render.tsx';

// Draining has its own tests; this browser has no IndexedDB.
vi.mock('../../src/use-cases/outbox/outbox.ts', () => ({
  drainNow: vi.fn(async () => undefined),
  waitForSubmissions: vi.fn(async () => undefined),
}));

const AOIFE = { name: 'Aoife Brennan', email: 'aoife@example.ie', jwtToken: 'token' };
const PATHS = ['/', '/deliveries', '/tracking', '/faq', '/auth/login', '/account', '/nowhere'] as const;
const pages = Object.fromEntries(PATHS.map((path) => [path, Shell]));

beforeEach(() => {
  for (const store of [useAlerts, useDialogs, useUser]) store.getState().reset();
  useApp.setState({ isReachable: true, config: DEFAULT_CONFIG });
});
afterEach(() => vi.unstubAllGlobals());

const mainNav = () => screen.getByRole('navigation', { name: 'Main' });

describe('The banner of a demonstration', () => {
  test.each(PATHS)('is on %s while payments are simulated (SEC-01)', async (path) => {
    useApp.setState(({ config }) => ({ config: { ...config, demonstration: true } }));
    await renderPages(pages, path);
    const banner = screen.getByRole('complementary', { name: 'Demonstration' });
    expect(banner.textContent).toContain('This is a demonstration.');
    act(() => {
      useApp.setState({ config: DEFAULT_CONFIG });
    });
    expect(screen.queryByRole('complementary', { name: 'Demonstration' })).toBeNull();
  });
});

describe('The header', () => {
  test('links to the four pages and marks the current one (LAY-01)', async () => {
    await renderPages(pages, '/tracking');
    const links = within(mainNav()).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Send', '/'],
      ['Deliveries', '/deliveries'],
      ['Tracking', '/tracking'],
      ['FAQ', '/faq'],
    ]);
    expect(links.filter((link) => link.ariaCurrent ?? link.getAttribute('aria-current'))).toEqual([links[2]]);
  });

  test('has a logo that links to the home page (LAY-01)', async () => {
    await renderPages(pages, '/faq');
    expect(screen.getByRole('link', { name: 'Send, home' }).getAttribute('href')).toBe('/');
  });

  test('lets a guest open the login dialog (LAY-03)', async () => {
    await renderPages(pages, '/faq');
    await userEvent.click(screen.getByRole('button', { name: 'Account' }));
    expect(useDialogs.getState().authMode).toBe('login');
    expect(await screen.findByRole('dialog', { name: 'Login to Your Account' })).toBeVisible();
  });

  test('has no Account button on the auth pages', async () => {
    await renderPages(pages, '/auth/login');
    expect(screen.queryByRole('button', { name: 'Account' })).toBeNull();
  });

  test("shows the first two letters of the customer's name as a link to the account", async () => {
    useUser.setState({ user: { ...AOIFE, phoneNumber: null } });
    await renderPages(pages, '/');
    const account = screen.getByRole('link', { name: 'Account, Aoife Brennan' });
    expect(account.getAttribute('href')).toBe('/account');
    expect(account.textContent).toBe('AOAccount, Aoife Brennan');
  });

  test.each([
    ['E\u0301ile Byrne', 'E\u0301I'],
    ['👩🏽‍🚒Niamh', '👩🏽‍🚒N'],
    ['नीना', 'नीना'],
    ['O', 'O'],
  ])('keeps each letter of %s whole', async (name, letters) => {
    useUser.setState({ user: { ...AOIFE, name, phoneNumber: null } });
    await renderPages(pages, '/');
    const account = screen.getByRole('link', { name: `Account, ${name}` });
    expect(account.textContent).toBe(`${letters}Account, ${name}`);
  });

  test('opens a drawer with the same pages and a labeled close button (LAY-02)', async () => {
    await renderPages(pages, '/faq');
    await userEvent.click(screen.getByRole('button', { name: 'Open menu' }));
    const drawer = await screen.findByRole('dialog');
    expect(within(drawer).getByRole('link', { name: 'Tracking' })).toBeVisible();
    await userEvent.click(within(drawer).getByRole('button', { name: 'Close menu' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('The bar of tabs', () => {
  test.each([
    ['/deliveries', 'Deliveries'],
    ['/account', 'Account'],
    ['/faq', undefined],
  ] as const)('marks the current page on %s (LAY-49)', async (path, current) => {
    await renderPages(pages, path);
    const tabs = within(screen.getByRole('navigation', { name: 'Main pages' })).getAllByRole('link');
    expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('href')])).toEqual([
      ['Send', '/'],
      ['Deliveries', '/deliveries'],
      ['Tracking', '/tracking'],
      ['Account', '/account'],
    ]);
    const marked = tabs.filter((tab) => tab.getAttribute('aria-current') === 'page');
    expect(marked.map((tab) => tab.textContent)).toEqual(current ? [current] : []);
  });
});

describe('Every page', () => {
  test('shows the year and the two legal links (LAY-04)', async () => {
    await renderPages(pages, '/');
    const footer = screen.getByRole('contentinfo');
    expect(footer.textContent).toContain(`© ${new Date().getFullYear()}`);
    expect(
      within(footer)
        .getAllByRole('link')
        .map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Terms & Conditions', '/terms-and-conditions'],
      ['Privacy Policy', '/privacy-policy'],
    ]);
  });

  test('has a skip link as its first tab stop', async () => {
    await renderPages(pages, '/');
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe('Skip to content');
    await userEvent.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  test('shows that the connection is lost until the server responds again', async () => {
    useApp.setState({ isReachable: false });
    vi.stubGlobal('fetch', async () => Response.json({ status: 'ok' }));
    await renderPages(pages, '/');
    expect(screen.getByText('You are offline.').closest('[role="status"]')).not.toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Try now' }));
    await vi.waitFor(() => expect(screen.queryByText('You are offline.')).toBeNull(), 10_000);
  });

  test('offers an update until the user accepts or postpones it', async () => {
    await renderPages(pages, '/');
    const reload = vi.fn();
    act(() => useUpdate.getState().offer(reload));
    await userEvent.click(screen.getByRole('button', { name: 'Later' }));
    expect(screen.queryByText('Update available')).toBeNull();
    expect(reload).not.toHaveBeenCalled();
    act(() => useUpdate.getState().offer(reload));
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce(), 10_000);
  });
});

test('an unknown page shows Not Found and links to other pages (RTE-10)', async () => {
  await renderPages({ ...pages, '/nowhere': NotFoundPage }, '/nowhere');
  expect(
    screen.getByText(
      "Sorry, we couldn't find the page you're looking for. It might have been moved, deleted, or never existed.",
    ),
  ).toBeVisible();
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Go to Home', '/'],
    ['Track a Package', '/tracking'],
    ['Search Deliveries', '/deliveries'],
  ]);
  expect(document.title).toBe('Page not found – Send');
});
