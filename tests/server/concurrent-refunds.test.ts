import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { refundDelivery } from '../../server/payments/refunds.ts';
import { deliverySubject } from '../../server/queries/payments.ts';
import { onBothDatabases } from '../support/databases.ts';
import {
  createPaymentHarness,
  createRequest,
  createUser,
  listPayments,
  ORIGIN,
  type PaymentHarness,
  payWithCard,
} from '../support/payment-harness.ts';

onBothDatabases('two refunds of one payment', (open) => {
  let harness: PaymentHarness;
  beforeAll(async () => {
    harness = await createPaymentHarness(open);
  });
  afterAll(() => harness.close());

  test('return all money if a process dies between them while another one reads the payment (PAY-13)', async () => {
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const { payments, stripe } = harness;
    const userId = await createUser(harness);
    const requestId = await createRequest(harness, userId, 1333);
    const { sessionUrl } = await payments.createSession({ userId, requestId, origin: ORIGIN });
    await payWithCard(harness, sessionUrl);
    await harness.sandbox.deliver();
    harness.webhooks.holdWebhooks = true;
    const create = stripe.refunds.create.bind(stripe.refunds);
    const send = vi.spyOn(stripe.refunds, 'create').mockRejectedValueOnce(new Error('away'));
    const paymentId = Number((await listPayments(harness, userId))[0]?.id);
    const operator = { actor: 'nuala', source: '127.0.0.1' };
    await payments.operator.refund({ paymentId, amountCents: 250, key: 'part', operator });
    await harness.db.transaction((tx) => refundDelivery(tx, deliverySubject(requestId), harness.clock.now()));

    const sendRefunds = () => payments.jobs['payments.send-refunds']?.({ paymentId }, 'job');
    const list = stripe.refunds.list.bind(stripe.refunds);
    vi.spyOn(stripe.refunds, 'list').mockImplementationOnce((async (...input: Parameters<typeof list>) => {
      send.mockImplementationOnce(create).mockRejectedValueOnce(new Error('killed'));
      await expect(sendRefunds()).rejects.toThrow('killed');
      return list(...input);
    }) as never);
    await sendRefunds();
    expect(await listPayments(harness, userId)).toMatchObject([{ amountRefunded: 13.33, refund: 'done' }]);
  });
});
