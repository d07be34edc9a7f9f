import { PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import { splitVat } from '../../src/contract/vat.ts';
import type { CheckoutSessionInput } from '../dependencies.ts';
import { ApiError } from '../http/api-error.ts';
import { type DeliveryRequestRow, findDeliveryRequest } from '../queries/delivery-requests.ts';
import {
  expireForeignSessions,
  insertOpenPayment,
  listOpenPayments,
  listPaymentsOfRequest,
  type PaymentRow,
} from '../queries/payments.ts';
import { receiptEmail, withCustomer } from './customer.ts';
import { closeCheckoutSession, finalizePayment } from './finalize-payment.ts';
import type { PaymentDependencies } from './payment-dependencies.ts';
import { paymentDescription } from './payment-description.ts';
import { withPaymentLock } from './payment-lock.ts';

/** A session that is about to expire is not reused, because the customer needs time to type. */
const MIN_REMAINING_MS = 10 * 60_000;

/**
 * Returns the checkout page of a request that waits for payment: the open session if it still matches the request, else
 * a new one. A lock serializes all calls for one request.
 */
export async function createCheckoutSession(
  dependencies: PaymentDependencies,
  input: CheckoutSessionInput,
): Promise<{ sessionUrl: string }> {
  await requirePaymentDue(dependencies, input);
  return withPaymentLock(dependencies.db, paymentLockName(input.requestId), async () => {
    const request = await requirePaymentDue(dependencies, input);
    const open = await findReusablePayment(dependencies, request, input.origin);
    await requireNothingProcessing(dependencies, input);
    if (open !== undefined) return open;
    // The check of the open session may have found the payment.
    await requirePaymentDue(dependencies, input);
    return { sessionUrl: await openCheckoutSession(dependencies, request, input) };
  });
}

/** The lock serializes everything that could take money for one request. */
export function paymentLockName(requestId: number): string {
  return `session-of-request-${requestId}`;
}

type RequestToPay = { userId: number; requestId: number };

export async function requirePaymentDue({ db }: PaymentDependencies, { userId, requestId }: RequestToPay) {
  const request = await findDeliveryRequest(db, userId, requestId);
  if (request === undefined) throw new ApiError(404, 'ORDER_REQUEST_NOT_FOUND');
  if (request.status !== REQUEST_STATUS.waitingPayment) throw new ApiError(409, 'PAYMENT_NOT_DUE');
  return request;
}

/** A delayed payment method, such as a bank debit, takes days. A second session would take the money twice. */
export async function requireNothingProcessing(
  dependencies: PaymentDependencies,
  { requestId }: RequestToPay,
): Promise<void> {
  const { db, provider } = dependencies;
  for (const payment of await listPaymentsOfRequest(db, requestId)) {
    if (payment.status !== PAYMENT_STATUS.processing || payment.provider !== provider.name) continue;
    const { status } = await finalizePayment(dependencies, payment);
    if (status === PAYMENT_STATUS.processing) throw new ApiError(409, 'PAYMENT_PROCESSING');
  }
}

/** Reuses the open session that matches, after reading it from the provider, and closes the others. */
async function findReusablePayment(
  dependencies: PaymentDependencies,
  request: DeliveryRequestRow,
  origin: string,
) {
  await expireForeignSessions(
    dependencies.db,
    request.id,
    dependencies.provider.name,
    dependencies.clock.now(),
  );
  for (const payment of await listOpenPayments(dependencies.db, request.id)) {
    const { sessionUrl } = payment;
    // An open payment with a saved card is closed, so that nobody pays on both ways.
    if (sessionUrl === null || !isReusable(payment, request, origin, dependencies.clock.now())) {
      await closeCheckoutSession(dependencies, payment);
    } else if ((await finalizePayment(dependencies, payment)).sessionState === 'open') {
      return { sessionUrl };
    }
  }
  return undefined;
}

function isReusable(payment: PaymentRow, request: DeliveryRequestRow, origin: string, now: Date): boolean {
  return (
    payment.amountCents === request.priceCents &&
    payment.currency === request.currency &&
    payment.origin === origin &&
    payment.expires.getTime() - now.getTime() > MIN_REMAINING_MS
  );
}

async function openCheckoutSession(
  dependencies: PaymentDependencies,
  request: DeliveryRequestRow,
  input: CheckoutSessionInput,
): Promise<string> {
  const { db, provider } = dependencies;
  const description = paymentDescription(request);
  const metadata = { deliveryRequestId: String(request.id) };
  const page = `${input.origin}/deliveries/${request.id}/payment`;
  const receipt = await receiptEmail(db, input.userId, provider.name);
  const session = await withCustomer(dependencies, input.userId, (customer) =>
    provider.stripe.checkout.sessions.create({
      mode: 'payment',
      // The checkout page offers the cards that the customer has saved in the account.
      saved_payment_method_options: { allow_redisplay_filters: ['always', 'limited', 'unspecified'] },
      client_reference_id: String(request.id),
      customer,
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
      payment_intent_data: { description, metadata, ...receipt },
      invoice_creation: {
        enabled: true,
        invoice_data: { metadata, custom_fields: invoiceFields(request, dependencies.tax) },
      },
      // The session's id lets support find a payment by the address of this page.
      success_url: `${page}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${page}/cancel`,
    }),
  );
  const now = dependencies.clock.now();
  const payment = await insertOpenPayment(db, {
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
  if (payment !== undefined && session.url !== null) return session.url;
  // The request changed during the call to the provider. Nobody has the address of this session, and it is closed now.
  await provider.stripe.checkout.sessions.expire(session.id);
  throw new ApiError(409, 'PAYMENT_NOT_DUE');
}

/** What the invoice of the provider states in addition to the amount. It accepts at most four fields. */
function invoiceFields({ priceCents, currency }: DeliveryRequestRow, tax: PaymentDependencies['tax']) {
  if (tax.vatPercent === 0) return [];
  const { netCents, vatCents } = splitVat(priceCents, tax.vatPercent);
  const money = (cents: number) => `${(cents / 100).toFixed(2)} ${currency}`;
  return [
    { name: 'Net', value: money(netCents) },
    { name: `VAT ${tax.vatPercent}%`, value: money(vatCents) },
    ...(tax.vatNumber === undefined ? [] : [{ name: 'VAT number', value: tax.vatNumber }]),
  ];
}
