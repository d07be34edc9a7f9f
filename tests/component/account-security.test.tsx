import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { AccountData } from '../../src/contract/account-data.ts';
import { DEFAULT_PRESETS } from '../../src/contract/presets.ts';
import type { UserSession } from '../../src/contract/user.ts';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import { AccountScreen } from '../../src/features/account/AccountScreen.tsx';
import { accountDataPage } from '../../src/features/account/account-data-page.ts';
import { useApp } from '../../src/stores/app.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { AOIFE, alertsShown, resetAs } from '../support/account-fixtures.ts';
import { anAddress } from '../support/address-fixtures.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { renderPages } from '../support/render.tsx';

const flows = vi.hoisted(() => ({
  endDeletedAccount: vi.fn(),
  logOutThisDevice: vi.fn(),
  refreshUser: vi.fn(),
  replaceToken: vi.fn(),
}));
vi.mock('../../src/use-cases/session/session.ts', () => flows);

beforeEach(() => {
  flows.endDeletedAccount.mockReset();
  resetAs(AOIFE);
});

function aSession(overrides: Partial<UserSession> = {}): UserSession {
  return {
    id: 'here',
    device: 'Firefox on Linux',
    created: '2026-11-01T10:00:00Z',
    lastUsed: new Date().toISOString(),
    isCurrent: true,
    ...overrides,
  };
}
const PHONE = aSession({
  id: 'phone',
  device: 'Safari on iPhone',
  lastUsed: new Date(Date.now() - 3.5 * 3600_000).toISOString(),
  isCurrent: false,
});
const DATA: AccountData = {
  exported: '2026-11-22T10:00:00Z',
  account: {
    name: 'Aoife Brennan',
    email: AOIFE.email,
    isEmailConfirmed: true,
    hasMailUpdates: false,
    created: '2026-11-01T10:00:00Z',
  },
  addresses: [anAddress()],
  deliveries: [],
  cards: [],
  payments: [],
  sessions: [aSession()],
  devices: [{ lastUsed: '2026-11-22T09:00:00Z' }],
  emails: [{ sent: '2026-11-21T10:00:00Z', about: 'delivery 7: paid' }],
  securityLog: [{ time: '2026-11-01T10:00:00Z', event: 'registered' }],
};

async function open() {
  await renderPages({ '/': () => <AccountScreen search={{ tab: 'security' }} onSearchChange={() => {}} /> });
  return userEvent.setup();
}
const findButton = (name: string) => screen.findByRole('button', { name });
const deviceOf = async (name: string) => {
  const heading = await screen.findByRole('heading', { level: 3, name });
  const item = heading.closest('li');
  if (item === null) throw new Error(`${name} is in no list`);
  return within(item);
};

test('the devices are listed with their last use, and this one is marked (ACC-22)', async () => {
  fakeApi({ listSessions: () => ({ body: [aSession(), PHONE] }) });
  await open();
  const here = await deviceOf('Firefox on Linux');
  expect(here.getByText('This device')).toBeVisible();
  expect(here.getByText(/^In use now · Logged in Nov 1, 2026$/)).toBeVisible();
  expect(here.queryByRole('button')).toBeNull();
  expect(await (await deviceOf('Safari on iPhone')).findByText(/^Last used 3 h ago/)).toBeVisible();
});

test('one device can be logged out (ACC-22)', async () => {
  let sessions = [aSession(), PHONE];
  const api = fakeApi({
    listSessions: () => ({ body: sessions }),
    endSession: () => {
      sessions = [aSession()];
      return { body: {} };
    },
  });
  const user = await open();
  await user.click(await findButton('Log out Safari on iPhone'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Log out Safari on iPhone?' }));
  await user.click(dialog.getByRole('button', { name: 'Log out' }));
  expect(await dialog.findByText('Password is required')).toBeVisible();
  expect(api.callsOf('endSession')).toEqual([]);
  await user.type(dialog.getByLabelText('Password'), 'parcel-secret-1');
  await user.click(dialog.getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
  expect(api.callsOf('endSession')[0]).toMatchObject({
    path: 'users/sessions/phone/end',
    body: { password: 'parcel-secret-1' },
  });
  expect(alertsShown()).toEqual(['Logged out Safari on iPhone']);
});

test('the dialog names the drafts that the deletion removes from the device (ACC-33, SEC-13)', async () => {
  fakeApi({ listSessions: () => ({ body: [aSession()] }) });
  const pickUp = { name: 'Rathmines', chosen: undefined };
  useDrafts.getState().createDraft({
    owner: AOIFE.email,
    fields: { ...DEFAULT_FIELDS, pickUp },
    step: 'locations',
  });
  const user = await open();
  const dialog = await confirmDeletion(user);
  expect(await dialog.findByText(/^This deletes your draft: .*Rathmines/)).toBeVisible();
});

test.each([
  [403, 'UNAUTHORIZED', 'The password is incorrect'],
  [429, 'TOO_MANY_REQUESTS', 'Too many attempts'],
  [503, 'SERVICE_UNAVAILABLE', 'Something went wrong with the server'],
])('the response %d %s logs no device out and says "%s" (ACC-22)', async (status, code, sentence) => {
  fakeApi({
    listSessions: () => ({ body: [aSession(), PHONE] }),
    endSession: () => problemReply(status, code),
  });
  const user = await open();
  await user.click(await findButton('Log out Safari on iPhone'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Password'), 'guess{Enter}');
  expect((await dialog.findAllByText(sentence)).at(-1)).toBeVisible();
  expect(alertsShown()).toEqual([]);
});

test('a device that has logged out by itself counts as logged out (ACC-22)', async () => {
  let sessions = [aSession(), PHONE];
  fakeApi({
    listSessions: () => ({ body: sessions }),
    endSession: () => {
      sessions = [aSession()];
      return problemReply(404, 'NOT_FOUND');
    },
  });
  const user = await open();
  await user.click(await findButton('Log out Safari on iPhone'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Password'), 'parcel-secret-1{Enter}');
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('all other devices can be logged out after a confirmation (ACC-22)', async () => {
  let sessions = [aSession(), PHONE];
  const api = fakeApi({
    listSessions: () => ({ body: sessions }),
    endOtherSessions: () => {
      sessions = [aSession()];
      return { body: {} };
    },
  });
  const user = await open();
  await user.click(await findButton('Log out all other devices'));
  const dialog = await screen.findByRole('dialog', { name: 'Log out all other devices?' });
  expect(api.callsOf('endOtherSessions')).toEqual([]);
  await user.type(within(dialog).getByLabelText('Password'), 'parcel-secret-1');
  await user.click(within(dialog).getByRole('button', { name: 'Log out' }));
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
  expect(api.callsOf('endOtherSessions')[0]?.body).toEqual({ password: 'parcel-secret-1' });
  expect(alertsShown()).toEqual(['All other devices are logged out']);
});

test('an API that cannot log out all other devices never makes the app say that they are logged out (ACC-22)', async () => {
  fakeApi({
    listSessions: () => ({ body: [aSession(), PHONE] }),
    endOtherSessions: () => ({ status: 404, body: {} }),
  });
  const user = await open();
  await user.click(await findButton('Log out all other devices'));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText('Password'), 'parcel-secret-1{Enter}');
  expect(await dialog.findByText('No device was logged out.')).toBeVisible();
  expect(alertsShown()).toEqual([]);
});

test('a list that cannot be loaded says so, offers to try again, and shows no alert (ACC-22, LAY-11)', async () => {
  const api = fakeApi({ listSessions: () => problemReply(500, 'INTERNAL_ERROR') });
  const user = await open();
  expect(await screen.findByText('Your devices could not be loaded')).toBeVisible();
  api.script.listSessions = () => ({ body: [aSession()] });
  await user.click(await findButton('Try again'));
  await deviceOf('Firefox on Linux');
  expect(alertsShown()).toEqual([]);
});

test('offline, every action says that it needs a connection (ACC-22, SEC-12, SEC-13)', async () => {
  useApp.setState({ isReachable: false });
  const api = fakeApi({});
  const user = await open();
  expect(await screen.findByText(/^Connect to see where you are logged in/)).toBeVisible();
  for (const [name, reason] of [
    ['Download as JSON', /Downloading your data needs a connection/],
    ['Delete account', /Deleting your account needs a connection/],
  ] as const) {
    const button = await findButton(name);
    expect(button.getAttribute('aria-disabled')).toBe('true');
    const described = button.getAttribute('aria-describedby') ?? '';
    expect(document.getElementById(described)?.textContent).toMatch(reason);
    await user.click(button);
  }
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.callsOf('exportAccount')).toEqual([]);
});

test('the data is downloaded as JSON and as a page (SEC-12)', async () => {
  fakeApi({ listSessions: () => ({ body: [aSession()] }), exportAccount: () => ({ body: DATA }) });
  const files: { name: string; content: Blob }[] = [];
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) blobs.push(blob);
    return 'blob:data';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const content = blobs.at(-1);
    if (content) files.push({ name: this.download, content });
  });
  const user = await open();
  await user.click(await findButton('Download as JSON'));
  await waitFor(() => expect(files).toHaveLength(1));
  await user.click(await findButton('Download as a page'));
  await waitFor(() => expect(files).toHaveLength(2));
  expect(files.map(({ name }) => name)).toEqual(['send-data-2026-11-22.json', 'send-data-2026-11-22.html']);
  expect(JSON.parse((await files[0]?.content.text()) ?? '')).toEqual(DATA);
  const page = await files[1]?.content.text();
  expect(page).toContain('<td dir="auto">12 Leinster Road, D06 X2P4, Dublin</td>');
  expect(page).toContain('<td dir="auto">delivery 7: paid</td>');
  expect(page).toContain('<td dir="auto">Yes</td><td dir="auto">No</td>');
  vi.restoreAllMocks();
});

test('the readable page shows text as text (SEC-12, LAY-09)', () => {
  const attack = '<img src=x onerror=alert(1)>"\'&';
  const data = {
    ...DATA,
    account: { ...DATA.account, name: attack },
    addresses: [anAddress({ name: attack, street: attack })],
    deliveries: [aDelivery({ deliveryNote: attack })],
    securityLog: [{ time: 'not a time <b>', event: attack }],
  };
  const page = accountDataPage(data, DEFAULT_PRESETS);
  const parsed = new DOMParser().parseFromString(page, 'text/html');
  expect(parsed.querySelectorAll('img, script, b')).toHaveLength(0);
  const texts = [...parsed.querySelectorAll('td')].map(({ textContent }) => textContent);
  expect(texts.filter((text) => text?.includes(attack)).length).toBeGreaterThanOrEqual(5);
  expect([...parsed.querySelectorAll('h2')].map(({ textContent }) => textContent)).toContain('Deliveries');
});

test('the page with the account data says what became of the money as the payment history does (SEC-12, PAY-07)', () => {
  const payment = { id: 1, created: '2026-11-20T10:12:00Z', status: 2, amount: 18.4, currency: 'EUR' };
  const payments = [
    { ...payment, amountRefunded: 18.4, refund: 'done' },
    { ...payment, amountRefunded: 4 },
  ];
  const page = accountDataPage({ ...DATA, payments }, DEFAULT_PRESETS);
  const parsed = new DOMParser().parseFromString(page, 'text/html');
  const texts = [...parsed.querySelectorAll('td')].map(({ textContent }) => textContent);
  expect(texts.filter((text) => /efunded|Paid/.test(text ?? ''))).toEqual([
    'Refunded',
    'Paid',
    'Partly refunded €4.00 of €18.40',
  ]);
});

async function confirmDeletion(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await findButton('Delete account'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete your account?' }));
  return dialog;
}

test('the account is deleted after the password was entered (SEC-13)', async () => {
  const api = fakeApi({
    listSessions: () => ({ body: [aSession()] }),
    deleteAccount: () => ({ body: {} }),
  });
  const user = await open();
  expect(
    screen.getByText(
      /For our bookkeeping we must keep .* their receipts with your name, email address and places, for 7 years/,
    ),
  ).toBeVisible();
  const dialog = await confirmDeletion(user);
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByText('Password is required')).toBeVisible();
  expect(api.callsOf('deleteAccount')).toEqual([]);
  await user.type(dialog.getByLabelText('Password'), 'parcel-secret-1');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(flows.endDeletedAccount).toHaveBeenCalledTimes(1));
  expect(api.callsOf('deleteAccount')[0]?.body).toEqual({ password: 'parcel-secret-1' });
  expect(alertsShown()).toEqual(['Your account was deleted']);
});

test.each([
  [403, 'UNAUTHORIZED', 'The password is incorrect'],
  [409, 'ACCOUNT_HAS_DELIVERIES', 'You have a delivery under way'],
  [429, 'TOO_MANY_REQUESTS', 'Too many attempts'],
  [500, 'INTERNAL_ERROR', 'Something went wrong with the server'],
])('the response %d %s leaves the account and says "%s" (SEC-13)', async (status, code, sentence) => {
  fakeApi({
    listSessions: () => ({ body: [aSession()] }),
    deleteAccount: () => problemReply(status, code),
  });
  const user = await open();
  const dialog = await confirmDeletion(user);
  await user.type(dialog.getByLabelText('Password'), 'parcel-secret-1');
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  expect(await dialog.findByText(sentence)).toBeVisible();
  expect(flows.endDeletedAccount).not.toHaveBeenCalled();
  expect(alertsShown()).toEqual([]);
});
