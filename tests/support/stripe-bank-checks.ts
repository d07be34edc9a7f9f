import { expect } from 'vitest';
import type { StripeCalls, StripeCheck } from './stripe-calls.ts';

const DELAYED_SUCCESS = '4000 0000 0000 3014';
const DELAYED_FAILURE = '4000 0000 0000 3022';

async function newDispute({ stripe, newPayment }: StripeCalls, card = 'pm_card_createDispute') {
  const { id: payment_intent } = await newPayment(card);
  const [dispute] = (await stripe.disputes.list({ payment_intent })).data;
  return { id: dispute?.id ?? '', dispute, payment_intent };
}

/** What the bank does after a payment: delayed results, disputes and warnings of fraud. */
export const BANK_CHECKS: StripeCheck[] = [
  [
    'a delayed checkout is processing, and then paid',
    async ({ stripe, paySession, passProcessing, eventsOf }) => {
      const id = await paySession({ invoice_creation: { enabled: true } }, DELAYED_SUCCESS);
      const expand = ['payment_intent.latest_charge'];
      expect(await stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject({
        status: 'complete',
        payment_status: 'unpaid',
        invoice: null,
        payment_intent: { status: 'processing', latest_charge: { status: 'pending', paid: false } },
      });
      await passProcessing();
      expect(await stripe.checkout.sessions.retrieve(id, { expand })).toMatchObject({
        payment_status: 'paid',
        invoice: expect.stringMatching(/^in_/),
        payment_intent: { status: 'succeeded', latest_charge: { status: 'succeeded', paid: true } },
      });
      await passProcessing();
      expect(await eventsOf(id)).toEqual([
        'checkout.session.completed',
        'checkout.session.async_payment_succeeded',
      ]);
    },
  ],
  [
    'a delayed checkout is processing, and then fails',
    async ({ stripe, paySession, passProcessing, eventsOf }) => {
      const id = await paySession({}, DELAYED_FAILURE);
      await passProcessing();
      const session = await stripe.checkout.sessions.retrieve(id, {
        expand: ['payment_intent.latest_charge'],
      });
      expect(session).toMatchObject({
        status: 'complete',
        payment_status: 'unpaid',
        payment_intent: {
          status: 'requires_payment_method',
          latest_charge: { status: 'failed', balance_transaction: null },
        },
      });
      expect(await eventsOf(id)).toEqual([
        'checkout.session.completed',
        'checkout.session.async_payment_failed',
      ]);
    },
  ],
  [
    'a delayed payment intent cannot be canceled or paid again while it is processing',
    async ({ stripe, newPayment, passProcessing, eventsOf }) => {
      const { id, status } = await newPayment('pm_card_delayedSuccess');
      expect(status).toBe('processing');
      for (const call of [stripe.paymentIntents.cancel(id), stripe.paymentIntents.confirm(id)]) {
        await expect(call).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' });
      }
      await passProcessing();
      expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
        status: 'succeeded',
        amount_received: 1990,
      });
      expect(await eventsOf(id)).toEqual([
        'payment_intent.created',
        'payment_intent.processing',
        'payment_intent.succeeded',
      ]);
    },
  ],
  [
    'evidence is staged, submitted and under review',
    async (calls) => {
      const { disputes } = calls.stripe;
      const { id, dispute } = await newDispute(calls);
      expect(dispute).toMatchObject({ status: 'needs_response', amount: 1990, reason: 'fraudulent' });
      const evidence = { customer_name: 'Ó Briain', service_date: '2026-11-02' };
      const staged = await disputes.update(id, { evidence, submit: false, metadata: { a: '1' } });
      expect(staged).toMatchObject({
        status: 'needs_response',
        evidence: { ...evidence, receipt: null },
        evidence_details: { has_evidence: true, submission_count: 0 },
        metadata: { a: '1' },
      });
      expect(await disputes.update(id, { submit: true })).toMatchObject({
        status: 'under_review',
        evidence,
        evidence_details: { submission_count: 1 },
      });
    },
  ],
  [
    'winning evidence returns the money of a dispute',
    async (calls) => {
      const { disputes, refunds } = calls.stripe;
      const { id, payment_intent } = await newDispute(calls);
      const evidence = { uncategorized_text: 'winning_evidence' };
      const won = await disputes.update(id, { evidence, submit: true });
      expect(won).toMatchObject({ status: 'won', is_charge_refundable: true });
      expect(won.balance_transactions.map(({ amount }) => amount)).toEqual([-1990, 1990]);
      await expect(disputes.close(id)).rejects.toMatchObject({ param: 'dispute' });
      expect(await calls.eventsOf(id)).toEqual([
        'charge.dispute.created',
        'charge.dispute.funds_withdrawn',
        'charge.dispute.updated',
        'charge.dispute.funds_reinstated',
        'charge.dispute.closed',
      ]);
      expect((await refunds.create({ payment_intent })).status).toBe('succeeded');
    },
  ],
  [
    'losing evidence and accepting a dispute lose the money',
    async (calls) => {
      const { disputes } = calls.stripe;
      const first = await newDispute(calls, 'pm_card_createDisputeProductNotReceived');
      const evidence = { uncategorized_text: 'losing_evidence' };
      expect((await disputes.update(first.id, { evidence })).status).toBe('lost');
      const second = await newDispute(calls);
      expect((await disputes.close(second.id)).status).toBe('lost');
    },
  ],
  [
    'an inquiry takes no money and is only closed',
    async (calls) => {
      const { id, dispute } = await newDispute(calls, 'pm_card_createDisputeInquiry');
      expect(dispute).toMatchObject({ status: 'warning_needs_response', balance_transactions: [] });
      expect((await calls.stripe.disputes.close(id)).status).toBe('warning_closed');
    },
  ],
  [
    'a disputed charge is not refunded',
    async (calls) => {
      const { id, payment_intent } = await newDispute(calls);
      const disputed = { code: 'charge_disputed', type: 'StripeInvalidRequestError' };
      await expect(calls.stripe.refunds.create({ payment_intent })).rejects.toMatchObject(disputed);
      await calls.stripe.disputes.close(id);
      await expect(calls.stripe.refunds.create({ payment_intent })).rejects.toMatchObject(disputed);
    },
  ],
  [
    'the bank warns of fraud, until the payment is refunded',
    async ({ stripe, newPayment, eventsOf }) => {
      const { latest_charge } = await newPayment('pm_card_createIssuerFraudRecord');
      const charge = String(latest_charge);
      const [warning] = (await stripe.radar.earlyFraudWarnings.list({ charge })).data;
      expect(warning).toMatchObject({ actionable: true, charge });
      const { id = '' } = warning ?? {};
      await stripe.refunds.create({ charge });
      expect((await stripe.radar.earlyFraudWarnings.retrieve(id)).actionable).toBe(false);
      expect(await eventsOf(id)).toEqual([
        'radar.early_fraud_warning.created',
        'radar.early_fraud_warning.updated',
      ]);
    },
  ],
];
