import '../support/fake-indexeddb.ts';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { StatusNotifications } from '../../src/features/notifications/StatusNotifications.tsx';
import { updatePushCopy } from '../../src/push/push-copy.ts';
import { deletePushCopy } from '../../src/push/push-record.ts';
import { useApp } from '../../src/stores/app.ts';
import { GUID } from '../support/delivery-fixtures.ts';
import { renderPages } from '../support/render.tsx';
import { resetDevice } from './deliveries-harness.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
  useApp.setState({ config: DEFAULT_CONFIG });
});

test('Notifications are offered on a first visit too, once its worker is installed (PRD-81)', async () => {
  resetDevice(null);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'default' });
  useApp.setState({ config: { ...DEFAULT_CONFIG, push: { publicKey: 'BKey' } } });
  const registration = { pushManager: { getSubscription: async () => null } };
  let install = () => {};
  const ready = new Promise((resolve) => {
    install = () => resolve(registration);
  });
  const worker = { getRegistration: async () => undefined, ready };
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  await renderPages({
    '/': () => <StatusNotifications about={{ kind: 'parcel', guid: GUID }} />,
    '/account': () => <h1>Account</h1>,
  });

  Object.assign(worker, { getRegistration: async () => registration });
  await act(async () => install());

  expect(await screen.findByRole('button', { name: 'Notify me about this delivery' })).toBeVisible();
});

test('Notifications that were turned off in another tab are offered again once the page is visible (PRD-81)', async () => {
  resetDevice(null);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'granted' });
  useApp.setState({ config: { ...DEFAULT_CONFIG, push: { publicKey: 'BKey' } } });
  const registration = { pushManager: { getSubscription: async () => ({}) } };
  const worker = { getRegistration: async () => registration, ready: Promise.resolve(registration) };
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  const about = { kind: 'parcel', guid: GUID } as const;
  await updatePushCopy(() => ({ endpoint: 'https://push.example', publicKey: 'BKey', subjects: [about] }));
  await renderPages({
    '/': () => <StatusNotifications about={about} />,
    '/account': () => <h1>Account</h1>,
  });
  expect(await screen.findByText("You'll be notified about this delivery.")).toBeVisible();

  await deletePushCopy();
  act(() => void document.dispatchEvent(new Event('visibilitychange')));

  expect(await screen.findByRole('button', { name: 'Notify me about this delivery' })).toBeVisible();
});
