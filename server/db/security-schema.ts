import { pgTable, primaryKey, timestamp } from 'drizzle-orm/pg-core';

/** The security tables for queries. The migrations create them and explain their columns and constraints. */

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const devices = pgTable(
  'devices',
  (t) => ({
    userId: t.integer('user_id').notNull(),
    deviceHash: t.text('device_hash').notNull(),
    lastUsed: moment('last_used').notNull(),
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
    expires: moment('expires').notNull(),
    guessesLeft: t.integer('guesses_left').notNull(),
  }),
  (table) => [primaryKey({ columns: [table.userId, table.isKnownDevice] })],
);

export const mailCounts = pgTable('mail_counts', (t) => ({
  recipient: t.text().primaryKey(),
  sent: t.jsonb().notNull(),
  expires: moment('expires').notNull(),
}));

export const sessions = pgTable('sessions', (t) => ({
  id: t.text().primaryKey(),
  userId: t.integer('user_id').notNull(),
  created: moment('created').notNull(),
  lastUsed: moment('last_used').notNull(),
  deviceName: t.text('device_name').notNull(),
  generation: t.integer().notNull().default(0),
  confirmed: t.integer().notNull().default(0),
  confirmedAt: moment('confirmed_at'),
}));

export const auditLog = pgTable('audit_log', (t) => ({
  id: t.integer().primaryKey().generatedAlwaysAsIdentity(),
  time: moment('time').notNull(),
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
