import { type Browser, chromium, type Page } from '@playwright/test';
import type { Stripe, StripeConstructor, StripeElementChangeEvent, StripeElements } from '@stripe/stripe-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BROWSER_ARGS, findBrowser } from '../support/find-browser.ts';
import { createPaymentHarness, type PaymentHarness } from '../support/payment-harness.ts';

/** What the page under test stores on its window, with the types of the real Stripe.js. */
type Harness = {
  Stripe: StripeConstructor;
  stripe: Stripe;
  elements: StripeElements;
  events: StripeElementChangeEvent[];
};

let harness: PaymentHarness;
let browser: Browser;
let page: Page;
/** Messages of the console, for example policy violations. */
let consoleErrors: string[];

beforeAll(async () => {
  harness = await createPaymentHarness();
  const found = findBrowser();
  const env = { ...process.env, ...found.env };
  browser = await chromium.launch({ executablePath: found.path, args: BROWSER_ARGS, env });
});
afterAll(async () => {
  await browser.close();
  await harness.close();
});
beforeEach(async () => {
  consoleErrors = [];
  page = await browser.newPage();
  const policy =
    "default-src 'none'; script-src 'self'; frame-src 'self'; style-src 'self'; connect-src 'self'";
  const html = `<form><label for="number">Card number</label><div id="number"></div><div id="expiry"></div>
    <div id="cvc"></div></form><script src="/sandbox/stripe.js"></script>`;
  await page.route('**/page', (route) =>
    route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': policy }, body: html }),
  );
  page.on('console', (message) => consoleErrors.push(message.text()));
  await page.goto(`${harness.base}/page`);
  await page.evaluate(() => {
    const w = window as unknown as Harness;
    w.events = [];
    w.stripe = w.Stripe('pk_test_sandbox');
    const elements = w.stripe.elements();
    w.elements = elements;
    const style = { base: { color: 'rgb(1, 2, 3)' }, invalid: { color: 'rgb(200, 0, 0)' } };
    const number = elements.create('cardNumber', { style }).on('change', (event) => w.events.push(event));
    const expiry = elements.create('cardExpiry', { style }).on('change', (event) => w.events.push(event));
    const cvc = elements.create('cardCvc', { style }).on('change', (event) => w.events.push(event));
    number.mount('#number');
    expiry.mount('#expiry');
    cvc.mount('#cvc');
    return Promise.all([
      new Promise((resolve) => number.on('ready', resolve)),
      new Promise((resolve) => expiry.on('ready', resolve)),
      new Promise((resolve) => cvc.on('ready', resolve)),
    ]);
  });
});

const field = (title: string) => page.frameLocator(`iframe[title="${title}"]`).getByRole('textbox');
const number = () => field('Secure card number input frame');
const expiry = () => field('Secure expiration date input frame');
const cvc = () => field('Secure CVC input frame');
const save = () =>
  page.evaluate(() => {
    const w = window as unknown as Harness;
    const card = w.elements.getElement('cardNumber');
    if (card === null) throw new Error('no card element');
    return w.stripe.createPaymentMethod({ type: 'card', card, billing_details: { name: 'Aoife Brennan' } });
  });
const errors = (): Promise<string[]> =>
  page.evaluate(() =>
    (window as unknown as Harness).events.flatMap((event) => (event.error ? [event.error.message] : [])),
  );

describe('The card fields of the Stripe-compatible script', () => {
  test('format what is typed and create a payment method', async () => {
    await page.getByText('Card number').click();
    await expect.poll(() => number().evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type('4242424242424242');
    await expiry().pressSequentially('1240');
    await cvc().pressSequentially('1234');
    expect(await number().inputValue()).toBe('4242 4242 4242 4242');
    expect(await expiry().inputValue()).toBe('12 / 40');
    expect(await cvc().inputValue()).toBe('123');
    const { paymentMethod } = await save();
    expect(paymentMethod?.card?.last4).toBe('4242');
    expect(consoleErrors).toEqual([]);
  });

  test('save a card after the bank has asked in a dialog, and pay with it (PAY-20, PAY-21)', async () => {
    await number().fill('4000002760003184');
    await expiry().fill('1240');
    await cvc().fill('123');
    const customer = await harness.stripe.customers.create({ name: 'Aoife Brennan' });
    const setup = await harness.stripe.setupIntents.create({ customer: customer.id, usage: 'on_session' });
    const confirm = () =>
      page.evaluate((secret) => {
        const w = window as unknown as Harness;
        const card = w.elements.getElement('cardNumber');
        if (card === null) throw new Error('no card element');
        const billing_details = { name: 'Aoife Brennan', address: { country: 'IE' } };
        return w.stripe.confirmCardSetup(secret, {
          payment_method: { card, billing_details, allow_redisplay: 'always' },
        });
      }, setup.client_secret ?? '');
    const answer = (name: string) =>
      page
        .getByRole('dialog', { name: '3-D Secure' })
        .frameLocator('iframe')
        .getByRole('button', { name })
        .click();

    const failing = confirm();
    await answer('Fail authentication');
    expect((await failing).error?.message).toContain('We are unable to authenticate');
    const saving = confirm();
    await answer('Complete authentication');
    expect((await saving).setupIntent?.status).toBe('succeeded');
    const { data } = await harness.stripe.paymentMethods.list({ customer: customer.id });
    expect(data).toMatchObject([
      { allow_redisplay: 'always', billing_details: { address: { country: 'IE' } }, card: { last4: '3184' } },
    ]);

    const intent = await harness.stripe.paymentIntents.create({
      amount: 1840,
      currency: 'eur',
      customer: customer.id,
      payment_method: data[0]?.id ?? '',
      confirm: true,
      use_stripe_sdk: true,
    });
    const paying = page.evaluate(
      (clientSecret) => (window as unknown as Harness).stripe.handleNextAction({ clientSecret }),
      intent.client_secret ?? '',
    );
    await answer('Complete authentication');
    expect((await paying).paymentIntent?.status).toBe('succeeded');
    expect(consoleErrors).toEqual([]);
  });

  test('never let the page read the number', async () => {
    await number().fill('4242424242424242');
    await expiry().fill('1240');
    await cvc().fill('123');
    await save();
    const seen = await page.evaluate(() => {
      const w = window as unknown as Harness;
      const frames = [...document.querySelectorAll('iframe')];
      return JSON.stringify([frames.map((frame) => frame.contentDocument === null), w.events]);
    });
    expect(seen).toContain('[true,true,true]');
    expect(seen).not.toContain('4242424242');
  });

  test("show Stripe's error messages after typing has stopped", async () => {
    await number().pressSequentially('4242');
    expect(await errors()).toEqual([]);
    await number().press('Tab');
    await expect.poll(errors).toEqual(['Your card number is incomplete.']);
    await number().fill('4242424242424241');
    await expiry().fill('1220');
    await cvc().pressSequentially('1');
    await cvc().blur();
    await expect
      .poll(errors)
      .toEqual([
        'Your card number is incomplete.',
        'Your card number is invalid.',
        "Your card's expiration year is in the past.",
        "Your card's security code is incomplete.",
      ]);
    expect(await number().evaluate((input) => getComputedStyle(input).color)).toBe('rgb(200, 0, 0)');
  });

  test('return the first error when an empty form is saved', async () => {
    expect((await save()).error?.message).toBe('Your card number is incomplete.');
  });

  test("pass on the provider's rejection of a card that is not a test card", async () => {
    await number().fill('4539578763621486');
    await expiry().fill('1240');
    await cvc().fill('123');
    expect((await save()).error?.message).toContain('only test cards');
  });

  test('accept fifteen digits and a four-digit CVC for American Express', async () => {
    await number().fill('378282246310005');
    await cvc().fill('1234');
    expect(await number().inputValue()).toBe('3782 822463 10005');
    expect(await cvc().inputValue()).toBe('1234');
  });

  test('can be cleared and unmounted', async () => {
    await number().fill('4242');
    await page.evaluate(() => (window as unknown as Harness).elements.getElement('cardNumber')?.clear());
    await expect.poll(() => number().inputValue()).toBe('');
    await page.evaluate(() => (window as unknown as Harness).elements.getElement('cardNumber')?.destroy());
    expect(await page.locator('iframe').count()).toBe(2);
  });
});
