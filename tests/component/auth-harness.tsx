import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { configureClient } from '../../src/api/send-call.ts';
import { handleFailure } from '../../src/app/failure-policy.ts';
import { AuthDialog } from '../../src/features/auth/AuthDialog.tsx';
import { type AuthMode, useDialogs } from '../../src/stores/dialogs.ts';
import { resetAs } from '../support/account-fixtures.ts';
import { renderPlain } from '../support/render.tsx';

/** Resets everything to a device on which no one is logged in. Failures have the same effect as in the app. */
export function resetAuth(): void {
  resetAs(null);
  configureClient({
    baseUrls: () => ({ apiBase: '/api', hookBase: '/hook' }),
    session: () => undefined,
    onFailure: handleFailure,
  });
}

export function openAuthDialog(mode: AuthMode) {
  useDialogs.getState().openAuth(mode);
  renderPlain(<AuthDialog />);
  return userEvent.setup();
}

export const field = (label: string) => screen.getByLabelText(label, { exact: true });
export const button = (name: string) => screen.getByRole('button', { name });
