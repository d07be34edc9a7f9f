import type Stripe from 'stripe';
import * as v from 'valibot';
import { ApiError } from '../errors.ts';
import {
  findPaymentBySession,
  hasSeenEvent,
  noteEvent,
  openPaymentsOf,
  type PaymentRow,
} from '../queries/payments.ts';
import { type PaymentsWorld, settle } from './settle.ts';

const TOLERANCE_S = 300;

/** What we want to hear of; also what the reconciler asks for. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'payment_intent.payment_failed',
  'payment_intent.processing',
] as const;

/** The parts of an event's object that say which payment it speaks of. */
const Subject = v.object({
  id: v.string(),
  object: v.string(),
  metadata: v.optional(v.nullable(v.object({ deliveryRequestId: v.optional(v.string()) }))),
});

/**
 * Believes a webhook only by its signature over the raw body, at most five minutes old.
 * @throws ApiError 400
 */
export async function handleWebhook(
  world: PaymentsWorld,
  rawBody: string,
  signature: string | undefined,
): Promise<void> {
  await handleEvent(world, verified(world, rawBody, signature));
}

function verified({ provider, clock }: PaymentsWorld, rawBody: string, signature: string | undefined) {
  try {
    return provider.stripe.webhooks.constructEvent(
      rawBody,
      signature ?? '',
      provider.webhookSecret ?? '',
      TOLERANCE_S,
      undefined,
      clock.now().getTime(),
    );
  } catch {
    throw new ApiError(400, 'VALIDATION_EXCEPTION', { detail: 'The signature is not valid.' });
  }
}

/**
 * An event is only a hint where to look: the provider is asked for the truth. So the order in which events
 * come does not matter, nor does one that comes twice. An event is noted last: a failure on the way means
 * that the provider sends it again.
 */
export async function handleEvent(world: PaymentsWorld, event: Stripe.Event): Promise<void> {
  if (!isWanted(event.type) || (await hasSeenEvent(world.db, event.id))) return;
  for (const payment of await paymentsOf(world, event)) await settle(world, payment);
  await noteEvent(world.db, {
    id: event.id,
    type: event.type,
    created: new Date(event.created * 1000),
    received: world.clock.now(),
  });
}

function isWanted(type: string): boolean {
  return EVENT_TYPES.some((wanted) => wanted === type);
}

/** Empty for what is not ours: an account at the provider may serve other programs too. */
async function paymentsOf({ db, provider }: PaymentsWorld, event: Stripe.Event): Promise<PaymentRow[]> {
  const subject = v.safeParse(Subject, event.data.object);
  if (!subject.success) return [];
  const { id, object, metadata } = subject.output;
  if (object === 'checkout.session') {
    const payment = await findPaymentBySession(db, id);
    return payment === undefined ? [] : [payment];
  }
  // An intent does not name its session, but the request that it pays for.
  const requestId = Number(metadata?.deliveryRequestId);
  if (!Number.isInteger(requestId) || requestId < 1 || requestId > 2_147_483_647) return [];
  const open = await openPaymentsOf(db, requestId);
  return open.filter((payment) => payment.provider === provider.name);
}
