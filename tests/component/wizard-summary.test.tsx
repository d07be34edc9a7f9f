import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CHECKOUT_REDIRECT_MS } from '../../src/features/request/use-submit.ts';
import { type Intent, newEntry } from '../../src/outbox/entry.ts';
import { useDialogs } from '../../src/stores/dialogs.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { useOutbox } from '../../src/stores/outbox.ts';
import type { SubmitOutcome } from '../../src/use-cases/deliveries/submit-delivery-request.ts';
import { startSession } from '../../src/use-cases/session/session.ts';
import { alertTitles } from '../support/account-fixtures.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import {
  AOIFE,
  beginDraft,
  button,
  currentDraft,
  currentStep,
  findPrice,
  logIn,
  openWizard,
  PLACES,
  resetDevice,
} from './wizard-harness.tsx';

const submitDeliveryRequest = vi.hoisted(() => vi.fn());
vi.mock('../../src/use-cases/deliveries/submit-delivery-request.ts', () => ({
  submitDeliveryRequest,
}));
const redirectToCheckout = vi.hoisted(() => vi.fn());
vi.mock('../../src/use-cases/payments/checkout.ts', () => ({
  redirectToCheckout,
  safeCheckoutUrl: (url: string) => url,
}));

const reload = vi.fn();

beforeEach(() => {
  resetDevice();
  for (const mock of [submitDeliveryRequest, redirectToCheckout, reload]) mock.mockReset();
  vi.spyOn(window.location, 'reload').mockImplementation(reload);
  fakeApi({
    estimatePrice: () => ({
      body: { estimatedPrice: 18.4, currency: 'EUR', distanceKm: 14, breakdown: [] },
    }),
  });
});
afterEach(() => {
  history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const resolveTo = (outcome: SubmitOutcome) => Promise.resolve(outcome);

describe('The Summary', () => {
  test('shows everything that was entered (WIZ-18)', async () => {
    beginDraft({
      ...PLACES,
      size: 'custom',
      width: '0.4',
      length: '1.3',
      height: '0.5',
      isFragile: true,
      speed: 'express',
      isPriority: true,
      instructions: 'Category: Instruments\nRing twice',
    });
    await openWizard('summery');
    expect(screen.getByText('12 Leinster Road, Rathmines')).toBeVisible();
    expect(screen.getByText('3 Abbey Street, Howth')).toBeVisible();
    expect(screen.getByText(/Custom, 0.26 m³, 30 kg/)).toBeVisible();
    expect(screen.getByText('Fragile')).toBeVisible();
    expect(screen.getByText('Express (Next day) with Priority Handling')).toBeVisible();
    expect(screen.getByText(/Ring twice/)).toBeVisible();
    expect(await findPrice('€18.40')).toBeVisible();
  });

  test('links to each step', async () => {
    beginDraft();
    const { user } = await openWizard('summery');
    await user.click(button('Edit delivery'));
    await waitFor(() => expect(currentStep()).toBe('delivery'));
  });

  test('offers a guest to log in, and keeps the draft (WIZ-19)', async () => {
    const id = beginDraft();
    const { user } = await openWizard('summery');
    await user.click(button('Sign In'));
    expect(useDialogs.getState().authMode).toBe('login');
    act(() => startSession(AOIFE));
    expect(await screen.findByRole('button', { name: 'Complete Request' })).toBeVisible();
    expect(currentStep()).toBe('summery');
    expect(currentDraft()).toMatchObject({ id, owner: AOIFE.email });
  });

  test('of an incomplete request links to what is missing', async () => {
    const draft = beginDraft({ pickUp: { name: 'Rathmines', chosen: undefined } });
    const { router } = await openWizard();
    await act(() => router.navigate({ to: '/', state: { step: 'summery', draft } } as never));
    expect(currentStep()).toBe('locations');
  });
});

describe('Submitting as a customer', () => {
  beforeEach(() => logIn([]));

  test('redirects to the checkout half a second after the request was created (WIZ-26, WIZ-20)', async () => {
    const id = beginDraft();
    const times = { created: 0, redirected: 0 };
    submitDeliveryRequest.mockImplementation(() => {
      times.created = performance.now();
      return resolveTo({
        kind: 'created',
        delivery: { ...aDelivery(), checkoutUrl: 'https://pay.example/1' },
      });
    });
    redirectToCheckout.mockImplementation(() => {
      times.redirected = performance.now();
    });
    const { user } = await openWizard('summery');
    await user.click(button('Complete Request'));
    expect(submitDeliveryRequest.mock.calls[0]?.[0]).toBe(id);
    expect(await screen.findByRole('button', { name: 'Processing...' })).toBeVisible();
    expect(alertTitles()).toEqual(['Delivery created']);
    await waitFor(() => expect(redirectToCheckout).toHaveBeenCalledWith('https://pay.example/1'));
    // Timers may be a millisecond early.
    expect(times.redirected - times.created).toBeGreaterThanOrEqual(CHECKOUT_REDIRECT_MS - 1);
    expect(screen.getByText('3 Abbey Street, Howth')).toBeVisible();
    expect(useDrafts.getState().drafts).toEqual([]);
  });

  test('shows the payment page when Back from the checkout restores the page from the bfcache (RTE-05)', async () => {
    beginDraft();
    submitDeliveryRequest.mockReturnValue(
      resolveTo({
        kind: 'created',
        delivery: { ...aDelivery({ id: 42 }), checkoutUrl: 'https://pay.example/1' },
      }),
    );
    const { user, router } = await openWizard('summery');
    await user.click(button('Complete Request'));
    await waitFor(() => expect(redirectToCheckout).toHaveBeenCalled());
    expect(router.state.location.pathname).toBe('/');
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    await waitFor(() => expect(router.state.location.pathname).toBe('/deliveries/42/payment'));
  });

  test('shows a changed price on the payment page instead of redirecting to the checkout (WIZ-37)', async () => {
    beginDraft();
    const delivery = { ...aDelivery({ id: 42, estimatedPrice: 21 }), checkoutUrl: 'https://pay.example/1' };
    submitDeliveryRequest.mockReturnValue(resolveTo({ kind: 'created', delivery }));
    const { user, router } = await openWizard('summery');
    await findPrice('€18.40');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.click(button('Complete Request'));
    expect(submitDeliveryRequest.mock.calls[0]?.[2]).toEqual({ estimatedPrice: 18.4, currency: 'EUR' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/deliveries/42/payment'));
    await vi.advanceTimersByTimeAsync(CHECKOUT_REDIRECT_MS);
    expect(redirectToCheckout).not.toHaveBeenCalled();
  });

  test('does not redirect after the user has left the page', async () => {
    beginDraft();
    submitDeliveryRequest.mockReturnValue(
      resolveTo({ kind: 'created', delivery: { ...aDelivery(), checkoutUrl: 'https://pay.example/1' } }),
    );
    const { user, router } = await openWizard('summery');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await user.click(button('Complete Request'));
    await screen.findByRole('button', { name: 'Processing...' });
    await act(() => router.navigate({ to: '/deliveries/5' } as never));
    await vi.advanceTimersByTimeAsync(CHECKOUT_REDIRECT_MS);
    expect(redirectToCheckout).not.toHaveBeenCalled();
  });

  test.each<[string, SubmitOutcome]>([
    ['created', { kind: 'created', delivery: { ...aDelivery(), checkoutUrl: 'https://pay.example/1' } }],
    ['created without a checkout', { kind: 'created', delivery: { ...aDelivery(), checkoutUrl: null } }],
    ['saved', { kind: 'queued' }],
    ['rejected for the session', { kind: 'needsLogin' }],
  ])(
    'leaves the user where they are if it is %s after they have left the page (WIZ-26)',
    async (_, outcome) => {
      const id = beginDraft();
      let respond = (_: SubmitOutcome): void => undefined;
      submitDeliveryRequest.mockReturnValue(
        new Promise<SubmitOutcome>((resolve) => {
          respond = resolve;
        }),
      );
      const { user, router } = await openWizard('summery');
      vi.useFakeTimers({ shouldAdvanceTime: true });
      await user.click(button('Complete Request'));
      await act(() => router.navigate({ to: '/deliveries/5' } as never));
      await screen.findByRole('heading', { name: 'Delivery Details' });
      expect(submitDeliveryRequest.mock.calls[0]?.[3]).toMatchObject({ aborted: true });
      await act(async () => respond(outcome));
      await act(() => vi.advanceTimersByTimeAsync(CHECKOUT_REDIRECT_MS));
      expect(redirectToCheckout).not.toHaveBeenCalled();
      expect(router.state.location.pathname).toBe('/deliveries/5');
      expect(useDialogs.getState().authMode).toBeNull();
      expect(useDrafts.getState().drafts.map((draft) => draft.id)).toEqual(
        outcome.kind === 'needsLogin' ? [id] : [],
      );
    },
  );

  test.each<[string, SubmitOutcome]>([
    ['created without a checkout', { kind: 'created', delivery: { ...aDelivery(), checkoutUrl: null } }],
    ['saved', { kind: 'queued' }],
  ])('lets the user leave if it is %s while the page that they open loads (WIZ-26)', async (_, outcome) => {
    beginDraft();
    let respond = (_: SubmitOutcome): void => undefined;
    submitDeliveryRequest.mockReturnValue(
      new Promise<SubmitOutcome>((resolve) => {
        respond = resolve;
      }),
    );
    const { user, router } = await openWizard('summery');
    await user.click(button('Complete Request'));
    await act(async () => {
      void router.navigate({ to: '/deliveries/5' } as never);
      respond(outcome);
    });
    expect(router.state.location.pathname).toBe('/deliveries/5');
  });

  test('opens the delivery when nothing is due', async () => {
    beginDraft();
    submitDeliveryRequest.mockReturnValue(
      resolveTo({ kind: 'created', delivery: { ...aDelivery({ id: 42 }), checkoutUrl: null } }),
    );
    const { user, router } = await openWizard('summery');
    await user.click(button('Complete Request'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/deliveries/42'));
  });

  test('still says that it sends when Back restores the page before the response (WIZ-20)', async () => {
    beginDraft();
    submitDeliveryRequest.mockReturnValue(new Promise(() => undefined));
    const { user } = await openWizard('summery');
    await user.click(button('Complete Request'));
    act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    expect(button('Processing...')).toBeVisible();
  });

  test('orders once, however often the button is pressed', async () => {
    beginDraft();
    submitDeliveryRequest.mockReturnValue(new Promise(() => undefined));
    const { user } = await openWizard('summery');
    await user.dblClick(button('Complete Request'));
    await user.click(button('Processing...'));
    expect(submitDeliveryRequest).toHaveBeenCalledTimes(1);
    expect(button('Package, completed').disabled).toBe(true);
  });

  test('shows why a request was rejected and keeps the draft (WIZ-28)', async () => {
    const id = beginDraft();
    submitDeliveryRequest.mockReturnValue(
      resolveTo({
        kind: 'rejected',
        message: 'Validation Error',
        errors: [{ path: 'weight', message: 'Weight must be at most 1000' }],
      }),
    );
    const { user } = await openWizard('summery');
    await user.click(button('Complete Request'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Validation Error');
    expect(alert.textContent).toContain('Weight must be at most 1000');
    expect(currentDraft()?.id).toBe(id);
    expect(button('Complete Request').disabled).toBe(false);
  });

  test('says that a request which is neither saved nor sent needs the page to stay open (REL-27)', async () => {
    const id = beginDraft();
    submitDeliveryRequest.mockReturnValue(resolveTo({ kind: 'unsaved' }));
    const { user } = await openWizard('summery');
    await user.click(button('Complete Request'));
    expect((await screen.findByRole('alert')).textContent).toContain('Keep this page open');
    expect(screen.queryByText(/Saved on this device/)).toBeNull();
    expect(currentDraft()?.id).toBe(id);
  });

  test('asks to log in again when the session has ended, and keeps the request', async () => {
    const id = beginDraft();
    submitDeliveryRequest.mockReturnValue(resolveTo({ kind: 'needsLogin' }));
    const { user } = await openWizard('summery');
    await user.click(button('Complete Request'));
    await waitFor(() => expect(useDialogs.getState().authMode).toBe('login'));
    expect(currentDraft()?.id).toBe(id);
  });

  test('offline, shows that the request is saved, without a reload', async () => {
    beginDraft();
    submitDeliveryRequest.mockImplementation(async (key: string, intent: Intent) => {
      const entry = newEntry(key, AOIFE.email, intent, Date.now());
      useOutbox.setState({ entries: [entry] });
      return resolveTo({ kind: 'queued' });
    });
    const { user } = await openWizard('summery');
    await user.click(button('Complete Request'));
    const sentence = 'Saved on this device. We will send it when you are online.';
    const title = await screen.findByText(sentence);
    expect(title).toBeVisible();
    // The list of waiting requests says when it gets its reference.
    expect(title.closest('[role="status"]')?.textContent).not.toMatch(/reference/);
    expect(currentStep()).toBe('locations');
    expect(useDrafts.getState().drafts).toEqual([]);
    expect(alertTitles()).toEqual([]);
    act(() => useOutbox.setState({ entries: [] }));
    expect(screen.queryByText(sentence)).toBeNull();
  });

  test('no longer says that a request will be sent once it waits for the user (WIZ-28, REL-03)', async () => {
    beginDraft();
    submitDeliveryRequest.mockImplementation(async (key: string, intent: Intent) => {
      useOutbox.setState({ entries: [newEntry(key, AOIFE.email, intent, Date.now())] });
      return resolveTo({ kind: 'queued' });
    });
    const { user } = await openWizard('summery');
    await user.click(button('Complete Request'));
    expect(await screen.findByText(/We will send it when you are online/)).toBeVisible();
    const [entry] = useOutbox.getState().entries;
    act(() => useOutbox.setState({ entries: entry ? [{ ...entry, state: 'needsLogin' }] : [] }));
    expect(screen.queryByText(/We will send it when you are online/)).toBeNull();
  });

  test('shows that another tab has already sent the request', async () => {
    beginDraft();
    submitDeliveryRequest.mockReturnValue(resolveTo({ kind: 'alreadySent' }));
    const { user } = await openWizard('summery');
    await user.click(button('Complete Request'));
    expect(await screen.findByText(/was already sent/)).toBeVisible();
    expect(useDrafts.getState().drafts).toEqual([]);
  });
});
