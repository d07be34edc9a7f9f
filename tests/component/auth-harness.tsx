import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { configureClient } from '../../src/api/send-call.ts';
import { handleFailure } from '../../src/app/failure-policy.ts';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { AuthDialog } from '../../src/features/auth/AuthDialog.tsx';
import { useAlerts } from '../../src/stores/alerts.ts';
import { useApp } from '../../src/stores/app.ts';
import { type AuthMode, useDialogs } from '../../src/stores/dialogs.ts';
import { useLoaders } from '../../src/stores/loaders.ts';
import { useUser } from '../../src/stores/user.ts';
import { renderPlain } from '../support/render.tsx';

/** Resets everything to a device on which nobody is logged in. */
export function resetAuth(): void {
  configureClient({
    baseUrls: () => ({ apiBase: '/api', hookBase: '/hook' }),
    session: () => undefined,
    onFailure: handleFailure,
  });
  for (const store of [useAlerts, useLoaders, useDialogs, useUser]) store.getState().reset();
  useApp.setState({ config: DEFAULT_CONFIG, isReachable: true });
}

export function openAuthDialog(mode: AuthMode) {
  useDialogs.getState().openAuth(mode);
  renderPlain(<AuthDialog />);
  return userEvent.setup();
}

export const field = (label: string) => screen.getByLabelText(label, { exact: true });
export const submit = (name: string) => screen.getByRole('button', { name });
/** The titles of the alerts. */
export const alerts = () => useAlerts.getState().list.map(({ title }) => title);
