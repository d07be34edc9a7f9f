import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { OnlineButton } from '../../src/ui/OnlineButton.tsx';
import { renderPages } from '../support/render.tsx';
import { button, resetDevice, setReachable } from './deliveries-harness.tsx';

beforeEach(() => resetDevice(null));

test('A button that needs a connection keeps the focus when the connection is lost and when it returns (LAY-10)', async () => {
  await renderPages({ '/': () => <OnlineButton reason="Saving needs a connection.">Save</OnlineButton> });
  const user = userEvent.setup();
  while (document.activeElement !== button('Save')) await user.tab();
  setReachable(false);
  expect(screen.getByText('Saving needs a connection.')).toBeVisible();
  expect(document.activeElement).toBe(button('Save'));
  setReachable(true);
  expect(button('Save').getAttribute('aria-disabled')).toBeNull();
  expect(document.activeElement).toBe(button('Save'));
});
