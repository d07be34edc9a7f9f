import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sandboxObjects } from '../../server/sandbox/stripe/queries/rows.ts';
import { onBothDatabases } from '../support/databases.ts';
import { createPaymentHarness, createUser, type PaymentHarness } from '../support/payment-harness.ts';

onBothDatabases('cards', (open) => {
  let harness: PaymentHarness;
  let userId: number;

  beforeAll(async () => {
    harness = await createPaymentHarness(open);
  });
  afterAll(() => harness.close());
  beforeEach(async () => {
    userId = await createUser(harness);
  });

  /** Does what Stripe.js does in the browser: sends the card to the provider and gets an id. */
  async function tokenise(number = '4242424242424242'): Promise<string> {
    const response = await harness.request('/sandbox/stripe/v1/payment_methods', {
      key: 'pk_test_sandbox',
      type: 'card',
      'card[number]': number,
      'card[exp_month]': '12',
      'card[exp_year]': '2040',
      'card[cvc]': '123',
      'billing_details[name]': 'Aoife Brennan',
    });
    return (await response.json()).id;
  }
  const add = async (number?: string) => harness.payments.addMethod(userId, await tokenise(number));
  const list = () => harness.payments.listMethods(userId);

  describe('Saved cards', () => {
    test('are an empty list at first', async () => {
      expect(await list()).toEqual([]);
    });

    test('have brand, last four digits and expiry, and the first is the default', async () => {
      const first = await add();
      const second = await add('5555555555554444');
      expect(await list()).toEqual([
        { id: first.id, brand: 'visa', last4: '4242', expMonth: 12, expYear: 2040, isDefault: true },
        { id: second.id, brand: 'mastercard', last4: '4444', expMonth: 12, expYear: 2040, isDefault: false },
      ]);
      expect(first.isDefault).toBe(true);
    });

    test('are stored once when the same id is added twice', async () => {
      const id = await tokenise();
      await harness.payments.addMethod(userId, id);
      await harness.payments.addMethod(userId, id);
      expect(await list()).toHaveLength(1);
    });

    test('are rejected with the message of the bank', async () => {
      await expect(add('4000000000000002')).rejects.toMatchObject({
        status: 422,
        code: 'PAYMENT_PROVIDER',
        message: 'Your card was declined.',
      });
      expect(await list()).toEqual([]);
    });

    test('have exactly one default', async () => {
      await add();
      const second = await add('5555555555554444');
      expect(await harness.payments.setDefaultMethod(userId, second.id)).toMatchObject({ isDefault: true });
      expect((await list()).filter((card) => card.isDefault)).toMatchObject([{ id: second.id }]);
    });

    test('cannot be removed when they are the default or the only one', async () => {
      const first = await add();
      const refusal = { status: 409, code: 'PAYMENT_METHOD_NOT_REMOVABLE' };
      await expect(harness.payments.removeMethod(userId, first.id)).rejects.toMatchObject(refusal);
      const second = await add('5555555555554444');
      await expect(harness.payments.removeMethod(userId, first.id)).rejects.toMatchObject(refusal);
      await harness.payments.removeMethod(userId, second.id);
      expect(await list()).toMatchObject([{ id: first.id }]);
    });

    test('of another account get the same response as those that do not exist', async () => {
      const { id } = await add();
      const otherUserId = await createUser(harness);
      const { addMethod, setDefaultMethod, removeMethod } = harness.payments;
      for (const cardId of [id, 'pm_nothing', '../customers', '%00']) {
        const refusal = { status: 404, code: 'PAYMENT_NOT_FOUND' };
        await expect(addMethod(otherUserId, cardId)).rejects.toMatchObject(refusal);
        await expect(setDefaultMethod(otherUserId, cardId)).rejects.toMatchObject(refusal);
        await expect(removeMethod(otherUserId, cardId)).rejects.toMatchObject(refusal);
      }
    });

    test('are at least one card and one default after twenty concurrent changes (ACC-15)', async () => {
      // A change that takes too long on a busy machine is carried out all the same.
      await Promise.allSettled(Array.from({ length: 6 }, () => add()));
      const cards = await list();
      expect(cards.filter((card) => card.isDefault)).toHaveLength(1);
      const ids = cards.map(({ id }) => id);
      const changes = Array.from({ length: 20 }, (_, index) => {
        const id = ids[index % ids.length] ?? '';
        return index % 3 === 0
          ? harness.payments.setDefaultMethod(userId, id)
          : harness.payments.removeMethod(userId, id);
      });
      await Promise.allSettled(changes);
      const left = await list();
      expect(left.length).toBeGreaterThanOrEqual(1);
      expect(left.filter((card) => card.isDefault)).toHaveLength(1);
      // The provider has the same default as the server.
      const customers = await harness.stripe.customers.list({ limit: 1 });
      expect(left.map(({ id }) => id)).toContain(customers.data[0]?.invoice_settings.default_payment_method);
    });

    test('get a new default when the old one was removed at the provider', async () => {
      const first = await add();
      const second = await add('5555555555554444');
      await harness.stripe.paymentMethods.detach(first.id);
      expect(await list()).toMatchObject([{ id: second.id, isDefault: true }]);
    });
  });

  describe('The number of a card', () => {
    test('is stored neither in the database nor in a log (REL-17)', async () => {
      await add();
      const rows = JSON.stringify(await harness.db.select().from(sandboxObjects));
      expect(rows).not.toContain('42424242');
      expect(harness.log.join('')).not.toContain('4242');
    });
  });
});
