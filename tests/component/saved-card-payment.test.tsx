import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useLoaders } from '../../src/stores/loaders.ts';
import { usePayments } from '../../src/stores/payments.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi, MISSING_CALL_REPLIES, problemReply } from '../support/fake-api.ts';
import { button, openPayment, resetDevice } from './deliveries-harness.tsx';

const startCheckout = vi.hoisted(() => vi.fn(() => Promise.resolve()));
vi.mock('../../src/use-cases/payments/checkout.ts', () => ({ startCheckout }));
const loadCardProvider = vi.hoisted(() => vi.fn());
vi.mock('../../src/use-cases/payments/card-provider.ts', () => ({ loadCardProvider }));
vi.mock('../../src/features/deliveries/show-confetti.ts', () => ({ showConfetti: async () => undefined }));

let nextId = 3000;
/** Every test uses its own delivery id, because some events happen once per delivery. */
const unpaidDelivery = () => ({ ...aDelivery({ status: 0 }), id: nextId++ });

beforeEach(() => {
  resetDevice();
  startCheckout.mockClear();
});

describe('Paying with a saved card', () => {
  const CARD = { id: 'pm_1', brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040, isDefault: true };
  const handleNextAction = vi.fn();
  const open = async (
    charge: ReturnType<typeof fakeApi>['script']['chargeSavedCard'],
    delivery = unpaidDelivery(),
  ) => {
    usePayments.getState().reset();
    loadCardProvider.mockReset().mockResolvedValue({ handleNextAction });
    const api = fakeApi({
      getDeliveryRequest: () => ({ body: delivery }),
      listPaymentMethods: () => ({ body: [CARD] }),
      ...(charge === undefined ? {} : { chargeSavedCard: charge }),
    });
    const view = await openPayment('payment', String(delivery.id));
    const payButton = await screen.findByRole('button', { name: 'Pay €18.40 with Visa 4242' });
    return { ...view, api, delivery, press: () => view.user.click(payButton) };
  };
  const becomePaid = ({ api, delivery }: Awaited<ReturnType<typeof open>>) => {
    api.script.getDeliveryRequest = () => ({ body: { ...delivery, status: 1 } });
  };

  test('charges the default card for the price shown and leads to the success page (PAY-21)', async () => {
    const page = await open(() => ({ body: { status: 'paid' } }));
    becomePaid(page);
    await page.press();
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    expect(page.api.callsOf('chargeSavedCard')[0]?.body).toEqual({
      paymentMethodId: 'pm_1',
      amount: 18.4,
      currency: 'EUR',
    });
    expect(loadCardProvider).not.toHaveBeenCalled();
  });

  test('leaves users where they are if they have left the payment page (PAY-21)', async () => {
    let respond = (): void => undefined;
    const page = await open(
      () =>
        new Promise((resolve) => {
          respond = () => resolve({ body: { status: 'paid' } });
        }),
    );
    await page.press();
    await waitFor(() => expect(page.api.callsOf('chargeSavedCard')).toHaveLength(1));
    await page.user.click(screen.getByRole('link', { name: 'View Delivery Details' }));
    await screen.findByRole('heading', { name: 'Delivery Details' });
    becomePaid(page);
    respond();
    await waitFor(() => expect(useLoaders.getState().loading[`charge-${page.delivery.id}`]).not.toBe(true));
    expect(page.router.state.location.pathname).toBe(`/deliveries/${page.delivery.id}`);
  });

  test('offers the checkout page for another card (PAY-21)', async () => {
    const { user, delivery } = await open(undefined);
    await user.click(button('Another card'));
    expect(startCheckout).toHaveBeenCalledWith(delivery.id);
  });

  test('shows the page of the bank if the bank asks for it (PAY-21)', async () => {
    const page = await open(() => ({ body: { status: 'requiresAction', clientSecret: 'pi_1_secret_2' } }));
    handleNextAction.mockImplementation(async () => {
      becomePaid(page);
      return { paymentIntent: {} };
    });
    await page.press();
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    expect(handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret_2' });
  });

  test('says why the bank refused, and can be tried again (PAY-21)', async () => {
    const detail = 'Your card has insufficient funds.';
    const page = await open(() => ({
      status: 422,
      body: { title: 'PAYMENT_PROVIDER', status: 422, detail },
    }));
    await page.press();
    expect(await screen.findByText(detail)).toBeVisible();
    expect(button('Pay €18.40 with Visa 4242')).toBeVisible();
  });

  test('that was removed on another device says so and offers the new default card (PAY-21)', async () => {
    const page = await open(() => problemReply(404, 'PAYMENT_NOT_FOUND'));
    page.api.script.listPaymentMethods = () => ({ body: [{ ...CARD, id: 'pm_2', last4: '4444' }] });
    await page.press();
    expect(await screen.findByRole('button', { name: 'Pay €18.40 with Visa 4444' })).toBeVisible();
    expect(screen.getByText(/^This card is no longer saved\./)).toBeVisible();
  });

  test.each([
    ['was not confirmed', { error: { message: 'We are unable to authenticate.' } }],
    ['has no message', { error: {} }],
  ])('stays on the page if the payment %s at the bank', async (_, result) => {
    const page = await open(() => ({ body: { status: 'requiresAction', clientSecret: 'pi_1_secret_2' } }));
    handleNextAction.mockReset().mockResolvedValue(result);
    await page.press();
    expect(await screen.findByText(/unable to authenticate|could not be opened/)).toBeVisible();
  });

  test.each<[string, NonNullable<ReturnType<typeof fakeApi>['script']['chargeSavedCard']>]>([
    ['the response is lost', () => 'offline'],
    ['a gateway responds instead of the server', () => ({ status: 502, body: {} })],
    ['the server does not know yet', () => ({ body: { status: 'checking' } })],
  ])('checks with the bank by itself when %s (PAY-83)', async (_, lost) => {
    const page = await open(lost);
    // Some screen readers announce only what is added to a live region that is there before.
    const regions = [...document.querySelectorAll('[role="status"]')];
    await page.press();
    const message = await screen.findByText("We're checking with your bank");
    expect(message).toBeVisible();
    expect(regions).toContain(message.closest('[role="status"]'));
    expect(screen.queryByText(/nothing was charged|haven't been charged/i)).toBeNull();
    becomePaid(page);
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
  });

  test('repeats a lost charge until the bank has answered (PAY-83)', async () => {
    const page = await open(() => 'offline');
    await page.press();
    expect(await screen.findByText("We're checking with your bank")).toBeVisible();
    const detail = 'Your card was declined.';
    page.api.script.chargeSavedCard = () => problemReply(502, 'PAYMENT_PROVIDER');
    await vi.waitFor(() => expect(page.api.callsOf('chargeSavedCard').length).toBe(2), 10_000);
    expect(screen.getByText("We're checking with your bank")).toBeVisible();
    page.api.script.chargeSavedCard = () => ({
      status: 422,
      body: { title: 'PAYMENT_PROVIDER', status: 422, detail },
    });
    expect(await screen.findByText(detail, undefined)).toBeVisible();
    expect(screen.queryByText("We're checking with your bank")).toBeNull();
  });

  test('a press that gets no response is answered after ten seconds, and half a minute ends it (PAY-83)', async () => {
    const page = await open(() => new Promise(() => {}));
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      await page.press();
      await vi.advanceTimersByTimeAsync(9_000);
      expect(screen.queryByText("We're checking with your bank")).toBeNull();
      await vi.advanceTimersByTimeAsync(1_500);
      expect(await screen.findByText("We're checking with your bank")).toBeVisible();
      for (let second = 0; second < 40; second += 1) await vi.advanceTimersByTimeAsync(1000);
      expect(await screen.findByText(/your card is charged only once/)).toBeVisible();
    } finally {
      vi.useRealTimers();
    }
  });

  test('shows that the delivery was paid in another tab (PAY-21)', async () => {
    const page = await open(() => problemReply(409, 'PAYMENT_NOT_DUE'));
    becomePaid(page);
    await page.press();
    expect(await screen.findByRole('heading', { name: 'Nothing to pay' })).toBeVisible();
  });

  test('shows a changed price instead of charging it (PAY-21)', async () => {
    const page = await open(() => problemReply(409, 'PAYMENT_AMOUNT_CHANGED'));
    page.api.script.getDeliveryRequest = () => ({ body: { ...page.delivery, estimatedPrice: 20 } });
    await page.press();
    expect(await screen.findByRole('button', { name: 'Pay €20.00 with Visa 4242' })).toBeVisible();
    expect(screen.getByText('The price has changed. Please check it before you pay')).toBeVisible();
  });

  test.each(MISSING_CALL_REPLIES)(
    'uses the checkout page if the API cannot charge saved cards and says so with %s (PAY-21)',
    async (_, reply) => {
      const page = await open(() => reply);
      await page.press();
      await waitFor(() => expect(startCheckout).toHaveBeenCalledWith(page.delivery.id));
      expect(page.api.callsOf('chargeSavedCard')).toHaveLength(1);
    },
  );

  test('keeps checking if a gateway has no page for a repeated charge (PAY-83)', async () => {
    const page = await open(() => 'offline');
    await page.press();
    expect(await screen.findByText("We're checking with your bank")).toBeVisible();
    const headers = { 'content-type': 'text/html' };
    page.api.script.chargeSavedCard = () => ({ status: 404, body: '<h1>No such host</h1>', headers });
    await vi.waitFor(() => expect(page.api.callsOf('chargeSavedCard').length).toBe(2), 10_000);
    becomePaid(page);
    expect(await screen.findByRole('heading', { name: 'Payment Successful' })).toBeVisible();
    expect(startCheckout).not.toHaveBeenCalled();
  });
});
