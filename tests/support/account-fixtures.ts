import { vi } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import type { PaymentMethod } from '../../src/contract/payment.ts';
import type { LoggedInUser } from '../../src/contract/user.ts';
import { useAddresses } from '../../src/stores/addresses.ts';
import { useAlerts } from '../../src/stores/alerts.ts';
import { useApp } from '../../src/stores/app.ts';
import { useDialogs } from '../../src/stores/dialogs.ts';
import { useLoaders } from '../../src/stores/loaders.ts';
import { useOutbox } from '../../src/stores/outbox.ts';
import { usePayments } from '../../src/stores/payments.ts';
import { useUser } from '../../src/stores/user.ts';

export const AOIFE: LoggedInUser = {
  name: 'Aoife Brennan',
  email: 'aoife@example.ie',
  phoneNumber: '+353 87 123 4567',
  jwtToken: 'token',
};

export function aCard(overrides: Partial<PaymentMethod> = {}): PaymentMethod {
  return {
    id: 'pm_1',
    brand: 'visa',
    last4: '4242',
    expMonth: 8,
    expYear: 2028,
    isDefault: false,
    ...overrides,
  };
}

/** Resets everything to a fresh device on which this customer (or no one) is logged in. */
export function resetAs(user: LoggedInUser | null): void {
  vi.unstubAllGlobals();
  for (const store of [useAddresses, useAlerts, useDialogs, useLoaders, useOutbox, usePayments, useUser]) {
    store.getState().reset();
  }
  useApp.setState({ config: DEFAULT_CONFIG, hasConfig: true, isReachable: true });
  useUser.setState({ user });
}

/** The titles of the alerts on screen. */
export function alertTitles(): string[] {
  return useAlerts.getState().list.map(({ title }) => title);
}

/** The alerts on screen: their titles, with the message where there is one. */
export function alertsShown(): string[] {
  return useAlerts.getState().list.map(({ title, message }) => (message ? `${title}: ${message}` : title));
}
