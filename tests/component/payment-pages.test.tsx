import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { useApp } from '../../src/stores/app.ts';
import { PAYMENT_CONFIRM_TIMEOUT_MS, POLL_DELAYS_MS } from '../../src/use-cases/payments/poll-payment.ts';
import { aDelivery, anOrder } from '../support/delivery-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { button, cacheDeliveries, openPayment, resetDevice, setReachable } from './deliveries-harness.tsx';

const startCheckout = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock('../../src/use-cases/payments/checkout.ts', () => ({ startCheckout }));
const launchConfetti = vi.hoisted(() =>
  Object.assign(
    vi.fn(() => Promise.resolve()),
    { reset: () => undefined },
  ),
);
vi.mock('canvas-confetti', () => ({ default: { create: () => launchConfetti } }));

const DUE = aDelivery({ status: 0 });
const PAID = aDelivery({ status: 1 });
const ATTEMPT = {
  id: 1,
  created: '2026-11-20T10:12:00Z',
  amount: 18.4,
  currency: 'EUR',
  cardBrand: 'visa',
  cardLast4: '4242',
};
let nextId = 1000;
/** Every test uses its own delivery id, because some events happen once per delivery. */
const fresh = (delivery: typeof DUE) => ({ ...delivery, id: nextId++ });
/** The URLs of the tracking pixels. */
const sent: string[] = [];
const link = (name: string) => screen.getByRole('link', { name });

beforeEach(() => {
  resetDevice();
  useApp.setState({ isReachable: true });
  startCheckout.mockClear();
  launchConfetti.mockClear();
  sent.length = 0;
  vi.stubGlobal(
    'Image',
    class {
      set src(url: string) {
        sent.push(url);
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('The payment page', () => {
  test('shows amount, purpose and status, and starts the payment (PAY-06, RTE-04, DET-07)', async () => {
    fakeApi({ getDeliveryRequest: () => ({ body: DUE }) });
    const { user } = await openPayment('payment');
    await user.click(await screen.findByRole('button', { name: 'Pay €18.40' }));
    expect(startCheckout).toHaveBeenCalledWith(DUE.id);
    for (const words of ['€18.40', 'Waiting payment', 'Express (Next day) with Priority Handling']) {
      expect(screen.getByText(words)).toBeVisible();
    }
  });

  test.each([1, 2, 3])('shows that nothing is due in request status %i', async (status) => {
    fakeApi({ getDeliveryRequest: () => ({ body: aDelivery({ status }) }) });
    await openPayment('payment');
    expect(await screen.findByRole('heading', { name: 'Nothing to pay' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull();
  });

  test('shows Not Found for an unknown delivery', async () => {
    fakeApi({ getDeliveryRequest: () => problemReply(404, 'ORDER_REQUEST_NOT_FOUND') });
    await openPayment('payment', '99');
    expect(await screen.findByText('Delivery Not Found')).toBeVisible();
  });

  test('asks a guest to log in', async () => {
    resetDevice(null);
    await openPayment('payment');
    expect(screen.getByText('Log in to see this delivery')).toBeVisible();
  });
});

describe('The success page', () => {
  test('thanks the customer for a paid delivery, shows its summary and links to it (PAY-01)', async () => {
    fakeApi({ getDeliveryRequest: () => ({ body: PAID }) });
    await openPayment('success');
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    expect(screen.getByText(/Thank you, Aoife/)).toBeVisible();
    expect(screen.getByText('12 Leinster Road, Rathmines, Dublin')).toBeVisible();
    expect(screen.getByText('€18.40')).toBeVisible();
    expect(link('View Delivery Details').getAttribute('href')).toBe('/deliveries/20417');
    expect(link('Return to Home').getAttribute('href')).toBe('/');
    expect(link('Read the FAQ').getAttribute('href')).toBe('/faq');
  });

  test.each([
    ['Share tracking', { ...PAID, order: anOrder() }, `${location.origin}/tracking?guid=${anOrder().guid}`],
    ['Share', PAID, 'Delivery request 20417: Rathmines to Howth, Express (Next day) with Priority Handling.'],
  ])(
    '%s shares the tracking link, or the text of a delivery without one (PAY-01, TRK-11)',
    async (name, delivery, shared) => {
      fakeApi({ getDeliveryRequest: () => ({ body: delivery }) });
      const { user } = await openPayment('success');
      await user.click(await screen.findByRole('button', { name }));
      expect(await navigator.clipboard.readText()).toBe(shared);
    },
  );

  test('shows success only after the payment is confirmed (PAY-02)', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const delivery = fresh(DUE);
    const api = fakeApi({ getDeliveryRequest: () => ({ body: delivery }) });
    await openPayment('success', String(delivery.id));
    expect(await screen.findByRole('heading', { name: 'Confirming your payment' })).toBeVisible();
    expect(screen.queryByText('Payment Successful')).toBeNull();
    expect(launchConfetti).not.toHaveBeenCalled();
    api.script.getDeliveryRequest = () => ({ body: { ...delivery, status: 1 } });
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  });

  test('says after 30 s that the delivery is not paid, and offers to check again and to pay', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const delivery = fresh(DUE);
    fakeApi({ getDeliveryRequest: () => ({ body: delivery }) });
    const { user } = await openPayment('success', String(delivery.id));
    await screen.findByRole('heading', { name: 'Confirming your payment' });
    await act(() => vi.advanceTimersByTimeAsync(PAYMENT_CONFIRM_TIMEOUT_MS + 1000));
    expect(await screen.findByRole('heading', { name: 'Not paid yet' })).toBeVisible();
    await user.click(button('Pay'));
    expect(startCheckout).toHaveBeenCalledWith(delivery.id);
    await user.click(button('Check again'));
    expect(screen.getByRole('heading', { name: 'Confirming your payment' })).toBeVisible();
  });

  test('says at once that it cannot check, and checks again when the connection is back (PAY-02)', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const delivery = fresh(DUE);
    const api = fakeApi({ getDeliveryRequest: () => ({ body: delivery }) });
    await openPayment('success', String(delivery.id));
    await screen.findByRole('heading', { name: 'Confirming your payment' });
    delete api.script.getDeliveryRequest;
    setReachable(false);
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(await screen.findByText('We could not confirm your payment')).toBeVisible();
    expect(screen.getByText(/^If you've paid, your payment is safe/)).toBeVisible();
    expect(screen.getByText(/^Updated /)).toBeVisible();
    expect(screen.queryByText(/only takes a few seconds/)).toBeNull();
    api.script.getDeliveryRequest = () => ({ body: { ...delivery, status: 1 } });
    setReachable(true);
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  });

  test('polls with growing delays for 30 s', () => {
    expect(POLL_DELAYS_MS).toEqual(POLL_DELAYS_MS.toSorted((a, b) => a - b));
    expect(POLL_DELAYS_MS.reduce((sum, wait) => sum + wait, 0)).toBe(PAYMENT_CONFIRM_TIMEOUT_MS);
  });
});

/** Opens the success page of a paid delivery and waits for its payment, which decides whether it was refunded. */
async function openConfirmed(delivery = fresh(PAID)) {
  fakeApi({
    getDeliveryRequest: () => ({ body: delivery }),
    getDeliveryPayment: () => ({ body: { payment: { ...ATTEMPT, status: 2 } } }),
  });
  const view = await openPayment('success', String(delivery.id));
  await screen.findByText('Visa ending in 4242');
  return { ...view, delivery };
}

describe('Confetti', () => {
  test('falls once per delivery, with a hundred particles (PAY-03)', async () => {
    const { delivery, unmount } = await openConfirmed();
    await waitFor(() => expect(launchConfetti).toHaveBeenCalledTimes(1));
    expect(launchConfetti).toHaveBeenCalledWith(expect.objectContaining({ particleCount: 100 }));
    unmount();
    await openConfirmed(delivery);
    expect(launchConfetti).toHaveBeenCalledTimes(1);
  });

  test('does not fall under reduced motion', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('reduce'),
          addEventListener: () => undefined,
          removeEventListener: () => undefined,
        }) as unknown as MediaQueryList,
    );
    await openConfirmed();
    expect(launchConfetti).not.toHaveBeenCalled();
  });
});

describe('The conversion event', () => {
  const analytics = { ...DEFAULT_CONFIG.analytics, conversionId: 'AW-1/label' };

  test('is sent once per delivery, with the estimated price in EUR and no personal data (PAY-04)', async () => {
    useApp.setState({ config: { ...DEFAULT_CONFIG, analytics }, consent: 'granted' });
    const { delivery, unmount } = await openConfirmed();
    unmount();
    await openConfirmed(delivery);
    expect(sent).toEqual([
      `https://www.googleadservices.com/pagead/conversion/1/?label=label&value=18.40&currency_code=EUR&oid=${delivery.id}&script=0`,
    ]);
  });

  test.each(['refused', undefined] as const)('is not sent with the consent %s', async (consent) => {
    useApp.setState({ config: { ...DEFAULT_CONFIG, analytics }, consent });
    await openConfirmed();
    expect(sent).toEqual([]);
  });

  test('is not sent when the operator has configured no id', async () => {
    useApp.setState({ consent: 'granted' });
    await openConfirmed();
    expect(sent).toEqual([]);
  });
});

describe('The details of a payment', () => {
  test('are on the success page: card, reference, receipt and what happens next (PAY-09)', async () => {
    fakeApi({
      getDeliveryRequest: () => ({ body: PAID }),
      getDeliveryPayment: () => ({
        body: {
          payment: {
            ...ATTEMPT,
            status: 2,
            receiptUrl: '/sandbox/receipts/1',
            referenceNumber: 'SND-7F3C9E',
          },
        },
      }),
    });
    await openPayment('success');
    expect(await screen.findByText('Visa ending in 4242')).toBeVisible();
    expect(screen.getByText('SND-7F3C9E')).toBeVisible();
    expect(link('Open receipt').getAttribute('href')).toContain('/sandbox/receipts/1');
    expect(screen.getByRole('heading', { name: 'What happens next' })).toBeVisible();
  });

  test('the cancel page says which card error it was (PAY-09)', async () => {
    const payment = { ...ATTEMPT, status: 3, failureMessage: 'Your card has insufficient funds.' };
    fakeApi({
      getDeliveryRequest: () => ({ body: DUE }),
      getDeliveryPayment: () => ({ body: { payment } }),
    });
    await openPayment('cancel');
    expect(await screen.findByText(/Your card has insufficient funds\./)).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Payment Failed' })).toBeVisible();
  });

  test('the cancel page says "Payment Canceled" if no one tried to pay, and folds the reasons of declined cards (PAY-05, PAY-09)', async () => {
    fakeApi({
      getDeliveryRequest: () => ({ body: DUE }),
      getDeliveryPayment: () => ({ body: { payment: null } }),
    });
    const { user } = await openPayment('cancel');
    expect(await screen.findByRole('heading', { name: 'Payment Canceled' })).toBeVisible();
    const reasons = screen.getByText('Insufficient funds').closest('details');
    expect(reasons?.open).toBe(false);
    await user.click(screen.getByText('Why was my card declined?'));
    expect(reasons?.open).toBe(true);
  });
});

describe('The cancel page', () => {
  test('says that the payment was declined, lists common reasons and links to the next steps (PAY-05)', async () => {
    fakeApi({
      getDeliveryRequest: () => ({ body: DUE }),
      getDeliveryPayment: () => ({ body: { payment: { ...ATTEMPT, status: 3 } } }),
    });
    const { user } = await openPayment('cancel');
    expect(await screen.findByRole('heading', { name: 'Payment Failed' })).toBeVisible();
    expect(screen.getByText(/^Your payment was declined/)).toBeVisible();
    for (const reason of ['Insufficient funds', 'Expired card', 'Incorrect details']) {
      expect(screen.getByText(reason).closest('details')?.open).toBe(true);
    }
    expect(link('View Delivery Details').getAttribute('href')).toBe('/deliveries/20417');
    expect(link('Return to Home').getAttribute('href')).toBe('/');
    expect(link('Get support').getAttribute('href')).toBe('/faq');
    await user.click(button('Try Payment Again'));
    expect(startCheckout).toHaveBeenCalledWith(DUE.id);
  });

  test.each([
    ['offline', false, undefined],
    ['a gateway fails', true, () => problemReply(502, 'BAD_GATEWAY')],
  ] as const)(
    'claims nothing about money while the server does not say it: %s (PAY-05, PAY-85)',
    async (_what, isReachable, fail) => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      cacheDeliveries([DUE], Date.now() - 42 * 60_000);
      const api = fakeApi(fail ? { getDeliveryRequest: fail, getDeliveryPayment: fail } : {});
      setReachable(isReachable);
      await openPayment('cancel');
      expect(await screen.findByText(/^We can't tell yet what happened to your payment/)).toBeVisible();
      expect(screen.queryByText(/haven't been charged|declined or/)).toBeNull();
      expect(screen.getByText('Updated 42 min ago')).toBeVisible();
      Object.assign(api.script, {
        getDeliveryRequest: () => ({ body: PAID }),
        getDeliveryPayment: () => ({ body: { payment: { ...ATTEMPT, status: 2 } } }),
      });
      setReachable(true);
      await act(() => vi.advanceTimersByTimeAsync(6000));
      expect(await screen.findByRole('heading', { name: 'Payment Received' })).toBeVisible();
      expect(screen.queryByText(/haven't been charged/)).toBeNull();
      // There is one payment, and no one was charged twice.
      expect(screen.queryByText(/another payment/)).toBeNull();
      expect(screen.queryByRole('button', { name: 'Try Payment Again' })).toBeNull();
    },
  );

  test('the payment page shows the age of the amount, and refreshes it when the connection is back (PAY-85)', async () => {
    cacheDeliveries([DUE], Date.now() - 42 * 60_000);
    const api = fakeApi({});
    setReachable(false);
    await openPayment('payment');
    expect(await screen.findByText('Updated 42 min ago')).toBeVisible();
    expect(await screen.findByText("Couldn't refresh.")).toBeVisible();
    api.script.getDeliveryRequest = () => ({ body: PAID });
    setReachable(true);
    expect(await screen.findByRole('heading', { name: 'Nothing to pay' })).toBeVisible();
  });

  test('does not ask for a second payment of a paid delivery', async () => {
    fakeApi({ getDeliveryRequest: () => ({ body: PAID }) });
    await openPayment('cancel');
    expect(await screen.findByText(/there's nothing left to pay/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try Payment Again' })).toBeNull();
  });

  test('offline, the button says that it needs a connection', async () => {
    fakeApi({ getDeliveryRequest: () => ({ body: DUE }) });
    const { user } = await openPayment('cancel');
    await screen.findByRole('button', { name: 'Try Payment Again' });
    setReachable(false);
    expect(screen.getByText('Paying needs a connection.')).toBeVisible();
    await user.click(button('Try Payment Again'));
    expect(startCheckout).not.toHaveBeenCalled();
  });
});
