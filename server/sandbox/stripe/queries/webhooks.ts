import { asc, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { sandboxWebhooks } from './tables.ts';

/** A failed delivery is repeated after this long. */
const RETRY_MS = 10_000;

export async function queueWebhook(db: Db, eventId: string, now: Date): Promise<void> {
  await db.insert(sandboxWebhooks).values({ eventId, nextAttemptAt: now });
}

/**
 * Claims the next event that is due, if any, and sets the time of its next try first, so that a crash during sending
 * only causes another try.
 */
export async function claimWebhook(db: Db, now: Date): Promise<string | undefined> {
  const { eventId, nextAttemptAt } = sandboxWebhooks;
  const due = db
    .select({ eventId })
    .from(sandboxWebhooks)
    .where(lte(nextAttemptAt, now))
    .orderBy(asc(nextAttemptAt))
    .limit(1)
    .for('update', { skipLocked: true });
  const [claimed] = await db
    .update(sandboxWebhooks)
    .set({ nextAttemptAt: new Date(now.getTime() + RETRY_MS) })
    .where(eq(eventId, sql`(${due})`))
    .returning({ eventId });
  return claimed?.eventId;
}

export async function removeWebhook(db: Db, eventId: string): Promise<void> {
  await db.delete(sandboxWebhooks).where(eq(sandboxWebhooks.eventId, eventId));
}

export async function removeAllWebhooks(db: Db): Promise<void> {
  await db.delete(sandboxWebhooks);
}
