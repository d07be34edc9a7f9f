import { randomUUID } from 'node:crypto';
import { DEMO_ACCOUNT } from '../../src/contract/constants.ts';
import { STANDARD_SIZE } from '../../src/contract/presets.ts';
import { priceInCents } from '../../src/contract/price.ts';
import { volumeOf } from '../../src/contract/rules.ts';
import { ORDER_STATUS, REQUEST_STATUS } from '../../src/contract/status.ts';
import type { Tariff } from '../../src/contract/tariff.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { ADDRESSES_PER_USER_MAX } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import { insertAddress } from '../queries/addresses.ts';
import { insertDeliveryRequest } from '../queries/delivery-requests.ts';
import { insertOrder, insertOrderEvents } from '../queries/orders.ts';
import { newReferenceNumber } from '../queries/reference-number.ts';
import { findUserByEmail, insertUser, updatePassword } from '../queries/users.ts';
import * as demo from './demo-deliveries.ts';
import { createSavedCards, type SavedCards, seedPayment } from './demo-payments.ts';
import { removeAllWebhooks } from './stripe/queries/webhooks.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const USUAL = { weight: 30, deliveryType: 0, isPriority: false, isFragile: false } as const;

/**
 * Creates the demo account and its deliveries, once per database.
 * @param tariff the deliveries have its prices and its currency
 * @param cardsOrigin the origin on which the card sandbox shows its documents; without a sandbox there are no cards and
 * payments
 */
export async function seedDemo(
  db: Db,
  clock: Clock,
  tariff: Tariff,
  cardsOrigin: string | undefined,
): Promise<void> {
  if ((await findUserByEmail(db, DEMO_ACCOUNT.email)) !== undefined) return;
  // The hash is computed on another thread while this one writes, and both take about as long.
  const hashing = hashPassword(DEMO_ACCOUNT.password);
  const now = clock.now();
  const seeding = db.transaction(async (tx) => {
    const user = await insertUser(tx, {
      name: demo.DEMO_NAME,
      email: DEMO_ACCOUNT.email,
      phoneNumber: demo.DEMO_PHONE,
      passwordHash: '',
      created: new Date(now.getTime() - 60 * DAY),
      emailConfirmed: now,
    });
    // Another process on the same database has created it first.
    if (user === undefined) return;
    for (const place of [demo.HOME, demo.OFFICE, demo.WAREHOUSE]) {
      const defaults = { isDefaultPickUp: place === demo.HOME, isDefaultDropOff: place === demo.OFFICE };
      await insertAddress(tx, user.id, { ...place, ...defaults }, { now, max: ADDRESSES_PER_USER_MAX });
    }
    const savedCards =
      cardsOrigin === undefined ? undefined : await createSavedCards(tx, user, cardsOrigin, now);
    const dependencies = { db: tx, tariff, savedCards, now };
    for (const delivery of demo.DEMO_DELIVERIES) await seedDelivery(dependencies, user.id, delivery);
    // The events of the past are not delivered.
    await removeAllWebhooks(tx);
    await updatePassword(tx, user.id, await hashing);
  });
  await Promise.all([hashing, seeding]);
}

type SeedDependencies = { db: Db; tariff: Tariff; savedCards: SavedCards | undefined; now: Date };

async function seedDelivery(
  { db, tariff, savedCards, now }: SeedDependencies,
  userId: number,
  delivery: demo.DemoDelivery,
): Promise<void> {
  const at = (hours: number) => new Date(now.getTime() + hours * HOUR);
  const { from, to, note, card, createdHours, order } = delivery;
  const { weight, deliveryType, isPriority, isFragile } = { ...USUAL, ...delivery };
  const { width, length, height } = STANDARD_SIZE;
  const size = { width, length, height, volume: volumeOf(STANDARD_SIZE) };
  const described = { ...size, weight, deliveryType, isPriority, isFragile };
  const events = order === undefined ? [] : demo.eventsOf(delivery);
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
    referenceNumber: newReferenceNumber(),
    userId,
    deliveryRequestId: request.id,
    status: order.status,
    deliveryDate: new Date(now.getTime() + order.dayOffset * DAY).toISOString().slice(0, 10),
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
