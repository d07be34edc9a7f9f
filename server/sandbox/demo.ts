import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { DEMO_ACCOUNT } from '../../src/contract/constants.ts';
import { apiDay } from '../../src/contract/date-text.ts';
import { PlaceSnapshot } from '../../src/contract/place.ts';
import { STANDARD_SIZE } from '../../src/contract/presets.ts';
import { DEFAULT_TARIFF, priceInCents } from '../../src/contract/price.ts';
import { volumeOf } from '../../src/contract/rules.ts';
import { EVENT_TYPE, ORDER_STATUS, PAYMENT_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { type Business, DEFAULT_BUSINESS } from '../config/business.ts';
import { ADDRESSES_PER_USER_MAX } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import { payableOf, sessionParameters } from '../payments/checkout.ts';
import { toProviderPayment } from '../payments/provider-payment.ts';
import { issueCreditNote, issueReceipt } from '../payments/receipts.ts';
import { taxRateParameters } from '../payments/tax-rate.ts';
import { insertAddress } from '../queries/addresses.ts';
import { type DeliveryRequestRow, insertDeliveryRequest } from '../queries/delivery-requests.ts';
import { deleteJobs } from '../queries/jobs.ts';
import { insertOrder, insertOrderEvents } from '../queries/orders.ts';
import { reserveCustomer, setCustomer } from '../queries/payment-customers.ts';
import { insertPayment, updatePayment } from '../queries/payments.ts';
import { insertRefund } from '../queries/refunds.ts';
import { findUserByEmail, insertUser, type UserRow, updatePassword } from '../queries/users.ts';
import demo from './demo.json';
import { createRefund } from './stripe/charges.ts';
import { createSession, type PaymentSource, paySession } from './stripe/checkout.ts';
import { createObject, loadObject, updateObject, webhookJob } from './stripe/objects.ts';
import { attachPaymentMethod, createPaymentMethod } from './stripe/payment-methods.ts';

/** A delivery of the demo account. Times are hours from now. */
const DemoDelivery = v.object({
  /** The name of one of the saved addresses. */
  from: v.string(),
  to: PlaceSnapshot,
  note: v.string(),
  weight: v.optional(v.number(), 30),
  deliveryType: v.optional(v.picklist([0, 1, 2]), 0),
  isPriority: v.optional(v.boolean(), false),
  isFragile: v.optional(v.boolean(), false),
  createdHours: v.number(),
  /** How it was paid for; `declined` is a card that the bank declines. A canceled order was refunded. */
  card: v.picklist(['visa', 'mastercard', 'declined']),
  order: v.optional(
    v.object({
      status: v.pipe(
        v.picklist(['scheduled', 'inTransit', 'issue', 'delivered', 'canceled']),
        v.transform((name) => ORDER_STATUS[name]),
      ),
      dayOffset: v.number(),
      slot: v.string(),
      pickedUpHours: v.exactOptional(v.number()),
    }),
  ),
});
type DemoDelivery = v.InferOutput<typeof DemoDelivery>;

function demoPlace(addressName: string): PlaceSnapshot {
  const address = demo.addresses.find(({ name }) => name === addressName);
  if (address === undefined) throw new Error(`The demo has no address ${addressName}`);
  const { street, postalCode, city, country, latitude, longitude } = address;
  const name = `${street}, ${postalCode}, ${city}`;
  return { name, latitude, longitude, city, postalCode: null, country };
}

/** The events of an order follow from its status. */
function eventsOf({ createdHours, order }: DemoDelivery): { type: number; hours: number }[] {
  const pickedUp = order?.pickedUpHours ?? 0;
  const last = new Map<number | undefined, { type: number; hours: number }>([
    [ORDER_STATUS.issue, { type: EVENT_TYPE.deliveryFailed, hours: pickedUp + 3 }],
    [ORDER_STATUS.delivered, { type: EVENT_TYPE.delivered, hours: pickedUp + 3.2 }],
    [ORDER_STATUS.canceled, { type: EVENT_TYPE.requestCancelled, hours: createdHours + 2 }],
  ]).get(order?.status);
  const transport = [
    { type: EVENT_TYPE.pickedUp, hours: pickedUp },
    { type: EVENT_TYPE.inTransit, hours: pickedUp + 0.5 },
  ];
  return [
    { type: EVENT_TYPE.requestCreated, hours: createdHours },
    { type: EVENT_TYPE.requestAccepted, hours: createdHours + 0.4 },
    { type: EVENT_TYPE.orderCreated, hours: createdHours + 0.4 },
    { type: EVENT_TYPE.scheduled, hours: createdHours + 0.6 },
    ...(order?.pickedUpHours === undefined ? [] : transport),
    ...(last === undefined ? [] : [last]),
  ];
}

const HOUR = 3600_000;
const DAY = 24 * HOUR;

/**
 * Creates the demo account and its deliveries, once per database.
 * @param business the deliveries have the prices and the currency of its tariff, and the days of its time zone
 * @param cardsOrigin the origin on which the card sandbox shows its documents; without a sandbox there are no cards and
 * payments
 */
export async function seedDemo(db: Db, clock: Clock, business: Business, cardsOrigin: string | undefined) {
  if ((await findUserByEmail(db, DEMO_ACCOUNT.email)) !== undefined) return;
  // The hash is computed on another thread while this one writes, and both take about as long.
  const hashing = hashPassword(DEMO_ACCOUNT.password);
  const now = clock.now();
  const seeding = db.transaction(async (tx) => {
    const user = await insertUser(tx, {
      name: demo.name,
      email: DEMO_ACCOUNT.email,
      phoneNumber: demo.phoneNumber,
      passwordHash: '',
      created: new Date(now.getTime() - 60 * DAY),
      emailConfirmed: now,
    });
    // Another process on the same database has created it first.
    if (user === undefined) return;
    for (const address of demo.addresses) {
      await insertAddress(tx, user.id, address, { now, max: ADDRESSES_PER_USER_MAX });
    }
    const savedCards =
      cardsOrigin === undefined ? undefined : await createSavedCards(tx, user, cardsOrigin, now);
    const dependencies = { db: tx, ...business, savedCards, now };
    const deliveries = v.parse(v.array(DemoDelivery), demo.deliveries);
    for (const delivery of deliveries) await seedDelivery(dependencies, user.id, delivery);
    // The events of the past are not delivered.
    await deleteJobs(tx, webhookJob.kind);
    await updatePassword(tx, user.id, await hashing);
  });
  await Promise.all([hashing, seeding]);
}

type SeedDependencies = Business & { db: Db; savedCards: SavedCards | undefined; now: Date };

async function seedDelivery(
  { db, tariff, timeZone, savedCards, now }: SeedDependencies,
  userId: number,
  delivery: DemoDelivery,
): Promise<void> {
  const at = (hours: number) => new Date(now.getTime() + hours * HOUR);
  const { to, note, card, createdHours, order, weight, deliveryType, isPriority, isFragile } = delivery;
  const from = demoPlace(delivery.from);
  const { width, length, height } = STANDARD_SIZE;
  const size = { width, length, height, volume: volumeOf(STANDARD_SIZE) };
  const described = { ...size, weight, deliveryType, isPriority, isFragile };
  const events = order === undefined ? [] : eventsOf(delivery);
  const lastHours = events.at(-1)?.hours ?? createdHours;
  const places = { pickUpSnapshot: from, dropOffSnapshot: to };
  const request = await insertDeliveryRequest(db, {
    ...described,
    userId,
    pickUp: from,
    dropOff: to,
    deliveryNote: note,
    created: at(createdHours),
    lastModified: at(lastHours),
    status: requestStatusOf(order?.status),
    priceCents: priceInCents({ ...described, ...places }, tariff).totalCents,
    currency: tariff.currency,
  });
  if (request === undefined) return;
  const refunded = order?.status === ORDER_STATUS.canceled ? at(lastHours) : undefined;
  if (savedCards !== undefined) await seedPayment(db, savedCards, request, { card, refunded });
  if (order === undefined) return;
  const { id } = await insertOrder(db, {
    guid: randomUUID(),
    referenceNumber: request.referenceNumber,
    userId,
    deliveryRequestId: request.id,
    status: order.status,
    deliveryDate: apiDay(at(24 * order.dayOffset), timeZone),
    deliveryTime: order.slot,
    deliveredTime: order.status === ORDER_STATUS.delivered ? at(lastHours) : null,
    failedAttempts: order.status === ORDER_STATUS.issue ? 1 : 0,
    fromTown: from.city ?? null,
    toTown: to.city ?? null,
    created: at(createdHours + 0.4),
  });
  const times = events.map(({ type, hours }) => ({ type, time: at(hours) }));
  await insertOrderEvents(db, id, times);
}

function requestStatusOf(orderStatus: number | undefined): number {
  if (orderStatus === undefined) return REQUEST_STATUS.waitingPayment;
  const hasEnded = orderStatus === ORDER_STATUS.delivered || orderStatus === ORDER_STATUS.canceled;
  return hasEnded ? REQUEST_STATUS.closed : REQUEST_STATUS.accepted;
}

const PAID_AFTER_MS = 2 * 60_000;

/**
 * The demo account's customer in the sandbox, whose saved cards are used. Nothing is charged, because there is no bank.
 */
type SavedCards = Awaited<ReturnType<typeof createSavedCards>>;

/** Saves two cards with a creation time in the past. The first is the default. The checkout pages are on `origin`. */
async function createSavedCards(db: Db, user: UserRow, origin: string, now: Date) {
  const { created, name, email, phoneNumber: phone } = user;
  const context = { db, now: created };
  const owner = { userId: user.id, provider: 'sandbox' as const, account: '' };
  const creationKey = randomUUID();
  await reserveCustomer(db, owner, creationKey);
  const metadata = { userId: String(user.id) };
  const customer = await createObject(context, 'customer', { name, email, phone, metadata });
  await setCustomer(db, owner, creationKey, customer.id);
  const taxRate = await createObject(context, 'tax_rate', {
    active: true,
    ...taxRateParameters(DEFAULT_TARIFF.vatPercent),
  });
  const cardOf = (number: string, exp_month: number, years: number) => ({
    type: 'card' as const,
    // The demo cards always expire some months after the start of the demo.
    card: { number, exp_month, exp_year: now.getUTCFullYear() + years, cvc: '123' },
    billing_details: { name, email, phone, address: { country: 'IE' } },
    allow_redisplay: 'always' as const,
  });
  const saveCard = async (number: string, month: number, years: number) => {
    const { id } = await createPaymentMethod(context, cardOf(number, month, years));
    await attachPaymentMethod(context, id, { customer: customer.id });
    return id;
  };
  const visa = await saveCard('4242424242424242', 8, 2);
  const mastercard = await saveCard('5555555555554444', 2, 1);
  await updateObject(context, customer, { invoice_settings: { default_payment_method: visa } });
  const paymentSources: Record<DemoDelivery['card'], PaymentSource> = {
    visa: { kind: 'saved', id: visa },
    mastercard: { kind: 'saved', id: mastercard },
    declined: { kind: 'card', card: cardOf('4000000000000002', 11, 1) },
  };
  return { now, userId: user.id, origin, customer: customer.id, taxRate: taxRate.id, paymentSources };
}

/** Records a payment of a demo request in the past, or a failed attempt, as its story defines. */
async function seedPayment(
  db: Db,
  savedCards: SavedCards,
  request: DeliveryRequestRow,
  { card, refunded }: { card: DemoDelivery['card']; refunded: Date | undefined },
): Promise<void> {
  const { created, id, priceCents, currency } = request;
  const { now, userId, origin, customer, taxRate } = savedCards;
  const payable = payableOf(request);
  const opened = await createSession(
    { db, now: created },
    { customer, ...sessionParameters(payable, { origin, business: DEFAULT_BUSINESS, taxRate }) },
  );
  const paidAt = new Date(created.getTime() + PAID_AFTER_MS);
  const { kind, session } = await paySession({ db, now: paidAt }, opened.id, savedCards.paymentSources[card]);
  const isPaid = kind === 'paid';
  const intent = await loadObject({ db }, 'payment_intent', session.payment_intent ?? '');
  const charge = await loadObject({ db }, 'charge', intent.latest_charge ?? '');
  const { details } = toProviderPayment(session, { ...intent, latest_charge: charge });
  const payment = await insertPayment(db, {
    userId,
    deliveryRequestId: id,
    provider: 'sandbox',
    sessionId: opened.id,
    sessionUrl: opened.url,
    origin,
    sessionState: isPaid ? 'complete' : 'open',
    expires: new Date(opened.expires_at * 1000),
    checked: paidAt,
    paid: isPaid ? paidAt : null,
    status: isPaid ? PAYMENT_STATUS[refunded === undefined ? 'paid' : 'canceled'] : PAYMENT_STATUS.failed,
    refund: refunded === undefined ? 'none' : 'done',
    amountRefundedCents: refunded === undefined ? 0 : priceCents,
    amountCents: priceCents,
    currency,
    description: payable.description,
    // The reconciler reads what the provider has booked for payments that have changed lately.
    isLedgerComplete: false,
    ...details,
    created,
    lastModified: now,
  });
  if (payment === undefined || !isPaid) return;
  const vatBasisPoints = DEFAULT_TARIFF.vatPercent * 100;
  const { number } = await issueReceipt(db, DEFAULT_BUSINESS, { ...payment, paid: paidAt, vatBasisPoints });
  await updatePayment(db, payment.id, { receiptNumber: number, vatBasisPoints });
  if (refunded === undefined) return;
  const refund = await createRefund({ db, now: refunded }, { payment_intent: intent.id });
  const row = await insertRefund(db, {
    paymentId: payment.id,
    reason: 'provider',
    amountCents: priceCents,
    state: 'done',
    providerRefundId: refund.id,
    announced: true,
    nextAttempt: refunded,
    created: refunded,
    lastModified: refunded,
  });
  const made = { id: row?.id ?? 0, amountCents: priceCents, leftCents: 0, time: refunded };
  await issueCreditNote(db, DEFAULT_BUSINESS, { ...payment, vatBasisPoints }, made);
}
