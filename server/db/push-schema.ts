import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** The tables of Web Push for queries. The migration creates them and explains their columns. */

export const pushKeys = pgTable('push_keys', {
  id: integer().primaryKey(),
  privateKey: text('private_key').notNull(),
});

export const pushSubscriptions = pgTable('push_subscriptions', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  endpoint: text().notNull(),
  p256dh: text().notNull(),
  auth: text().notNull(),
  subject: text().notNull(),
  sessionId: text('session_id'),
  userId: integer('user_id'),
  deliveryRequestId: integer('delivery_request_id'),
  orderId: integer('order_id'),
  created: timestamp({ withTimezone: true, mode: 'date' }).notNull(),
  confirmed: timestamp({ withTimezone: true, mode: 'date' }),
});
