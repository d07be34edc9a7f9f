import '../support/fake-indexeddb.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { OutboxSection } from '../../src/features/outbox/OutboxSection.tsx';
import { newEntry, type PendingEntry } from '../../src/outbox/entry.ts';
import { useOutbox } from '../../src/stores/outbox.ts';
import { deliveryRequest } from '../offline/fake-server.ts';
import { AOIFE, resetAs } from '../support/account-fixtures.ts';
import { renderPages } from '../support/render.tsx';

const ATTEMPTED_AT = new Date(2026, 10, 1, 14, 14).getTime();

async function showWaiting(change: Partial<PendingEntry>): Promise<void> {
  const intent = { kind: 'createDeliveryRequest', body: deliveryRequest() } as const;
  const entry = { ...newEntry('key-1', AOIFE.email, intent, ATTEMPTED_AT), ...change };
  useOutbox.setState({ entries: [entry as PendingEntry] });
  await renderPages({ '/': () => <OutboxSection /> });
}

beforeEach(() => resetAs(AOIFE));

test('A waiting request says that it is sent again, and tells the times of its attempts on request (LAY-16)', async () => {
  await showWaiting({ lastTryAt: ATTEMPTED_AT, retryDelayMs: 60_000 });
  expect(await screen.findByText(/We'll try again soon/)).toBeVisible();
  const times = screen.getByText(/Last attempt at 2:14/);
  expect(times).toHaveProperty('open', false);
  await userEvent.click(screen.getByText('Details'));
  expect(times).toHaveProperty('open', true);
  expect(times.textContent).toMatch(/Next attempt at 2:15\sPM, or as soon as you reconnect\./);
});

test('A waiting request that was never sent has no times (LAY-16)', async () => {
  await showWaiting({});
  expect(await screen.findByText(/Not sent yet\./)).toBeVisible();
  expect(screen.getByText(/We'll send it as soon as possible/)).toBeVisible();
  expect(screen.queryByText('Details')).toBeNull();
});
