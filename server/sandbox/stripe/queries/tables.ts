import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** Everything the sandbox's Stripe holds, one row per object; `body` is the object as Stripe would answer it. */
export const sandboxObjects = pgTable('sandbox_objects', {
  id: text().primaryKey(),
  seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  object: text().notNull(),
  customer: text(),
  paymentIntent: text('payment_intent'),
  /** Unix seconds, as everywhere in Stripe. */
  created: bigint({ mode: 'number' }).notNull(),
  body: jsonb().$type<unknown>().notNull(),
});

export const sandboxWebhooks = pgTable('sandbox_webhooks', {
  eventId: text('event_id').primaryKey(),
  attempts: integer().notNull().default(0),
  nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull(),
  deliveredAt: timestamp('delivered_at', { withTimezone: true }),
});

export const sandboxIdempotency = pgTable('sandbox_idempotency', {
  key: text().primaryKey(),
  fingerprint: text().notNull(),
  /** Null while the first request is still being answered. */
  status: integer(),
  body: jsonb().$type<unknown>(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
