import { boolean, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/** The security tables for queries. The migrations create them and explain their columns and constraints. */

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const devices = pgTable(
  'devices',
  {
    userId: integer('user_id').notNull(),
    deviceHash: text('device_hash').notNull(),
    lastUsed: moment('last_used').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.deviceHash] })],
);

/** One row for the device that has logged in before and asked for a code, and one for all others. */
export const resetCodes = pgTable(
  'reset_codes',
  {
    userId: integer('user_id').notNull(),
    isKnownDevice: boolean('is_known_device').notNull(),
    codeHash: text('code_hash').notNull(),
    expires: moment('expires').notNull(),
    guessesLeft: integer('guesses_left').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.isKnownDevice] })],
);

export const mailCounts = pgTable('mail_counts', {
  recipient: text().primaryKey(),
  sent: jsonb().notNull(),
  expires: moment('expires').notNull(),
});

export const sessions = pgTable('sessions', {
  id: text().primaryKey(),
  userId: integer('user_id').notNull(),
  created: moment('created').notNull(),
  lastUsed: moment('last_used').notNull(),
  deviceName: text('device_name').notNull(),
  generation: integer().notNull().default(0),
  confirmed: integer().notNull().default(0),
  confirmedAt: moment('confirmed_at'),
});

export const auditLog = pgTable('audit_log', {
  id: integer().primaryKey().generatedAlwaysAsIdentity(),
  time: moment('time').notNull(),
  event: text().notNull(),
  actor: text().notNull(),
  source: text(),
  subject: text(),
  before: jsonb().$type<Record<string, number | string | null>>(),
  after: jsonb().$type<Record<string, number | string | null>>(),
});

export const policyViolations = pgTable(
  'policy_violations',
  { day: text().notNull(), directive: text().notNull(), count: integer().notNull() },
  (table) => [primaryKey({ columns: [table.day, table.directive] })],
);
