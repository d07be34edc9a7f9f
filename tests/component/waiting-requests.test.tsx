import '../support/fake-indexeddb.ts';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { OutboxSection } from '../../src/features/outbox/OutboxSection.tsx';
import { newEntry, type PendingEntry } from '../../src/outbox/entry.ts';
import { useApp } from '../../src/stores/app.ts';
import { useDialogs } from '../../src/stores/dialogs.ts';
import { useOutbox } from '../../src/stores/outbox.ts';
import { useUser } from '../../src/stores/user.ts';
import { deliveryRequest } from '../offline/fake-server.ts';
import { AOIFE, resetAs } from '../support/account-fixtures.ts';
import { renderPages } from '../support/render.tsx';

const retryEntry = vi.hoisted(() => vi.fn(async () => {}));
vi.mock('../../src/use-cases/outbox/pending-entries.ts', async (original) => ({
  ...(await original<object>()),
  retryEntry,
}));

const ATTEMPTED_AT = new Date(2026, 10, 1, 14, 14).getTime();

async function showWaiting(change: Partial<PendingEntry>): Promise<void> {
  const intent = { kind: 'createDeliveryRequest', body: deliveryRequest() } as const;
  const entry = { ...newEntry('key-1', AOIFE.email, intent, ATTEMPTED_AT), ...change };
  useOutbox.setState({ entries: [entry as PendingEntry] });
  await renderPages({ '/': () => <OutboxSection /> });
}

beforeEach(() => {
  resetAs(AOIFE);
  vi.useFakeTimers({ toFake: ['Date'], now: ATTEMPTED_AT });
});
afterEach(() => {
  vi.useRealTimers();
});

test('A waiting request says when it is sent again, and tells the time of its last attempt on request (LAY-16)', async () => {
  await showWaiting({ attempts: 6, lastTryAt: ATTEMPTED_AT, retryDelayMs: 60_000 });
  expect(await screen.findByText(/We'll try again at 2:15\sPM\./)).toBeVisible();
  const times = screen.getByText(/Last attempt at 2:14/);
  expect(times).toHaveProperty('open', false);
  await userEvent.click(screen.getByText('Details'));
  expect(times).toHaveProperty('open', true);
});

test('A waiting request that was never sent has no times (LAY-16)', async () => {
  await showWaiting({});
  expect(await screen.findByText(/Not sent yet\./)).toBeVisible();
  expect(
    screen.getByText(/We'll send it as soon as possible. You get a reference once it is sent/),
  ).toBeVisible();
  expect(screen.queryByText('Details')).toBeNull();
});

test('A waiting request that the server has delayed says until when, and its Retry now is disabled with the reason (LAY-16, REL-26)', async () => {
  await showWaiting({ attempts: 1, lastTryAt: ATTEMPTED_AT, retryDelayMs: 3600_000, isRetryAfter: true });
  const retry = await screen.findByRole('button', { name: /^Retry now: / });
  expect(retry.getAttribute('aria-disabled')).toBe('true');
  expect(document.getElementById(retry.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
    /The server is busy and asked us to wait\. We'll try again at 3:14\sPM\./,
  );
  expect(screen.queryByText(/reconnect/)).toBeNull();
});

test('A waiting request says that it is being sent until Retry now has ended (LAY-16)', async () => {
  let end = (): void => undefined;
  retryEntry.mockReturnValueOnce(
    new Promise((resolve) => {
      end = resolve;
    }),
  );
  await showWaiting({ attempts: 1, lastTryAt: ATTEMPTED_AT, retryDelayMs: 60_000 });
  const retry = await screen.findByRole('button', { name: /^Retry now: / });
  await userEvent.click(retry);
  expect(screen.getByText('Sending')).toBeVisible();
  expect(retry.getAttribute('aria-disabled')).toBe('true');
  await act(async () => end());
  expect(screen.getByText('Queued')).toBeVisible();
  expect(retry.hasAttribute('aria-disabled')).toBe(false);
});

test('Offline, a waiting request says that it is sent after reconnecting (LAY-16)', async () => {
  useApp.setState({ isReachable: false });
  await showWaiting({ attempts: 1, lastTryAt: ATTEMPTED_AT, retryDelayMs: 60_000 });
  expect(await screen.findByText(/We'll send it as soon as you reconnect\./)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Retry now: / }).hasAttribute('aria-disabled')).toBe(false);
});

const rejected = (status: number, code?: string): Partial<PendingEntry> => ({
  state: 'needsAttention',
  attention: { kind: 'rejected', status, errors: [], ...(code && { code }) },
});

test('Requests that need attention are first, and the text above the list says so (REL-03)', async () => {
  const intent = { kind: 'createDeliveryRequest', body: deliveryRequest() } as const;
  const queued = newEntry('queued', AOIFE.email, intent, ATTEMPTED_AT);
  useOutbox.setState({
    entries: [
      queued,
      { ...newEntry('old', AOIFE.email, intent, ATTEMPTED_AT + 1), ...rejected(413) } as PendingEntry,
    ],
  });
  await renderPages({ '/': () => <OutboxSection /> });
  expect(
    await screen.findByText(/^1 request needs your attention\. We'll send the other as soon as possible\./),
  ).toBeVisible();
  expect(screen.queryByText(/You don't need to do anything/)).toBeNull();
  expect(screen.getAllByRole('listitem').map((row) => /Needs attention/.test(row.textContent))).toEqual([
    true,
    false,
  ]);
});

test.each([
  [413, undefined, /too large\. Shorten the instructions and send it again/],
  [400, undefined, /Check its details and send it again, or contact support/],
  [403, undefined, /Log in and send it again, or contact support/],
  [422, 'IDEMPOTENCY_KEY_REUSED', /already received an earlier version of this request\. Discard this one/],
  [400, 'VALIDATION_EXCEPTION', /Validation Error/],
])('A request that was rejected with %d (%s) says what to do (REL-03)', async (status, code, text) => {
  await showWaiting(rejected(status, code));
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByText(/Something went wrong/)).toBeNull();
});

test('A request that was too old to send asks whether to send or discard it (REL-25)', async () => {
  await showWaiting({ state: 'needsAttention', attention: { kind: 'tooOld' } });
  expect(await screen.findByText(/couldn't send it for more than 30 days\. Send it now/)).toBeVisible();
  expect(screen.getByRole('button', { name: /^Send now: / })).toBeVisible();
  expect(screen.getByRole('button', { name: /^Discard/ })).toBeVisible();
});

test('A guest sees how many requests and drafts wait for a login, with a button to log in (REL-34)', async () => {
  resetAs(null);
  useOutbox.setState({ parked: { requests: 1, drafts: 0 } });
  await renderPages({ '/': () => <OutboxSection /> });
  expect(await screen.findByText('1 request waits for your login')).toBeVisible();
  act(() => useOutbox.setState({ parked: { requests: 2, drafts: 1 } }));
  expect(screen.getByText('2 requests and 1 draft wait for your login')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(useDialogs.getState().authMode).toBe('login');
  act(() => useUser.setState({ user: AOIFE }));
  expect(screen.queryByText(/for your login/)).toBeNull();
});

test('A confirmation whose action fails says so and stays, until it is closed or tried again (LAY-45)', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  await showWaiting(rejected(413));
  const deletion = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
    throw new DOMException('The disk failed', 'UnknownError');
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Discard/ }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Discard' }));
  expect((await dialog.findByRole('alert')).textContent).toBe("That didn't work. Please try again.");
  deletion.mockRestore();
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 10_000);
  await userEvent.click(screen.getByRole('button', { name: /^Discard/ }));
  const again = within(await screen.findByRole('dialog'));
  expect(again.queryByRole('alert')).toBeNull();
  await userEvent.click(again.getByRole('button', { name: 'Discard' }));
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 10_000);
});
