import type Stripe from 'stripe';
import * as v from 'valibot';
import { EventSubject } from '../db/payment-schema.ts';
import { ApiError } from '../http/api-error.ts';
import { requireFound } from '../http/read-request.ts';
import {
  deleteFailedEvent,
  type FailedEvent,
  findFailedEvent,
  saveFailedEvent,
} from '../queries/payment-ledger.ts';
import {
  deliverySubject,
  findPaymentBy,
  guestSubject,
  hasSeenEvent,
  insertPaymentEvent,
  listOpenPayments,
  type PaymentRow,
} from '../queries/payments.ts';
import { finalizePayment } from './finalize-payment.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';

const TOLERANCE_S = 300;

/** The events that the webhook handles. The reconciler lists the same ones. */
export const HANDLED_EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  // The provider may book a charge after it was paid.
  'charge.updated',
  'refund.created',
  'refund.updated',
  'refund.failed',
] as const;

/**
 * Accepts a webhook only with a valid signature of the raw body that is at most five minutes old.
 * @throws ApiError 400
 */
export async function handleWebhook(
  dependencies: PaymentDependencies,
  rawBody: string,
  signature: string | undefined,
): Promise<void> {
  const { stripe, webhookSecret = '' } = dependencies.provider;
  const now = dependencies.clock.now().getTime();
  let event: Stripe.Event;
  try {
    const { webhooks } = stripe;
    event = webhooks.constructEvent(rawBody, signature ?? '', webhookSecret, TOLERANCE_S, undefined, now);
  } catch {
    throw new ApiError(400, 'VALIDATION_EXCEPTION', { detail: 'The signature is not valid.' });
  }
  await handlePaymentEvent(dependencies, event);
}

/**
 * An event only says which payment to read from the provider, so the order of events and duplicates do not matter. An
 * event is recorded last: after a failure the provider sends it again, and operators can replay it.
 */
export async function handlePaymentEvent(dependencies: PaymentDependencies, event: Stripe.Event) {
  const subject = v.safeParse(EventSubject, event.data.object);
  if (!HANDLED_EVENT_TYPES.some((type) => type === event.type) || !subject.success) {
    dependencies.log.info({ event: event.id, type: event.type }, 'payment event ignored');
    return;
  }
  const { id, type } = event;
  const created = new Date(event.created * 1000);
  await processEvent(dependencies, { id, type, created, subject: subject.output });
}

/**
 * Retries an event that failed before.
 * @throws ApiError 404 if no such event has failed
 */
export async function replayFailedEvent(dependencies: PaymentDependencies, id: string): Promise<void> {
  const event = await findFailedEvent(dependencies.db, id);
  await processEvent(dependencies, requireFound(event, 'WEBHOOK_NOT_FOUND'));
}

type EventRecord = Pick<FailedEvent, 'id' | 'type' | 'created' | 'subject'>;

async function processEvent(dependencies: PaymentDependencies, event: EventRecord): Promise<void> {
  const { db, clock } = dependencies;
  const { id, type, created, subject } = event;
  if (await hasSeenEvent(db, id)) return deleteFailedEvent(db, id);
  try {
    const payments = await findPaymentsForEvent(dependencies, subject);
    for (const payment of payments) await finalizePayment(dependencies, payment);
    const paymentId = payments[0]?.id ?? null;
    await insertPaymentEvent(db, { id, type, created, received: clock.now(), paymentId });
    await deleteFailedEvent(db, id);
  } catch (error) {
    const lastError = error instanceof Error ? error.name : 'unknown';
    await saveFailedEvent(db, { id, type, created, subject, lastError, failedAt: clock.now() });
    throw error;
  }
}

/** Other programs with the same account may use the same names with other values. */
function toId(text: string | undefined): number | undefined {
  const id = Number(text);
  return Number.isInteger(id) && id > 0 && id <= 2_147_483_647 ? id : undefined;
}

/**
 * Returns an empty list for objects that are not ours, because an account at the provider may serve other programs too.
 */
async function findPaymentsForEvent(
  { db }: PaymentDependencies,
  { id, object, metadata, payment_intent }: EventRecord['subject'],
): Promise<PaymentRow[]> {
  const intentId = object === 'payment_intent' ? id : payment_intent;
  const isSession = object === 'checkout.session';
  const payment = isSession
    ? await findPaymentBy(db, 'sessionId', id)
    : intentId != null && (await findPaymentBy(db, 'intentId', intentId));
  if (payment) return [payment];
  if (isSession) return [];
  // An intent that is not stored yet contains the id of its request.
  const guestRequestId = toId(metadata?.guestRequestId);
  const requestId = toId(metadata?.deliveryRequestId);
  if (guestRequestId === undefined && requestId === undefined) return [];
  return listOpenPayments(
    db,
    guestRequestId === undefined ? deliverySubject(requestId ?? 0) : guestSubject(guestRequestId),
  );
}
