import { bigint, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** All objects of the sandbox, one row each. `body` is the object in the format of a Stripe response. */
export const sandboxObjects = pgTable('sandbox_objects', {
  id: text().primaryKey(),
  seq: bigint({ mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  object: text().notNull(),
  customer: text(),
  paymentIntent: text('payment_intent'),
  /** The time in Unix seconds, as everywhere in Stripe. */
  created: bigint({ mode: 'number' }).notNull(),
  body: jsonb().$type<unknown>().notNull(),
});

/** The events that are not delivered yet. */
export const sandboxWebhooks = pgTable('sandbox_webhooks', {
  eventId: text('event_id')
    .primaryKey()
    .references(() => sandboxObjects.id, { onDelete: 'cascade' }),
  nextAttemptAt: timestamp('next_attempt_at', { withTimezone: true }).notNull(),
});

export const sandboxIdempotency = pgTable('sandbox_idempotency', {
  key: text().primaryKey(),
  fingerprint: text().notNull(),
  /** The response; null while the first request is still running. */
  body: jsonb().$type<unknown>(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
