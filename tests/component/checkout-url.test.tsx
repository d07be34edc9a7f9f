import { beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import { useApp } from '../../src/stores/app.ts';
import { useDelivery } from '../../src/stores/delivery.ts';
import { redirectToCheckout, safeCheckoutUrl, startCheckout } from '../../src/use-cases/payments/checkout.ts';
import { AOIFE, alertsShown, resetAs } from '../support/account-fixtures.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';

beforeEach(() => {
  resetAs(null);
  useApp.setState({ config: { ...DEFAULT_CONFIG, checkoutHosts: ['checkout.example'] } });
});

describe('A checkout URL (REL-16)', () => {
  test('may be on our own host or on a host that the operator configured', () => {
    const ownOrigin = window.location.origin;
    expect(safeCheckoutUrl('/sandbox/checkout/1')).toBe(`${ownOrigin}/sandbox/checkout/1`);
    expect(safeCheckoutUrl('https://checkout.example/pay/1')).toBe('https://checkout.example/pay/1');
  });

  test.each([
    'https://evil.example/pay/1',
    'https://checkout.example.evil.example/',
    'https://evil.example/?checkout.example',
    '//evil.example/pay/1',
    'javascript:alert(1)',
    'javascript://checkout.example/%0Aalert(1)',
    'data:text/html,pay',
    'ftp://checkout.example/pay',
    'http://',
    '',
  ])('is refused for %s, with a message', (url) => {
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    redirectToCheckout(url);
    expect(assign).not.toHaveBeenCalled();
    expect(alertsShown()).toEqual(['Something went wrong: The payment page has an unexpected address.']);
  });
});

test('pressing Pay for a delivery that is already paid reloads the delivery and shows a message (PAY-09)', async () => {
  resetAs(AOIFE);
  const delivery = aDelivery({ id: 7, status: 0 });
  useDelivery.getState().upsert(AOIFE.email, delivery, Date.now());
  fakeApi({
    createPaymentSession: () => problemReply(409, 'PAYMENT_NOT_DUE'),
    getDeliveryRequest: () => ({ body: { ...delivery, status: 1 } }),
  });
  await startCheckout(7);
  expect(useDelivery.getState().list[0]?.status).toBe(1);
});

test('pressing Pay for a delivery that was deleted on another device removes it here (PAY-09)', async () => {
  resetAs(AOIFE);
  useDelivery.getState().upsert(AOIFE.email, aDelivery({ id: 7, status: 0 }), Date.now());
  const missing = () => problemReply(404, 'ORDER_REQUEST_NOT_FOUND');
  fakeApi({ createPaymentSession: missing, getDeliveryRequest: missing });
  await startCheckout(7);
  expect(useDelivery.getState().list).toEqual([]);
});

test('the checkout page does not open once the customer has gone to another page', async () => {
  const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  let respond = (): void => undefined;
  const api = fakeApi({
    createPaymentSession: () =>
      new Promise((resolve) => {
        respond = () => resolve({ body: { sessionUrl: '/sandbox/checkout/1' } });
      }),
  });
  history.replaceState({}, '', '/deliveries/7/payment');
  const started = startCheckout(7);
  await vi.waitFor(() => expect(api.callsOf('createPaymentSession')).toHaveLength(1));
  history.replaceState({}, '', '/account');
  respond();
  await started;
  expect(assign).not.toHaveBeenCalled();
});
