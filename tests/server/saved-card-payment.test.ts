import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { payments } from '../../server/db/payment-schema.ts';
import { deliveryRequests } from '../../server/db/schema.ts';
import { deliverySubject } from '../../server/queries/payments.ts';
import { PAYMENT_STATUS } from '../../src/contract/status.ts';
import { onBothDatabases } from '../support/databases.ts';
import {
  createPaymentHarness,
  createRequest,
  createUser,
  ORIGIN,
  type PaymentHarness,
  payWithCard,
  runJobs,
} from '../support/payment-harness.ts';

onBothDatabases('paying with a saved card', (open) => {
  let harness: PaymentHarness;
  let userId: number;
  let requestId: number;
  let customer: string;

  beforeAll(async () => {
    harness = await createPaymentHarness(open);
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    userId = await createUser(harness);
    requestId = await createRequest(harness, userId);
    const { clientSecret } = await harness.payments.createSetupIntent(userId);
    const intent = await harness.stripe.setupIntents.retrieve(clientSecret.split('_secret_')[0] ?? '');
    customer = String(intent.customer);
  });
  afterEach(() => vi.restoreAllMocks());

  /** Saves the test card as the browser does: by confirming a setup intent. */
  async function saveCard(token = 'pm_card_visa'): Promise<string> {
    const intent = await harness.stripe.setupIntents.create({
      customer,
      payment_method: token,
      confirm: true,
    });
    const id = String(intent.payment_method);
    await harness.payments.addMethod(userId, id);
    return id;
  }
  const charge = (paymentMethodId: string, amountCents = 1840) =>
    harness.payments.chargeSavedCard({
      userId,
      requestId,
      paymentMethodId,
      amountCents,
      currency: 'EUR',
      origin: ORIGIN,
    });
  const session = () => harness.payments.createSession({ userId, requestId, origin: ORIGIN });
  const rows = () => harness.db.select().from(payments).where(eq(payments.deliveryRequestId, requestId));
  /** What the provider has charged for this customer. */
  const charged = async () => {
    const { data } = await harness.stripe.charges.list({ customer, limit: 100 });
    return data.filter(({ paid }) => paid).reduce((sum, { amount }) => sum + amount, 0);
  };
  const requestStatus = async () =>
    (await harness.db.select().from(deliveryRequests).where(eq(deliveryRequests.id, requestId)))[0]?.status;
  const answerBank = async (clientSecret: string | null | undefined, outcome: 'complete' | 'fail') =>
    harness.request(`/sandbox/stripe/authenticate/${clientSecret}`, { outcome });

  describe('A saved card', () => {
    test('pays a delivery at once and appears in the history with its receipt (PAY-21)', async () => {
      const card = await saveCard();
      expect(await charge(card)).toEqual({ status: 'paid' });
      expect(await requestStatus()).toBe(1);
      expect(await harness.payments.findPayment(userId, requestId)).toMatchObject({
        status: PAYMENT_STATUS.paid,
        amount: 18.4,
        cardLast4: '4242',
        receiptUrl: expect.stringContaining('/api/documents/'),
      });
    });

    test('is charged once when it is pressed five times at the same moment (PAY-21)', async () => {
      const card = await saveCard();
      const results = await Promise.allSettled(Array.from({ length: 5 }, () => charge(card)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'PAYMENT_NOT_DUE' });
      }
      expect(await charged()).toBe(1840);
      expect(await rows()).toHaveLength(1);
    });

    test('is charged once when the response of the provider is lost (PAY-21)', async () => {
      const card = await saveCard();
      const { paymentIntents } = harness.stripe;
      const confirm = paymentIntents.confirm.bind(paymentIntents);
      vi.spyOn(paymentIntents, 'confirm').mockImplementationOnce(async (...call) => {
        await confirm(...call);
        throw lost();
      });
      expect(await charge(card)).toEqual({ status: 'paid' });
      expect(await charged()).toBe(1840);
    });

    const lost = () => new Stripe.errors.StripeConnectionError({ type: 'api_error', message: 'lost' });

    test('counts as paid when the provider says so and only the read after it is lost (PAY-83)', async () => {
      const card = await saveCard();
      const { paymentIntents } = harness.stripe;
      const confirm = paymentIntents.confirm.bind(paymentIntents);
      harness.webhooks.holdWebhooks = true;
      vi.spyOn(paymentIntents, 'confirm').mockImplementationOnce(async (...call) => {
        const confirmed = await confirm(...call);
        vi.spyOn(paymentIntents, 'retrieve').mockRejectedValue(lost());
        return confirmed;
      });
      expect(await charge(card)).toEqual({ status: 'paid' });
      harness.webhooks.holdWebhooks = false;
      vi.restoreAllMocks();
      await harness.payments.refresh(deliverySubject(requestId));
      expect(await requestStatus()).toBe(1);
    });

    test('is checked further, and charged once, when nothing is known after the charge (PAY-83)', async () => {
      const card = await saveCard();
      const { paymentIntents } = harness.stripe;
      const confirm = paymentIntents.confirm.bind(paymentIntents);
      harness.webhooks.holdWebhooks = true;
      vi.spyOn(paymentIntents, 'confirm').mockImplementationOnce(async (...call) => {
        await confirm(...call);
        vi.spyOn(paymentIntents, 'retrieve').mockRejectedValue(lost());
        throw lost();
      });
      expect(await charge(card)).toEqual({ status: 'checking' });
      // The provider is still away: nothing is claimed about the card.
      await expect(charge(card)).rejects.toMatchObject({
        code: 'PAYMENT_PROVIDER',
        message: expect.not.stringMatching(/charged/),
      });
      harness.webhooks.holdWebhooks = false;
      vi.restoreAllMocks();
      await expect(charge(card)).rejects.toMatchObject({ code: 'PAYMENT_NOT_DUE' });
      expect(await requestStatus()).toBe(1);
      expect(await charged()).toBe(1840);
    });

    test('is charged once when the process dies after the intent was created (PAY-21)', async () => {
      const card = await saveCard();
      const { paymentIntents } = harness.stripe;
      const create = paymentIntents.create.bind(paymentIntents);
      vi.spyOn(paymentIntents, 'create').mockImplementationOnce(async (...call) => {
        await create(...call);
        throw new Error('the process dies');
      });
      await expect(charge(card)).rejects.toThrow('the process dies');
      expect(await charge(card)).toEqual({ status: 'paid' });
      const intents = await paymentIntents.list({ customer });
      expect(intents.data).toHaveLength(1);
      expect(await charged()).toBe(1840);
    });

    test('closes the open checkout page, which can then not be paid (PAY-21)', async () => {
      const { sessionUrl } = await session();
      expect(await charge(await saveCard())).toEqual({ status: 'paid' });
      const page = await (await payWithCard(harness, sessionUrl)).text();
      expect(page).toContain('Checkout closed');
      expect(await charged()).toBe(1840);
    });

    test('is not charged for a delivery that was just paid on the checkout page (PAY-21)', async () => {
      harness.webhooks.holdWebhooks = true;
      const card = await saveCard();
      await payWithCard(harness, (await session()).sessionUrl);
      await expect(charge(card)).rejects.toMatchObject({ status: 409, code: 'PAYMENT_NOT_DUE' });
      harness.webhooks.holdWebhooks = false;
      expect(await charged()).toBe(1840);
      expect(await requestStatus()).toBe(1);
    });

    test('is not charged for another price than the button showed (PAY-21)', async () => {
      const card = await saveCard();
      await expect(charge(card, 1333)).rejects.toMatchObject({ status: 409, code: 'PAYMENT_AMOUNT_CHANGED' });
      expect(await rows()).toEqual([]);
    });

    test('of another account gets the same response as one that does not exist', async () => {
      const card = await saveCard();
      userId = await createUser(harness);
      requestId = await createRequest(harness, userId);
      for (const id of [card, 'pm_nothing']) {
        await expect(charge(id)).rejects.toMatchObject({ status: 404, code: 'PAYMENT_NOT_FOUND' });
      }
    });

    test('that the bank declines is named, and another card can pay (PAY-21)', async () => {
      const bad = await saveCard('pm_card_chargeCustomerFail');
      await expect(charge(bad)).rejects.toMatchObject({ status: 422, message: 'Your card was declined.' });
      expect(await rows()).toMatchObject([{ status: PAYMENT_STATUS.failed, cardLast4: '0341' }]);
      expect(await charge(await saveCard())).toEqual({ status: 'paid' });
      expect(await rows()).toMatchObject([{ status: PAYMENT_STATUS.paid, cardLast4: '4242' }]);
      expect(await charged()).toBe(1840);
    });
  });

  describe('A bank that asks the customer to authenticate', () => {
    /** This card asks at every payment. It is attached directly, because this test is about paying. */
    const saveAskingCard = async () => {
      const { id } = await harness.stripe.paymentMethods.attach('pm_card_authenticationRequired', {
        customer,
      });
      return id;
    };

    test('is asked once for two tabs, and then the delivery is paid by the webhook (PAY-21)', async () => {
      const card = await saveAskingCard();
      const first = await charge(card);
      const second = await charge(card);
      expect(first.status).toBe('requiresAction');
      expect(second).toEqual(first);
      await answerBank(first.clientSecret, 'complete');
      await harness.sandbox.deliver();
      expect(await requestStatus()).toBe(1);
      expect(await charged()).toBe(1840);
    });

    test('fails the attempt if the customer does not confirm', async () => {
      const card = await saveAskingCard();
      const { clientSecret } = await charge(card);
      await answerBank(clientSecret, 'fail');
      await harness.payments.refresh(deliverySubject(requestId));
      expect(await rows()).toMatchObject([{ status: PAYMENT_STATUS.failed }]);
      expect(await charged()).toBe(0);
    });

    test('cannot charge after the customer has chosen the checkout page (PAY-21)', async () => {
      const { clientSecret } = await charge(await saveAskingCard());
      const { sessionUrl } = await session();
      await answerBank(clientSecret, 'complete');
      await payWithCard(harness, sessionUrl);
      await harness.sandbox.deliver();
      expect(await charged()).toBe(1840);
      expect(await requestStatus()).toBe(1);
    });

    test('cannot charge for a delivery that was edited meanwhile (PAY-21)', async () => {
      const { clientSecret } = await charge(await saveAskingCard());
      await harness.payments.expireSessions(harness.db, deliverySubject(requestId));
      await runJobs(harness);
      await answerBank(clientSecret, 'complete');
      expect(await charged()).toBe(0);
      expect(await rows()).toMatchObject([{ sessionState: 'expired' }]);
    });

    test('has a day; then the reconciler cancels the intent', async () => {
      const { clientSecret } = await charge(await saveAskingCard());
      harness.clock.pass(25 * 3600_000);
      await harness.payments.reconcile();
      await answerBank(clientSecret, 'complete');
      expect(await charged()).toBe(0);
      expect(await rows()).toMatchObject([{ sessionState: 'expired' }]);
    });
  });

  describe('Saving a card', () => {
    test('verifies it with a setup intent and lets the hosted checkout offer it (PAY-20)', async () => {
      const id = await saveCard();
      expect(await harness.stripe.paymentMethods.retrieve(id)).toMatchObject({
        customer,
        allow_redisplay: 'always',
      });
      expect(await harness.payments.listMethods(userId)).toMatchObject([{ id, isDefault: true }]);
    });

    test('that the bank wants to confirm needs a client that can ask the customer (PAY-20)', async () => {
      const card = { number: '4000002760003184', exp_month: 12, exp_year: 2040, cvc: '123' };
      const { id } = await harness.stripe.paymentMethods.create({ type: 'card', card });
      await expect(harness.payments.addMethod(userId, id)).rejects.toMatchObject({
        status: 422,
        message: expect.stringContaining('Your bank wants to confirm this card'),
      });
      expect(await harness.payments.listMethods(userId)).toEqual([]);
    });
  });
});
