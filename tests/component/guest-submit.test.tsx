import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { STILL_TRYING_MS } from '../../src/app/Providers.tsx';
import { GUEST_RELOAD_MS } from '../../src/features/request/use-submit.ts';
import type { Intent, Quote } from '../../src/outbox/entry.ts';
import { useApp } from '../../src/stores/app.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { useOutbox } from '../../src/stores/outbox.ts';
import { useStorageQuota } from '../../src/stores/storage-quota.ts';
import { useTracked } from '../../src/stores/tracked.ts';
import type { SubmitOutcome } from '../../src/use-cases/deliveries/submit-delivery-request.ts';
import { lookUpPackage } from '../../src/use-cases/tracking/look-up-package.ts';
import { alertTitles } from '../support/account-fixtures.ts';
import { anOrder, GUID } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import {
  beginDraft,
  button,
  currentDraft,
  currentStep,
  findPrice,
  openWizard,
  resetDevice,
} from './wizard-harness.tsx';

const submitDeliveryRequest = vi.hoisted(() => vi.fn());
vi.mock('../../src/use-cases/deliveries/submit-delivery-request.ts', () => ({
  submitDeliveryRequest,
}));

const reload = vi.fn();

beforeEach(() => {
  resetDevice();
  for (const mock of [submitDeliveryRequest, reload]) mock.mockReset();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  fakeApi({
    estimatePrice: () => ({
      body: { estimatedPrice: 18.4, currency: 'EUR', distanceKm: 14, breakdown: [] },
    }),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const resolveTo = (outcome: SubmitOutcome) => Promise.resolve(outcome);

async function openGuestDialog() {
  const view = await openWizard('summery');
  await view.user.click(button('Complete Without Account'));
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'Fill in your details' })) };
}

async function completeAsGuest() {
  const { user, dialog, ...view } = await openGuestDialog();
  await user.type(dialog.getByLabelText(/First Name/), 'Niamh');
  await user.type(dialog.getByLabelText(/Last Name/), 'Byrne');
  await user.type(dialog.getByLabelText(/Phone/), '0871234567');
  await user.click(dialog.getByRole('button', { name: 'Complete' }));
  return { user, dialog, ...view };
}

/** The server receives the request of a guest, who then has a receipt. */
function mockReceived() {
  submitDeliveryRequest.mockImplementation(async (key: string, intent: Intent, quote: Quote) => {
    const sent = { state: 'sent' as const, id: key, owner: null, intent, createdAt: 1, quote };
    const response = { kind: 'guest' as const, response: { id: 77 }, sentAt: Date.now() };
    useOutbox.setState({ receipts: [{ ...sent, ...response }] });
    return resolveTo({ kind: 'received', isSaved: true });
  });
}

describe('Submitting as a guest', () => {
  test('promises to save the request only on a device that can save it (REL-27)', async () => {
    beginDraft();
    const { dialog } = await openGuestDialog();
    await act(async () => useApp.setState({ isReachable: false }));
    expect(await screen.findByText(/We'll save your request on this device/)).toBeVisible();
    await act(async () => useStorageQuota.setState({ isWritable: false }));
    expect(dialog.queryByText(/We'll save your request/)).toBeNull();
    expect(dialog.getByText(/You're offline, and this device can't save your request/)).toBeVisible();
    useStorageQuota.setState({ isWritable: true });
  });

  test('requires first and last name (WIZ-21, VAL-07)', async () => {
    beginDraft();
    const { user, dialog } = await openGuestDialog();
    await user.click(dialog.getByRole('button', { name: 'Complete' }));
    expect(await dialog.findByText('First name is required')).toBeVisible();
    expect(dialog.getByText('Last name is required')).toBeVisible();
    expect(submitDeliveryRequest).not.toHaveBeenCalled();
  });

  test('sends the four fields and the parcel under the draft’s key', async () => {
    const id = beginDraft();
    submitDeliveryRequest.mockReturnValue(resolveTo({ kind: 'queued' }));
    await completeAsGuest();
    await waitFor(() => expect(submitDeliveryRequest).toHaveBeenCalled());
    const [key, { body, request }] = submitDeliveryRequest.mock.calls[0] ?? [];
    expect(key).toBe(id);
    expect(body).toMatchObject({ firstName: 'Niamh', lastName: 'Byrne', email: '', phone: '0871234567' });
    expect(body.note).toContain('Weight: 30 kg');
    expect(request).toMatchObject({ weight: 30, dropOffSnapshot: { name: '3 Abbey Street, Howth' } });
  });

  test('restores the typed values when the dialog opens again', async () => {
    beginDraft();
    const { user, dialog } = await openGuestDialog();
    await user.type(dialog.getByLabelText(/First Name/), 'Niamh');
    await user.click(dialog.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(button('Complete Without Account'));
    const again = within(await screen.findByRole('dialog', { name: 'Fill in your details' }));
    expect(again.getByLabelText<HTMLInputElement>(/First Name/).value).toBe('Niamh');
    expect(currentDraft()?.guest.firstName).toBe('Niamh');
  });

  test('asks once for an email address or a phone number if both are missing, also aloud (WIZ-49, LAY-40)', async () => {
    beginDraft();
    submitDeliveryRequest.mockReturnValue(resolveTo({ kind: 'queued' }));
    const { user, dialog } = await openGuestDialog();
    await user.type(dialog.getByLabelText(/First Name/), 'Niamh');
    await user.type(dialog.getByLabelText(/Last Name/), 'Byrne');
    await user.click(dialog.getByRole('button', { name: 'Complete' }));
    expect(dialog.getByRole('alert').textContent).toContain('Add an email address or a phone number?');
    expect(document.activeElement).toBe(dialog.getByLabelText(/Email/));
    expect(submitDeliveryRequest).not.toHaveBeenCalled();
    await user.click(dialog.getByRole('button', { name: 'Complete' }));
    expect(submitDeliveryRequest).toHaveBeenCalledTimes(1);
  });

  test('shows a confirmation, and the page reloads four seconds later (WIZ-27, WIZ-47, ERR-04)', async () => {
    const id = beginDraft();
    mockReceived();
    const { user, dialog } = await openGuestDialog();
    await findPrice('€18.40');
    await user.type(dialog.getByLabelText(/First Name/), 'Niamh');
    await user.type(dialog.getByLabelText(/Last Name/), 'Byrne');
    await user.type(dialog.getByLabelText(/Email/), 'niamh@example.ie');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await user.click(dialog.getByRole('button', { name: 'Complete' }));
    expect(await screen.findByRole('heading', { name: 'We received your request' })).toBeVisible();
    const request = within(screen.getByRole('region', { name: 'Your request' }));
    expect(screen.getByText('77')).toBeVisible();
    expect(request.getByText('€18.40')).toBeVisible();
    expect(request.getByText('Delivery').parentElement?.textContent).toBe('DeliveryStandard (1-2 days)');
    expect(screen.getByText(/email the tracking number to niamh@example.ie/)).toBeVisible();
    expect(screen.getByText(/Nothing has been charged yet/)).toBeVisible();
    expect(alertTitles()).toEqual(['Delivery created']);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(useDrafts.getState().drafts.some((draft) => draft.id === id)).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(GUEST_RELOAD_MS));
    expect(reload).toHaveBeenCalledTimes(1);
  });

  test('stays on the confirmation that the user uses, until they request another delivery (WIZ-47)', async () => {
    beginDraft();
    mockReceived();
    const { user } = await completeAsGuest();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await user.click(await screen.findByRole('button', { name: 'Copy reference' }));
    await act(() => vi.advanceTimersByTimeAsync(GUEST_RELOAD_MS));
    expect(reload).not.toHaveBeenCalled();
    await user.click(button('Request another delivery'));
    expect(await screen.findByRole('heading', { name: 'Request a Delivery' })).toBeVisible();
    expect(await screen.findByText(/Reference 77/)).toBeVisible();
    await user.click(button('Show details of request 77'));
    expect(await screen.findByRole('heading', { name: 'We received your request' })).toBeVisible();
  });

  test('shows the tracking number as soon as the request is accepted (WIZ-48)', async () => {
    beginDraft();
    mockReceived();
    const trackingNumber = '3f0c4f0e-0000-4000-8000-000000000000';
    const api = fakeApi({
      getGuestRequest: () => ({ body: { id: 77, status: 1, trackingNumber: null } }),
    });
    await completeAsGuest();
    expect(await screen.findByText(/tracking number appears here/)).toBeVisible();
    await waitFor(() => expect(api.callsOf('getGuestRequest')).toHaveLength(1));
    api.script.getGuestRequest = () => ({ body: { id: 77, status: 2, trackingNumber } });
    act(() => void document.dispatchEvent(new Event('visibilitychange')));
    expect(await screen.findByRole('heading', { name: 'Your request is accepted' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Track Package' }).getAttribute('href')).toContain(
      trackingNumber,
    );
  });

  test('stores the package once its number is known, so that it opens offline too (TRK-17)', async () => {
    beginDraft();
    mockReceived();
    const tracking = { ...anOrder({ guid: GUID }), from: 'Dublin', to: 'Howth' };
    const api = fakeApi({
      getGuestRequest: () => ({ body: { id: 77, status: 2, trackingNumber: GUID } }),
      trackOrder: () => ({ body: tracking }),
    });
    const { unmount } = await completeAsGuest();
    await screen.findByRole('heading', { name: 'Your request is accepted' });
    await waitFor(() => expect(useTracked.getState().list).toMatchObject([{ guid: GUID, requestId: 77 }]));
    await lookUpPackage(GUID);
    expect(useTracked.getState().list).toMatchObject([{ guid: GUID, requestId: 77 }]);
    expect(api.callsOf('trackOrder')).toHaveLength(2);
    unmount();
    // A later visit without a connection still knows the number.
    fakeApi({});
    const { user } = await openWizard('locations');
    await user.click(await screen.findByRole('button', { name: 'Show details of request SND-20417' }));
    const link = await screen.findByRole('link', { name: 'Track Package' });
    expect(link.getAttribute('href')).toContain(GUID);
  });

  test('can stop waiting for a slow response in the dialog (CAL-07)', async () => {
    beginDraft();
    submitDeliveryRequest.mockImplementation(
      (_key: string, _intent: Intent, _quote: Quote, signal: AbortSignal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve({ kind: 'queued' }))),
    );
    const { user, dialog } = await openGuestDialog();
    await user.type(dialog.getByLabelText(/First Name/), 'Niamh');
    await user.type(dialog.getByLabelText(/Last Name/), 'Byrne');
    await user.type(dialog.getByLabelText(/Phone/), '0871234567');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await user.click(dialog.getByRole('button', { name: 'Complete' }));
    await act(() => vi.advanceTimersByTimeAsync(STILL_TRYING_MS));
    expect(dialog.getByText('Still trying')).toBeVisible();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(alertTitles()).toEqual([]);
    expect(currentStep()).toBe('locations');
  });

  test.each(['queued', 'sending', 'alreadySent'] as const)(
    'keeps what another tab changed in the draft since, if the outcome is %s (WIZ-32)',
    async (kind) => {
      beginDraft();
      submitDeliveryRequest.mockImplementation(async (key: string) => {
        vi.setSystemTime(Date.now() + 1000);
        useDrafts.getState().updateFields(key, { instructions: 'Ring the bell' });
        return { kind };
      });
      await completeAsGuest();
      await waitFor(() => expect(currentStep()).toBe('locations'));
      expect(currentDraft()).toBeUndefined();
      expect(useDrafts.getState().drafts.map(({ fields }) => fields.instructions)).toEqual(['Ring the bell']);
    },
  );

  test('shows a rejection in the dialog and can be retried', async () => {
    beginDraft();
    submitDeliveryRequest.mockReturnValue(
      resolveTo({ kind: 'rejected', message: 'Something went wrong', errors: [] }),
    );
    const { dialog } = await completeAsGuest();
    expect(await dialog.findByText('Something went wrong')).toBeVisible();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Complete' }).disabled).toBe(false);
  });
});
