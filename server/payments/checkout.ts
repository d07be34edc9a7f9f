import { PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import { ApiError } from '../errors.ts';
import type { SessionInput } from '../ports.ts';
import { type DeliveryRequestRow, findDeliveryRequest } from '../queries/delivery-requests.ts';
import {
  abandonForeignSessions,
  insertPayment,
  lockRequestToPay,
  openPaymentsOf,
  type PaymentRow,
} from '../queries/payments.ts';
import { requireCustomer } from './customer.ts';
import { describe } from './describe.ts';
import { withLock } from './lock.ts';
import { closeSession, type PaymentsWorld, settle } from './settle.ts';

/** A session about to expire is not handed out again: the customer needs time to type. */
const MIN_LEFT_MS = 10 * 60_000;

/**
 * The checkout page of a request that waits for payment: the one that is open, if it still fits, else a new
 * one. All calls for one request go through here one after the other.
 */
export async function createSession(
  world: PaymentsWorld,
  input: SessionInput,
): Promise<{ sessionUrl: string }> {
  await requireDue(world, input);
  return withLock(world.db, `session-of-request-${input.requestId}`, async () => {
    const request = await requireDue(world, input);
    const open = await reusable(world, request, input.origin);
    if (open !== undefined) return { sessionUrl: open.sessionUrl };
    // The last look may have found the money.
    await requireDue(world, input);
    return { sessionUrl: (await openSession(world, request, input)).sessionUrl };
  });
}

async function requireDue({ db }: PaymentsWorld, { userId, requestId }: SessionInput) {
  const request = await findDeliveryRequest(db, userId, requestId);
  if (request === undefined) throw new ApiError(404, 'ORDER_REQUEST_NOT_FOUND');
  if (request.status !== REQUEST_STATUS.waitingPayment) throw new ApiError(409, 'PAYMENT_NOT_DUE');
  return request;
}

/** Keeps the open session that fits, after asking the provider about it, and closes the others. */
async function reusable(world: PaymentsWorld, request: DeliveryRequestRow, origin: string) {
  await abandonForeignSessions(world.db, request.id, world.provider.name, world.clock.now());
  for (const payment of await openPaymentsOf(world.db, request.id)) {
    if (!fits(payment, request, origin, world.clock.now())) {
      await closeSession(world, payment);
    } else if ((await settle(world, payment)).sessionState === 'open') {
      return payment;
    }
  }
  return undefined;
}

function fits(payment: PaymentRow, request: DeliveryRequestRow, origin: string, now: Date): boolean {
  return (
    payment.amountCents === request.priceCents &&
    payment.currency === request.currency &&
    payment.origin === origin &&
    payment.expires.getTime() - now.getTime() > MIN_LEFT_MS
  );
}

async function openSession(
  world: PaymentsWorld,
  request: DeliveryRequestRow,
  input: SessionInput,
): Promise<PaymentRow> {
  const { db, provider } = world;
  const description = describe(request);
  const metadata = { deliveryRequestId: String(request.id) };
  const page = `${input.origin}/deliveries/${request.id}/payment`;
  const session = await provider.stripe.checkout.sessions.create({
    mode: 'payment',
    // Cards that the customer saved in the account are offered on the checkout page.
    saved_payment_method_options: { allow_redisplay_filters: ['always', 'limited', 'unspecified'] },
    client_reference_id: String(request.id),
    customer: await requireCustomer(world, input.userId),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency.toLowerCase(),
          unit_amount: request.priceCents,
          product_data: { name: description },
        },
      },
    ],
    metadata,
    payment_intent_data: { description, metadata },
    invoice_creation: { enabled: true },
    success_url: `${page}/success`,
    cancel_url: `${page}/cancel`,
  });
  const now = world.clock.now();
  const payment = await db.transaction(async (tx) => {
    const current = await lockRequestToPay(tx, request.id);
    const isSame =
      current?.status === REQUEST_STATUS.waitingPayment &&
      current.priceCents === request.priceCents &&
      current.currency === request.currency;
    if (!isSame || session.url === null) return undefined;
    return insertPayment(tx, {
      userId: input.userId,
      deliveryRequestId: request.id,
      provider: provider.name,
      sessionId: session.id,
      sessionUrl: session.url,
      origin: input.origin,
      sessionState: 'open',
      expires: new Date(session.expires_at * 1000),
      checked: now,
      status: PAYMENT_STATUS.new,
      amountCents: request.priceCents,
      currency: request.currency,
      description,
      created: now,
      lastModified: now,
    });
  });
  if (payment !== undefined) return payment;
  // The request changed while the provider was asked. Nobody has this session's address, and now it is closed.
  await provider.stripe.checkout.sessions.expire(session.id);
  throw new ApiError(409, 'PAYMENT_NOT_DUE');
}
