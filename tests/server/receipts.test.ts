import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payments } from '../../server/db/payment-schema.ts';
import { onBothDatabases } from '../support/databases.ts';
import {
  createPaymentHarness,
  createRequest,
  createUser,
  DECLINED,
  ORIGIN,
  type PaymentHarness,
  payWithCard,
} from '../support/payment-harness.ts';

onBothDatabases('receipts', (open) => {
  let harness: PaymentHarness;
  beforeAll(async () => {
    harness = await createPaymentHarness(open);
  });
  afterAll(() => harness.close());

  async function order(priceCents = 1333) {
    const userId = await createUser(harness);
    const requestId = await createRequest(harness, userId, priceCents);
    const { sessionUrl } = await harness.payments.createSession({ userId, requestId, origin: ORIGIN });
    return { userId, requestId, sessionUrl };
  }

  test('have numbers without gaps, also if payments arrive at the same moment and some fail (PAY-22)', async () => {
    const orders = await Promise.all(Array.from({ length: 6 }, () => order()));
    await Promise.all(
      orders.map(({ sessionUrl }, index) =>
        payWithCard(harness, sessionUrl, index === 2 ? DECLINED : undefined),
      ),
    );
    await harness.payments.reconcile();
    await harness.payments.reconcile();
    const rows = await harness.db.select().from(payments).orderBy(asc(payments.receiptNumber));
    expect(rows.map(({ receiptNumber }) => receiptNumber)).toEqual([1, 2, 3, 4, 5, null]);
  });

  test('state the VAT that the price includes, to the cent (PAY-22)', async () => {
    const { userId, requestId, sessionUrl } = await order(1333);
    await payWithCard(harness, sessionUrl);
    await harness.sandbox.deliver();
    const payment = await harness.payments.findPayment(userId, requestId);
    expect(payment).toMatchObject({ amount: 13.33, vatPercent: 23, vatAmount: 2.49 });
    expect(payment?.receiptNumber).toBeGreaterThan(0);
    const invoice = await (await harness.request(payment?.invoiceUrl ?? '')).text();
    for (const part of ['Net', '€10.84', 'VAT 23%', '€2.49', 'VAT number', 'IE1234567A']) {
      expect(invoice).toContain(part);
    }
    expect(invoice).toContain('Back to Send');
  });

  test('state no VAT for a payment whose rate is unknown', async () => {
    const { userId, requestId, sessionUrl } = await order();
    await payWithCard(harness, sessionUrl);
    await harness.sandbox.deliver();
    await harness.db
      .update(payments)
      .set({ vatBasisPoints: null })
      .where(eq(payments.deliveryRequestId, requestId));
    expect(await harness.payments.findPayment(userId, requestId)).toMatchObject({
      vatPercent: null,
      vatAmount: null,
    });
  });
});
