import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { NotificationOptIn } from '../../src/features/outbox/OutboxList.tsx';
import { renderPlain } from '../support/render.tsx';

afterEach(() => vi.unstubAllGlobals());

const ask = { name: "Notify me when it's sent" };

function browser(permission: NotificationPermission, response: NotificationPermission = permission): void {
  vi.stubGlobal('SyncManager', class {});
  vi.stubGlobal('Notification', { permission, requestPermission: async () => response });
}

test.each([
  ['granted', "We'll notify you when it's sent."],
  ['denied', 'Notifications are blocked for this site.'],
] as const)(
  'the answer "%s" to the browser’s question shows its result (REL-23)',
  async (response, words) => {
    browser('default', response);
    renderPlain(<NotificationOptIn />);
    await userEvent.setup().click(screen.getByRole('button', ask));
    expect(await screen.findByText(words)).toBeVisible();
  },
);

test('a user who has declined notifications is not asked again (REL-23)', () => {
  browser('denied');
  renderPlain(<NotificationOptIn />);
  expect(screen.queryByRole('status')).toBeNull();
});

test('without Background Sync no notification is offered (REL-23)', () => {
  vi.stubGlobal('Notification', { permission: 'default' });
  renderPlain(<NotificationOptIn />);
  expect(screen.queryByRole('button', ask)).toBeNull();
});
