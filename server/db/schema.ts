import {
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { PlaceSnapshot, RouteEnd } from '../../src/contract/place.ts';

/** The core tables for queries. The migrations create them; a test compares both descriptions. */

const timestampColumn = () => timestamp({ withTimezone: true, mode: 'date' });
const identityColumn = () => integer().primaryKey().generatedAlwaysAsIdentity();

export const users = pgTable('users', {
  id: identityColumn(),
  name: text().notNull(),
  email: text().notNull(),
  emailKey: text('email_key').notNull(),
  phoneNumber: text('phone_number').notNull(),
  vatNumber: text('vat_number').notNull().default(''),
  passwordHash: text('password_hash').notNull(),
  tokenVersion: integer('token_version').notNull().default(0),
  hasMailUpdates: boolean('has_mail_updates').notNull().default(true),
  /** When the customer proved that the address is theirs. */
  emailConfirmed: timestamp('email_confirmed', { withTimezone: true, mode: 'date' }),
  created: timestampColumn().notNull(),
  /** When the customer deleted the account; the row then holds no personal data. */
  deleted: timestampColumn(),
});

export const addresses = pgTable('addresses', {
  id: identityColumn(),
  userId: integer('user_id').notNull(),
  name: text().notNull(),
  country: text().notNull(),
  city: text().notNull(),
  street: text().notNull(),
  postalCode: text('postal_code').notNull(),
  latitude: doublePrecision().notNull(),
  longitude: doublePrecision().notNull(),
  isDefaultPickUp: boolean('is_default_pick_up').notNull(),
  isDefaultDropOff: boolean('is_default_drop_off').notNull(),
  created: timestampColumn().notNull(),
});

export const deliveryRequests = pgTable('delivery_requests', {
  id: identityColumn(),
  userId: integer('user_id').notNull(),
  created: timestampColumn().notNull(),
  lastModified: timestamp('last_modified', { withTimezone: true, mode: 'date' }).notNull(),
  pickUp: jsonb('pick_up').$type<PlaceSnapshot>().notNull(),
  dropOff: jsonb('drop_off').$type<PlaceSnapshot>().notNull(),
  weight: doublePrecision().notNull(),
  volume: doublePrecision().notNull(),
  width: doublePrecision().notNull(),
  length: doublePrecision().notNull(),
  height: doublePrecision().notNull(),
  deliveryNote: text('delivery_note').notNull(),
  deliveryType: smallint('delivery_type').$type<0 | 1 | 2>().notNull(),
  isPriority: boolean('is_priority').notNull(),
  isFragile: boolean('is_fragile').notNull(),
  status: smallint().notNull(),
  priceCents: integer('price_cents').notNull(),
  currency: text().notNull(),
  isPlaceDoubtful: boolean('is_place_doubtful').notNull().default(false),
  unclearPlaces: text('unclear_places').array().$type<RouteEnd[]>().notNull().default([]),
  assumedPriceCents: integer('assumed_price_cents'),
  idempotencyKey: text('idempotency_key'),
  idempotencyHash: text('idempotency_hash'),
});

export const guestRequests = pgTable('guest_requests', {
  id: identityColumn(),
  created: timestampColumn().notNull(),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  phone: text().notNull(),
  email: text().notNull(),
  pickup: text().notNull(),
  dropoff: text().notNull(),
  note: text().notNull(),
  status: smallint().notNull(),
  idempotencyKey: text('idempotency_key'),
  idempotencyHash: text('idempotency_hash'),
  priceCents: integer('price_cents'),
  currency: text(),
  paymentKey: uuid('payment_key'),
  isPaidOtherwise: boolean('is_paid_otherwise').notNull().default(false),
  fromTown: text('from_town'),
  toTown: text('to_town'),
});

export const orders = pgTable('orders', {
  id: identityColumn(),
  guid: uuid().notNull(),
  referenceNumber: text('reference_number').notNull(),
  userId: integer('user_id'),
  deliveryRequestId: integer('delivery_request_id'),
  guestRequestId: integer('guest_request_id'),
  status: smallint().notNull(),
  deliveryDate: text('delivery_date'),
  deliveryTime: text('delivery_time'),
  arrivalMailDate: text('arrival_mail_date'),
  deliveredTime: timestamp('delivered_time', { withTimezone: true, mode: 'date' }),
  failedAttempts: integer('failed_attempts').notNull().default(0),
  fromTown: text('from_town'),
  toTown: text('to_town'),
  created: timestampColumn().notNull(),
});

export const orderEvents = pgTable('order_events', {
  id: identityColumn(),
  orderId: integer('order_id').notNull(),
  type: smallint().notNull(),
  time: timestampColumn().notNull(),
});

export const rateLimits = pgTable('rate_limits', {
  key: text().primaryKey(),
  hits: timestamp({ withTimezone: true, mode: 'date' }).array().notNull(),
  admitted: boolean().notNull(),
  expires: timestampColumn().notNull(),
});

export const jobs = pgTable('jobs', {
  id: identityColumn(),
  kind: text().notNull(),
  payload: jsonb().notNull(),
  created: timestampColumn().notNull().defaultNow(),
  runAt: timestamp('run_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  attempts: integer().notNull().default(0),
  lastError: text('last_error'),
  failedAt: timestamp('failed_at', { withTimezone: true, mode: 'date' }),
});

export const sentEmails = pgTable('sent_emails', {
  id: identityColumn(),
  kind: text().notNull(),
  subjectId: integer('subject_id').notNull(),
  event: text(),
  sent: timestampColumn().notNull(),
});

export const mails = pgTable('mails', {
  id: identityColumn(),
  recipient: text().notNull(),
  subject: text().notNull(),
  body: text().notNull(),
  created: timestampColumn().notNull(),
});
