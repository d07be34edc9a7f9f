import type Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  CARDHOLDER,
  createPaymentHarness,
  createRequest,
  createUser,
  ORIGIN,
  type PaymentHarness,
  payWithCard,
  VISA,
} from '../support/payment-harness.ts';

let harness: PaymentHarness;
let path: string;
let requestId: number;
let userId: number;

beforeAll(async () => {
  harness = await createPaymentHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  userId = await createUser(harness);
  requestId = await createRequest(harness, userId);
  const { sessionUrl } = await harness.payments.createSession({ userId, requestId, origin: ORIGIN });
  path = new URL(sessionUrl).pathname;
});

const press = async (changes: Record<string, string>) => {
  const response = await harness.request(path, { ...VISA, ...CARDHOLDER, ...changes });
  return { status: response.status, location: response.headers.get('location'), page: await response.text() };
};

describe('The checkout page', () => {
  test('shows every field, the price on its button, a link back and a test notice', async () => {
    const page = await (await harness.request(path)).text();
    for (const label of ['Card number', 'Expiry', 'CVC', 'Cardholder name', 'Email']) {
      expect(page).toContain(`>${label}</label>`);
    }
    expect(page.match(/<button/g)).toHaveLength(1);
    expect(page).toContain('>Pay €18.40</button>');
    expect(page).toMatch(/value="aoife\d+@example\.ie"/);
    expect(page).toContain('Test checkout: no money moves.');
    expect(page).toContain('4000 0000 0000 9995');
    expect(page).toContain(`href="${ORIGIN}/deliveries/${requestId}/payment/cancel"`);
  });

  test('works without scripts and cannot be framed', async () => {
    const response = await harness.request(path);
    expect(await response.text()).not.toMatch(/<script>|style=|\son\w+="/);
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    // Browsers also check the address that a form submission is redirected to.
    expect(policy).toContain(`form-action 'self' ${ORIGIN}`);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['number', '', 'Card number is required'],
    ['number', '4242 4242', 'Your card number is incomplete.'],
    ['number', '4242 4242 4242 4241', 'Your card number is invalid.'],
    ['number', 'my card', 'Your card number is invalid.'],
    ['number', '4539 5787 6362 1486', 'only test cards'],
    ['expiry', '', 'Expiry is required'],
    ['expiry', '13/40', 'expiration date is invalid.'],
    ['expiry', '12/20', 'expiration year is in the past.'],
    ['expiry', 'soon', 'expiration date is incomplete.'],
    ['cvc', '', 'CVC is required'],
    ['cvc', '12', 'security code is incomplete.'],
    ['cvc', '12345', 'security code is invalid.'],
    ['name', ' ', 'Cardholder name is required'],
    ['email', '', 'Email is required'],
    ['email', 'nobody', 'Please enter a valid email'],
  ])('shows beside %s "%s" what is wrong and keeps the other values', async (field, value, message) => {
    const { status, page } = await press({ [field]: value });
    expect(status).toBe(200);
    const fault = page.split('<div class="field">').find((part) => part.includes(`name="${field}"`)) ?? '';
    expect(fault.replaceAll('&#39;', "'")).toContain(message);
    expect(fault).toContain('aria-invalid="true"');
    const unchanged = field === 'name' ? CARDHOLDER.email : CARDHOLDER.name;
    expect(page).toContain(`value="${unchanged}"`);
  });

  test.each(['12/40', '12 / 40', '1240', '12/2040', '12-40'])(
    'accepts the expiry date %s',
    async (expiry) => {
      expect((await press({ expiry })).status).toBe(303);
    },
  );

  test.each([
    ['4000000000000002', 'Your card was declined.'],
    ['4000000000009995', 'Your card has insufficient funds.'],
    ['4000000000000069', 'Your card has expired.'],
    ['4000000000000127', "Your card's security code is incorrect."],
  ])('rejects %s with "%s"', async (number, message) => {
    const { status, page } = await press({ number });
    expect(status).toBe(200);
    expect(page.replaceAll('&#39;', "'")).toContain(message);
  });

  test.each([
    ['5555555555554444', '123'],
    ['378282246310005', '1234'],
  ])('accepts %s', async (number, cvc) => {
    const { status, location } = await press({ number, cvc });
    expect(status).toBe(303);
    expect(location).toMatch(
      new RegExp(`^${ORIGIN}/deliveries/${requestId}/payment/success\\?session_id=cs_test_`),
    );
  });

  test('renders typed HTML as text', async () => {
    const { page } = await press({ name: '"><script>alert(1)</script>', number: '' });
    expect(page).not.toContain('<script>');
    expect(page).toContain('&quot;&gt;&lt;script&gt;');
  });

  test('offers the saved cards with an address, the newest first, and prefers a typed number (PAY-20)', async () => {
    const billing = { name: 'Aoife', email: 'aoife@example.ie', address: { country: 'IE' } };
    const save = async (number: string, billing_details: Stripe.PaymentMethodCreateParams.BillingDetails) => {
      const card = { number, exp_month: 12, exp_year: 2040, cvc: '123' };
      const { id } = await harness.stripe.paymentMethods.create({ type: 'card', card, billing_details });
      await harness.payments.addMethod(userId, id);
    };
    await save('4000000000000341', billing);
    await save('4242424242424242', billing);
    // Stripe needs the country of the billing address.
    await save('5555555555554444', { ...billing, address: {} });
    const page = await (await harness.request(path)).text();
    expect(page).toMatch(/checked><span>Visa ending in 4242, expires 12\/2040/);
    expect(page).not.toContain('ending in 4444');
    expect(page).toMatch(/name="number".*<div class="form rest">.*name="expiry".*name="email"/s);
    const [bad, good] = await harness.payments.listMethods(userId);
    const blank = { number: '', expiry: '', cvc: '', name: '', email: '' };
    const press = (saved: string, typed = {}) => harness.request(path, { ...blank, ...typed, saved });

    expect(await (await press('')).text()).toContain('Card number is required');
    expect(await (await press(bad?.id ?? '')).text()).toContain('Your card was declined.');
    const declined = { ...VISA, ...CARDHOLDER, number: '4000000000009995' };
    expect(await (await press(good?.id ?? '', declined)).text()).toContain('insufficient funds');
    expect(await (await press('', { name: 'Aoife' })).text()).toMatch(/checked><span>Another card/);
    expect((await press(good?.id ?? '')).status).toBe(303);
  });

  test('does not charge a card that another customer has saved', async () => {
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' };
    const { id } = await harness.stripe.paymentMethods.create({ type: 'card', card });
    await harness.payments.addMethod(await createUser(harness), id);
    const response = await harness.request(path, { number: '', saved: id });
    expect(response.status).toBe(404);
    expect(await (await harness.request(path)).text()).toContain('Pay €18.40');
  });

  test('says that a delivery is paid when the customer opens it again', async () => {
    await press({});
    expect(await (await harness.request(path)).text()).toContain('This delivery is paid');
    expect((await payWithCard(harness, ORIGIN + path)).status).toBe(200);
  });

  test('is not found at an unknown address', async () => {
    expect((await harness.request('/sandbox/checkout/cs_test_0')).status).toBe(404);
  });
});

describe('3-D Secure', () => {
  const CARD = { number: '4000 0027 6000 3184' };
  const response = (outcome: string) => harness.request(`${path}/authenticate`, { outcome });

  test('asks for confirmation, and pays after it', async () => {
    const { status, location } = await press(CARD);
    expect([status, location]).toEqual([303, `${path}/authenticate`]);
    const question = await (await harness.request(`${path}/authenticate`)).text();
    expect(question).toContain('Complete authentication');
    expect(question).toContain('Fail authentication');
    const paid = await response('complete');
    expect(paid.headers.get('location')).toMatch(
      new RegExp(`^${ORIGIN}/deliveries/${requestId}/payment/success\\?session_id=cs_test_`),
    );
  });

  test('returns to the card with the reason when the confirmation fails', async () => {
    await press(CARD);
    const failed = await response('fail');
    expect(failed.status).toBe(200);
    expect(await failed.text()).toContain('We are unable to authenticate your payment method.');
    await harness.sandbox.deliver();
    expect((await press({})).status).toBe(303);
  });

  test('shows nothing when no such card was used', async () => {
    expect((await harness.request(`${path}/authenticate`)).headers.get('location')).toBe(path);
    expect((await response('complete')).headers.get('location')).toBe(path);
  });
});
