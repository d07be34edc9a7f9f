import type Stripe from 'stripe';
import { toBasisPoints } from '../../src/contract/price.ts';
import { PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Business } from '../config/business.ts';
import { ApiError } from '../http/api-error.ts';
import { type DeliveryRequestRow, findDeliveryRequest } from '../queries/delivery-requests.ts';
import { findGuestRequest } from '../queries/guest-requests.ts';
import {
  deliverySubject,
  guestSubject,
  insertOpenPayment,
  listOpenPayments,
  listPaymentsOf,
  type PaymentRow,
  type PaymentSubject,
} from '../queries/payments.ts';
import { withCustomer } from './customer.ts';
import { closeCheckoutSession, finalizePayment } from './finalize-payment.ts';
import { atAccountOf, isAccountOf, type PaymentDependencies } from './payment-dependencies.ts';
import { withPaymentLock } from './payment-lock.ts';
import { paymentDescription, paymentMetadata, statementParameters } from './payment-parameters.ts';
import { isTaxRateRefused, toLogFields } from './provider.ts';
import type { TaxRates } from './tax-rate.ts';

/** The request of a customer, or of a guest whom an operator has asked to pay. */
export type CheckoutSessionInput = ({ userId: number; requestId: number } | { guestRequestId: number }) & {
  /** Scheme and host that the customer comes back to after paying, already checked against PUBLIC_URL. */
  origin: string;
};

export type CheckoutDependencies = PaymentDependencies & { taxRates: TaxRates };

/** A session that is about to expire is not reused, because the customer needs time to type. */
const MIN_REMAINING_MS = 10 * 60_000;

type Price = { priceCents: number; currency: string };

/** What is to be paid, by whom, and where the customer returns to. */
type Payable = Price & {
  subject: PaymentSubject;
  /** The account that pays; null for a guest. */
  userId: number | null;
  guestEmail: string | undefined;
  description: string;
  successPath: string;
  cancelPath: string;
};

/**
 * Returns the checkout page of a request that waits for payment: the open session if it still matches the request, else
 * a new one. A lock serializes all calls for one request.
 * @throws ApiError ORDER_REQUEST_NOT_FOUND (404, also for another account's request), PAYMENT_NOT_DUE (409),
 * PLACE_NOT_CONFIRMED (409), and PAYMENT_PROVIDER (502) if the provider does not respond
 */
export async function createCheckoutSession(
  dependencies: CheckoutDependencies,
  input: CheckoutSessionInput,
): Promise<{ sessionUrl: string }> {
  const { db, clock } = dependencies;
  const { origin } = input;
  const requireDue = async () =>
    'guestRequestId' in input
      ? requireGuestPayable(dependencies, input.guestRequestId)
      : payableOf(await requirePaymentDue(dependencies, input));
  const { subject } = await requireDue();
  return withPaymentLock(db, paymentLockName(subject), async () => {
    const payable = await requireDue();
    const open = await findReusablePayment(
      dependencies,
      payable,
      // An open payment with a saved card is closed, so that no one pays on both ways.
      (payment) =>
        payment.sessionUrl !== null &&
        payment.origin === origin &&
        payment.expires.getTime() - clock.now().getTime() > MIN_REMAINING_MS,
    );
    if (open?.sessionUrl) return { sessionUrl: open.sessionUrl };
    // The check of the open session may have found the payment.
    await requireDue();
    return { sessionUrl: await openCheckoutSession(dependencies, payable, origin) };
  });
}

/** The lock serializes everything that could take money for one request. */
export function paymentLockName({ deliveryRequestId, guestRequestId }: PaymentSubject): string {
  return guestRequestId === null
    ? `session-of-request-${deliveryRequestId}`
    : `session-of-guest-request-${guestRequestId}`;
}

type RequestToPay = { userId: number; requestId: number };

export async function requirePaymentDue({ db }: PaymentDependencies, { userId, requestId }: RequestToPay) {
  const request = await findDeliveryRequest(db, requestId, userId);
  if (request === undefined) throw new ApiError(404, 'ORDER_REQUEST_NOT_FOUND');
  if (request.status !== REQUEST_STATUS.waitingPayment) throw new ApiError(409, 'PAYMENT_NOT_DUE');
  if (request.unclearPlaces.length > 0) throw new ApiError(409, 'PLACE_NOT_CONFIRMED');
  return request;
}

export function payableOf(request: DeliveryRequestRow): Payable {
  const { id, userId, priceCents, currency } = request;
  return {
    subject: deliverySubject(id),
    userId,
    guestEmail: undefined,
    priceCents,
    currency,
    description: paymentDescription(request),
    successPath: `/deliveries/${id}/payment/success`,
    cancelPath: `/deliveries/${id}/payment/cancel`,
  };
}

async function requireGuestPayable({ db }: PaymentDependencies, id: number): Promise<Payable> {
  const request = await findGuestRequest(db, id);
  if (request === undefined) throw new ApiError(404, 'ORDER_REQUEST_NOT_FOUND');
  const { status, priceCents, currency, paymentKey, pickup, dropoff, email } = request;
  if (status !== REQUEST_STATUS.waitingPayment || priceCents === null || currency === null) {
    throw new ApiError(409, 'PAYMENT_NOT_DUE');
  }
  return {
    subject: guestSubject(id),
    userId: null,
    guestEmail: email === '' ? undefined : email,
    priceCents,
    currency,
    description: paymentDescription({ pickUp: { name: pickup }, dropOff: { name: dropoff } }),
    successPath: `/pay/${paymentKey}`,
    cancelPath: `/pay/${paymentKey}?canceled=1`,
  };
}

/**
 * Returns the open payment of a request that has its price and is of the wanted kind, after reading it from the
 * provider. Closes everything else that is open.
 * @throws ApiError PAYMENT_PROCESSING (409)
 */
export async function findReusablePayment(
  dependencies: PaymentDependencies,
  { subject, ...price }: Price & { subject: PaymentSubject },
  isWanted: (payment: PaymentRow) => boolean,
): Promise<PaymentRow | undefined> {
  let reusable: PaymentRow | undefined;
  for (const payment of await listOpenPayments(dependencies.db, subject)) {
    const isReusable = isWanted(payment) && (await hasPrice(dependencies, payment, price));
    if (!isReusable) await closeCheckoutSession(dependencies, payment);
    else if ((await finalizePayment(dependencies, payment)).sessionState === 'open') reusable = payment;
  }
  // A delayed payment method, such as a bank debit, takes days. A second payment would take the money twice.
  for (const payment of await listPaymentsOf(dependencies.db, subject)) {
    if (payment.status !== PAYMENT_STATUS.processing) continue;
    if ((await atAccountOf(dependencies, payment)) === undefined) continue;
    const { status } = await finalizePayment(dependencies, payment);
    if (status === PAYMENT_STATUS.processing) throw new ApiError(409, 'PAYMENT_PROCESSING');
  }
  return reusable;
}

/** Whether an open payment takes this price, with the current VAT rate, in the current account at the provider. */
async function hasPrice(
  { provider, business: { tariff } }: PaymentDependencies,
  payment: PaymentRow,
  { priceCents, currency }: Price,
) {
  const isSame = payment.amountCents === priceCents && payment.currency === currency;
  const isRate = payment.vatBasisPoints === toBasisPoints(tariff.vatPercent);
  return isSame && isRate && isAccountOf(provider, payment);
}

async function openCheckoutSession(dependencies: CheckoutDependencies, payable: Payable, origin: string) {
  const { provider } = dependencies;
  const { userId, guestEmail, subject, priceCents, currency, description } = payable;
  const create = (parameters: Stripe.Checkout.SessionCreateParams) =>
    createSessionAtProvider(dependencies, payable, origin, parameters);
  const session =
    userId === null
      ? // A guest has no account, and therefore no saved cards.
        await create(guestEmail === undefined ? {} : { customer_email: guestEmail })
      : await withCustomer(dependencies, userId, (customer) =>
          create({
            customer,
            // The checkout page offers the cards that the customer has saved in the account.
            saved_payment_method_options: { allow_redisplay_filters: ['always', 'limited', 'unspecified'] },
          }),
        );
  const payment = await openPayment(dependencies, subject, {
    userId,
    sessionId: session.id,
    sessionUrl: session.url,
    origin,
    expires: new Date(session.expires_at * 1000),
    amountCents: priceCents,
    currency,
    description,
  });
  if (payment !== undefined && session.url !== null) return session.url;
  // The request changed during the call to the provider. No one has the address of this session, and it is closed now.
  await provider.stripe.checkout.sessions.expire(session.id);
  throw new ApiError(409, 'PAYMENT_NOT_DUE');
}

/** Stores an open payment, unless the request changed or another payment is open for it. */
export async function openPayment(
  { db, clock, provider, business }: PaymentDependencies,
  subject: PaymentSubject,
  values: Pick<
    PaymentRow,
    'userId' | 'sessionId' | 'sessionUrl' | 'origin' | 'expires' | 'amountCents' | 'currency' | 'description'
  >,
) {
  const now = clock.now();
  return insertOpenPayment(db, {
    ...subject,
    ...values,
    provider: provider.name,
    account: await provider.readAccountId(),
    vatBasisPoints: toBasisPoints(business.tariff.vatPercent),
    sessionState: 'open',
    status: PAYMENT_STATUS.new,
    checked: now,
    created: now,
    lastModified: now,
  });
}

async function createSessionAtProvider(
  dependencies: CheckoutDependencies,
  payable: Payable,
  origin: string,
  parameters: Stripe.Checkout.SessionCreateParams,
): Promise<Stripe.Checkout.Session> {
  const { provider, business, taxRates, log } = dependencies;
  const create = (taxRate: string | undefined) =>
    provider.stripe.checkout.sessions.create({
      ...parameters,
      ...sessionParameters(payable, { origin, business, taxRate }),
    });
  const taxRate = await taxRates.findId();
  try {
    return await create(taxRate);
  } catch (error) {
    if (!isTaxRateRefused(error)) throw error;
    taxRates.forget();
    log.warn(toLogFields(error), 'the tax rate was refused: this checkout page does not state the VAT');
    return create(undefined);
  }
}

/** The parameters of every checkout session. The check of the configured account sends the same ones. */
export function sessionParameters(
  payable: Omit<Payable, 'userId' | 'guestEmail'>,
  { origin, business, taxRate }: { origin: string; business: Business; taxRate: string | undefined },
) {
  const { subject, priceCents, currency, description } = payable;
  const metadata = paymentMetadata(subject);
  return {
    mode: 'payment',
    client_reference_id: Object.values(metadata)[0] ?? '',
    line_items: [
      {
        quantity: 1,
        ...(taxRate === undefined ? {} : { tax_rates: [taxRate] }),
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: priceCents,
          product_data: { name: description },
        },
      },
    ],
    metadata,
    payment_intent_data: { description, metadata, ...statementParameters(business) },
    // The session's id lets support find a payment by the address of this page.
    success_url: `${origin}${payable.successPath}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${origin}${payable.cancelPath}`,
  } satisfies Stripe.Checkout.SessionCreateParams;
}
