import { sql } from 'drizzle-orm';
import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { PlaceSnapshot, RouteEnd } from '../../src/contract/place.ts';

/** The core tables for queries. The migrations create them; a test compares both descriptions. */

const timestampColumn = (name = '') => timestamp(name, { withTimezone: true, mode: 'date' });
const identityColumn = () => integer().primaryKey().generatedAlwaysAsIdentity();
/** The database generates it at the submit. */
const referenceColumn = () => text('reference_number').notNull().default(sql`new_reference_number()`);

export const users = pgTable('users', (t) => ({
  id: identityColumn(),
  name: t.text().notNull(),
  email: t.text().notNull(),
  emailKey: t.text('email_key').notNull(),
  phoneNumber: t.text('phone_number').notNull(),
  vatNumber: t.text('vat_number').notNull().default(''),
  passwordHash: t.text('password_hash').notNull(),
  tokenVersion: t.integer('token_version').notNull().default(0),
  hasMailUpdates: t.boolean('has_mail_updates').notNull().default(true),
  /** When the customer proved that the address is theirs. */
  emailConfirmed: timestampColumn('email_confirmed'),
  created: timestampColumn().notNull(),
  /** When the customer deleted the account; the row then holds no personal data. */
  deleted: timestampColumn(),
}));

export const addresses = pgTable('addresses', (t) => ({
  id: identityColumn(),
  userId: t.integer('user_id').notNull(),
  name: t.text().notNull(),
  country: t.text().notNull(),
  city: t.text().notNull(),
  street: t.text().notNull(),
  postalCode: t.text('postal_code').notNull(),
  latitude: t.doublePrecision().notNull(),
  longitude: t.doublePrecision().notNull(),
  isDefaultPickUp: t.boolean('is_default_pick_up').notNull(),
  isDefaultDropOff: t.boolean('is_default_drop_off').notNull(),
  created: timestampColumn().notNull(),
}));

export const deliveryRequests = pgTable('delivery_requests', (t) => ({
  id: identityColumn(),
  userId: t.integer('user_id').notNull(),
  referenceNumber: referenceColumn(),
  created: timestampColumn().notNull(),
  lastModified: timestampColumn('last_modified').notNull(),
  pickUp: t.jsonb('pick_up').$type<PlaceSnapshot>().notNull(),
  dropOff: t.jsonb('drop_off').$type<PlaceSnapshot>().notNull(),
  weight: t.doublePrecision().notNull(),
  volume: t.doublePrecision().notNull(),
  width: t.doublePrecision().notNull(),
  length: t.doublePrecision().notNull(),
  height: t.doublePrecision().notNull(),
  deliveryNote: t.text('delivery_note').notNull(),
  deliveryType: t.smallint('delivery_type').$type<0 | 1 | 2>().notNull(),
  isPriority: t.boolean('is_priority').notNull(),
  isFragile: t.boolean('is_fragile').notNull(),
  status: t.smallint().notNull(),
  priceCents: t.integer('price_cents').notNull(),
  currency: t.text().notNull(),
  isPlaceDoubtful: t.boolean('is_place_doubtful').notNull().default(false),
  unclearPlaces: t.text('unclear_places').array().$type<RouteEnd[]>().notNull().default([]),
  assumedPriceCents: t.integer('assumed_price_cents'),
  idempotencyKey: t.text('idempotency_key'),
  idempotencyHash: t.text('idempotency_hash'),
}));

export const guestRequests = pgTable('guest_requests', (t) => ({
  id: identityColumn(),
  referenceNumber: referenceColumn(),
  created: timestampColumn().notNull(),
  firstName: t.text('first_name').notNull(),
  lastName: t.text('last_name').notNull(),
  phone: t.text().notNull(),
  email: t.text().notNull(),
  pickup: t.text().notNull(),
  dropoff: t.text().notNull(),
  note: t.text().notNull(),
  status: t.smallint().notNull(),
  idempotencyKey: t.text('idempotency_key'),
  idempotencyHash: t.text('idempotency_hash'),
  priceCents: t.integer('price_cents'),
  currency: t.text(),
  paymentKey: t.uuid('payment_key'),
  isPaidOtherwise: t.boolean('is_paid_otherwise').notNull().default(false),
  fromTown: t.text('from_town'),
  toTown: t.text('to_town'),
}));

export const orders = pgTable('orders', (t) => ({
  id: identityColumn(),
  guid: t.uuid().notNull(),
  referenceNumber: t.text('reference_number').notNull(),
  userId: t.integer('user_id'),
  deliveryRequestId: t.integer('delivery_request_id'),
  guestRequestId: t.integer('guest_request_id'),
  status: t.smallint().notNull(),
  deliveryDate: t.text('delivery_date'),
  deliveryTime: t.text('delivery_time'),
  arrivalEmailDate: t.text('arrival_mail_date'),
  deliveredTime: timestampColumn('delivered_time'),
  failedAttempts: t.integer('failed_attempts').notNull().default(0),
  fromTown: t.text('from_town'),
  toTown: t.text('to_town'),
  created: timestampColumn().notNull(),
}));

export const orderEvents = pgTable('order_events', (t) => ({
  id: identityColumn(),
  orderId: t.integer('order_id').notNull(),
  type: t.smallint().notNull(),
  time: timestampColumn().notNull(),
}));

export const rateLimits = pgTable('rate_limits', (t) => ({
  key: t.text().primaryKey(),
  hits: t.timestamp({ withTimezone: true, mode: 'date' }).array().notNull(),
  admitted: t.boolean().notNull(),
  expires: timestampColumn().notNull(),
}));

export const jobs = pgTable('jobs', (t) => ({
  id: identityColumn(),
  kind: t.text().notNull(),
  payload: t.jsonb().notNull(),
  created: timestampColumn().notNull().defaultNow(),
  runAt: timestampColumn('run_at').notNull().defaultNow(),
  attempts: t.integer().notNull().default(0),
  lastError: t.text('last_error'),
  failedAt: timestampColumn('failed_at'),
}));

export const sentEmails = pgTable('sent_emails', (t) => ({
  id: identityColumn(),
  kind: t.text().notNull(),
  subjectId: t.integer('subject_id').notNull(),
  event: t.text(),
  sent: timestampColumn().notNull(),
}));

export const mailboxEmails = pgTable('mails', (t) => ({
  id: identityColumn(),
  recipient: t.text().notNull(),
  subject: t.text().notNull(),
  body: t.text().notNull(),
  created: timestampColumn().notNull(),
}));

export const pushKeys = pgTable('push_keys', (t) => ({
  id: t.integer().primaryKey(),
  privateKey: t.text('private_key').notNull(),
}));

export const pushSubscriptions = pgTable('push_subscriptions', (t) => ({
  id: identityColumn(),
  endpoint: t.text().notNull(),
  p256dh: t.text().notNull(),
  auth: t.text().notNull(),
  subject: t.text().notNull(),
  sessionId: t.text('session_id'),
  userId: t.integer('user_id'),
  deliveryRequestId: t.integer('delivery_request_id'),
  orderId: t.integer('order_id'),
  created: timestampColumn().notNull(),
  confirmed: timestampColumn(),
}));

export const devices = pgTable(
  'devices',
  (t) => ({
    userId: t.integer('user_id').notNull(),
    deviceHash: t.text('device_hash').notNull(),
    lastUsed: timestampColumn('last_used').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
);

/** One row for the device that has logged in before and asked for a code, and one for all others. */
export const resetCodes = pgTable(
  'reset_codes',
  (t) => ({
    userId: t.integer('user_id').notNull(),
    isKnownDevice: t.boolean('is_known_device').notNull(),
    codeHash: t.text('code_hash').notNull(),
    expires: timestampColumn('expires').notNull(),
    guessesLeft: t.integer('guesses_left').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.userId, table.isKnownDevice] })],
);

export const emailCounts = pgTable('mail_counts', (t) => ({
  recipient: t.text().primaryKey(),
  sent: t.jsonb().notNull(),
  expires: timestampColumn('expires').notNull(),
}));

export const sessions = pgTable('sessions', (t) => ({
  id: t.text().primaryKey(),
  userId: t.integer('user_id').notNull(),
  created: timestampColumn('created').notNull(),
  lastUsed: timestampColumn('last_used').notNull(),
  deviceName: t.text('device_name').notNull(),
  generation: t.integer().notNull().default(0),
  confirmed: t.integer().notNull().default(0),
  confirmedAt: timestampColumn('confirmed_at'),
}));

export const auditLog = pgTable('audit_log', (t) => ({
  id: t.integer().primaryKey().generatedAlwaysAsIdentity(),
  time: timestampColumn('time').notNull(),
  event: t.text().notNull(),
  actor: t.text().notNull(),
  source: t.text(),
  subject: t.text(),
  before: t.jsonb().$type<Record<string, number | string | null>>(),
  after: t.jsonb().$type<Record<string, number | string | null>>(),
}));

export const policyViolations = pgTable(
  'policy_violations',
  (t) => ({ day: t.text().notNull(), directive: t.text().notNull(), count: t.integer().notNull() }),
  (table) => [primaryKey({ columns: [table.day, table.directive] })],
);
