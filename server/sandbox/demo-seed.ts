import { randomUUID } from 'node:crypto';
import { STANDARD_SIZE } from '../../src/contract/rules.ts';
import { ORDER_STATUS } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import { newReferenceNumber } from '../ops/reference-number.ts';
import { hashPassword } from '../passwords.ts';
import type { Clock } from '../ports.ts';
import { priceCents, TARIFF } from '../pricing.ts';
import { insertAddress } from '../queries/addresses.ts';
import { insertDeliveryRequest } from '../queries/delivery-requests.ts';
import { insertOrder, insertOrderEvents } from '../queries/orders.ts';
import { findUserByEmail, insertUser } from '../queries/users.ts';
import { closeBooks, openWallet, payThen, type Wallet } from './demo-billing.ts';
import {
  type Chapter,
  DEMO_EMAIL,
  DEMO_NAME,
  DEMO_PASSWORD,
  DEMO_PHONE,
  HOME,
  OFFICE,
  STORY,
  WAREHOUSE,
} from './demo-story.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;

/**
 * Makes the demo account and its deliveries, once per database.
 * @param cardsOrigin where the card sandbox shows its documents; without a sandbox there are no cards and payments
 */
export async function seedDemo(db: Db, clock: Clock, cardsOrigin: string | undefined): Promise<void> {
  if ((await findUserByEmail(db, DEMO_EMAIL)) !== undefined) return;
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const now = clock.now();
  await db.transaction(async (tx) => {
    const user = await insertUser(tx, {
      name: DEMO_NAME,
      email: DEMO_EMAIL,
      phoneNumber: DEMO_PHONE,
      passwordHash,
      created: new Date(now.getTime() - 60 * DAY),
    });
    // Another process on the same database was faster.
    if (user === undefined) return;
    for (const [place, isDefaultPickUp, isDefaultDropOff] of [
      [HOME, true, false],
      [OFFICE, false, true],
      [WAREHOUSE, false, false],
    ] as const) {
      await insertAddress(tx, user.id, { ...place, isDefaultPickUp, isDefaultDropOff }, now);
    }
    const wallet = cardsOrigin === undefined ? undefined : await openWallet(tx, user, cardsOrigin, now);
    for (const chapter of STORY) await tell(tx, user.id, wallet, chapter, now);
    if (wallet !== undefined) await closeBooks(tx, now);
  });
}

async function tell(
  db: Db,
  userId: number,
  wallet: Wallet | undefined,
  chapter: Chapter,
  now: Date,
): Promise<void> {
  const at = (hours: number) => new Date(now.getTime() + hours * HOUR);
  const { from, to, weight, deliveryType, isPriority, isFragile, order } = chapter;
  const { volume, width, length, height } = STANDARD_SIZE;
  const parcel = { weight, volume, width, length, height, deliveryType, isPriority, isFragile };
  const lastHours = order?.events.at(-1)?.hours ?? chapter.createdHours;
  const places = { pickUpSnapshot: from, dropOffSnapshot: to };
  const request = await insertDeliveryRequest(db, {
    ...parcel,
    userId,
    pickUp: from,
    dropOff: to,
    deliveryNote: chapter.note,
    created: at(chapter.createdHours),
    lastModified: at(lastHours),
    status: chapter.requestStatus,
    priceCents: priceCents({ ...parcel, ...places }, { from: undefined, to: undefined }),
    currency: TARIFF.currency,
  });
  if (request === undefined) return;
  if (wallet !== undefined) {
    const { card, isRefunded } = chapter.payment;
    await payThen(db, wallet, request, { card, refunded: isRefunded && at(lastHours) });
  }
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
    failedAttempts: order.failedAttempts ?? 0,
    fromTown: from.city ?? null,
    toTown: to.city ?? null,
    created: at(chapter.createdHours + 0.4),
  });
  await insertOrderEvents(
    db,
    id,
    order.events.map(({ type, hours }) => ({ type, time: at(hours) })),
  );
}
