import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
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
import { type OrderEventInput, recordOrderEvent } from '../deliveries/order-events.ts';
import type { CoreDependencies } from '../dependencies.ts';
import { payableOf, sessionParameters } from '../payments/checkout.ts';
import { storeRead } from '../payments/finalize-payment.ts';
import { toProviderPayment, toProviderRefund } from '../payments/provider-payment.ts';
import { taxRateParameters } from '../payments/tax-rate.ts';
import { insertAddress } from '../queries/addresses.ts';
import { type DeliveryRequestRow, insertDeliveryRequest } from '../queries/delivery-requests.ts';
import { startOrder } from '../queries/guest-requests.ts';
import { deleteOwnJobs } from '../queries/jobs.ts';
import { reserveCustomer, setCustomer } from '../queries/payment-customers.ts';
import { insertPayment, updatePayment } from '../queries/payments.ts';
import { findUserByEmail, insertUser, type UserRow, updatePassword } from '../queries/users.ts';
import demo from './demo.json';
import { createRefund } from './stripe/charges.ts';
import { createSession, type PaymentSource, paySession } from './stripe/checkout.ts';
import { createObject, loadObject, updateObject } from './stripe/objects.ts';
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

const HOUR = 3600_000;
const DAY = 24 * HOUR;

/**
 * Creates the demo account and its deliveries, once per database.
 * @param business the deliveries have the prices and the currency of its tariff, and the days of its time zone
 * @param cardsOrigin the origin on which the card sandbox shows its documents; without a sandbox there are no cards and
 * payments
 */
export async function seedDemo(
  { db, clock, log }: CoreDependencies,
  business: Business,
  cardsOrigin: string | undefined,
) {
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
    const dependencies = { db: tx, log, ...business, savedCards, now };
    const deliveries = v.parse(v.array(DemoDelivery), demo.deliveries);
    for (const delivery of deliveries) await seedDelivery(dependencies, user.id, delivery);
    // No webhook or email reports the events of the past.
    await deleteOwnJobs(tx);
    await updatePassword(tx, user.id, await hashing);
  });
  await Promise.all([hashing, seeding]);
}

type SeedDependencies = Business & { db: Db; log: Logger; savedCards: SavedCards | undefined; now: Date };

async function seedDelivery(
  dependencies: SeedDependencies,
  userId: number,
  delivery: DemoDelivery,
): Promise<void> {
  const { db, tariff, timeZone, now } = dependencies;
  const at = (hours: number) => new Date(now.getTime() + hours * HOUR);
  const { to, note, card, createdHours, order, weight, deliveryType, isPriority, isFragile } = delivery;
  const from = demoPlace(delivery.from);
  const { width, length, height } = STANDARD_SIZE;
  const size = { width, length, height, volume: volumeOf(STANDARD_SIZE) };
  const described = { ...size, weight, deliveryType, isPriority, isFragile };
  const places = { pickUpSnapshot: from, dropOffSnapshot: to };
  const created = at(createdHours);
  const request = await insertDeliveryRequest(db, {
    ...described,
    userId,
    pickUp: from,
    dropOff: to,
    deliveryNote: note,
    created,
    lastModified: created,
    status: REQUEST_STATUS.waitingPayment,
    priceCents: priceInCents({ ...described, ...places }, tariff).totalCents,
    currency: tariff.currency,
  });
  if (request === undefined) return;
  const isCanceled = order?.status === ORDER_STATUS.canceled;
  const canceledHours = createdHours + 2;
  const refunded = isCanceled ? at(canceledHours) : undefined;
  await seedPayment(dependencies, request, { card, refunded });
  if (order === undefined) return;
  const { id: deliveryRequestId, referenceNumber } = request;
  const towns = { fromTown: from.city ?? null, toTown: to.city ?? null };
  const accepted = { userId, deliveryRequestId, referenceNumber, created };
  const { guid } = await startOrder(db, towns, accepted, at(createdHours + 0.4));
  const deliveryDate = apiDay(at(24 * order.dayOffset), timeZone);
  const report = (hours: number, event: OrderEventInput) =>
    recordOrderEvent({ db, timeZone, clock: { now: () => at(hours) } }, guid, event);
  await report(createdHours + 0.6, { type: EVENT_TYPE.scheduled, deliveryDate, deliveryTime: order.slot });
  if (isCanceled) await report(canceledHours, { type: EVENT_TYPE.requestCancelled });
  const { status, pickedUpHours } = order;
  if (pickedUpHours === undefined) return;
  await report(pickedUpHours, { type: EVENT_TYPE.pickedUp });
  await report(pickedUpHours + 0.5, { type: EVENT_TYPE.inTransit });
  if (status === ORDER_STATUS.issue) await report(pickedUpHours + 3, { type: EVENT_TYPE.deliveryFailed });
  if (status === ORDER_STATUS.delivered) await report(pickedUpHours + 3.2, { type: EVENT_TYPE.delivered });
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
  { db, log, savedCards, now }: SeedDependencies,
  request: DeliveryRequestRow,
  { card, refunded }: { card: DemoDelivery['card']; refunded: Date | undefined },
): Promise<void> {
  if (savedCards === undefined) return;
  const { created, id, priceCents, currency } = request;
  const { userId, origin, customer, taxRate } = savedCards;
  const business = DEFAULT_BUSINESS;
  const payable = payableOf(request);
  const opened = await createSession(
    { db, now: created },
    { customer, ...sessionParameters(payable, { origin, business, taxRate }) },
  );
  const paidAt = new Date(created.getTime() + PAID_AFTER_MS);
  const { session } = await paySession({ db, now: paidAt }, opened.id, savedCards.paymentSources[card]);
  const intent = await loadObject({ db }, 'payment_intent', session.payment_intent ?? '');
  const charge = await loadObject({ db }, 'charge', intent.latest_charge ?? '');
  const refunds =
    refunded === undefined
      ? []
      : [toProviderRefund(await createRefund({ db, now: refunded }, { payment_intent: intent.id }))];
  const payment = await insertPayment(db, {
    userId,
    deliveryRequestId: id,
    provider: 'sandbox',
    sessionId: opened.id,
    sessionUrl: opened.url,
    origin,
    sessionState: 'open',
    expires: new Date(opened.expires_at * 1000),
    checked: paidAt,
    status: PAYMENT_STATUS.new,
    readsStarted: 1,
    amountRefundedCents: refunded === undefined ? 0 : priceCents,
    amountCents: priceCents,
    currency,
    description: payable.description,
    created,
    lastModified: created,
  });
  if (payment === undefined) return;
  const read = { ...toProviderPayment(session, { ...intent, latest_charge: charge }), refunds };
  const dependencies = { db, log, business, clock: { now: () => refunded ?? paidAt } };
  // The reconciler reads what the provider has booked for payments that have changed lately.
  const ledger = { entries: [], isComplete: false };
  await storeRead(dependencies, payment, { order: payment.readsStarted, payment: read }, ledger);
  await updatePayment(db, payment.id, { lastModified: now });
}
