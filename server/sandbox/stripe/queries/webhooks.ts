import { and, asc, eq, isNull, lt, lte } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { sandboxWebhooks } from './tables.ts';

export async function queueWebhook(db: Db, eventId: string, now: Date): Promise<void> {
  await db.insert(sandboxWebhooks).values({ eventId, nextAttemptAt: now });
}

/**
 * Claims the next webhook that is due and first sets the time of its next try, so that a crash during sending only
 * causes another try. `retryMs` are the pauses after each attempt; the last one repeats.
 */
export async function claimWebhook(db: Db, now: Date, retryMs: readonly number[], maxAttempts: number) {
  return db.transaction(async (tx) => {
    const [due] = await tx
      .select()
      .from(sandboxWebhooks)
      .where(
        and(
          isNull(sandboxWebhooks.deliveredAt),
          lte(sandboxWebhooks.nextAttemptAt, now),
          lt(sandboxWebhooks.attempts, maxAttempts),
        ),
      )
      .orderBy(asc(sandboxWebhooks.nextAttemptAt))
      .limit(1)
      .for('update', { skipLocked: true });
    if (due === undefined) return undefined;
    const wait = retryMs[Math.min(due.attempts, retryMs.length - 1)] ?? 0;
    await tx
      .update(sandboxWebhooks)
      .set({ attempts: due.attempts + 1, nextAttemptAt: new Date(now.getTime() + wait) })
      .where(eq(sandboxWebhooks.eventId, due.eventId));
    return due;
  });
}

/** Marks every event up to `moment` as delivered. */
export async function markAllDelivered(db: Db, moment: Date): Promise<void> {
  await db
    .update(sandboxWebhooks)
    .set({ deliveredAt: moment })
    .where(and(isNull(sandboxWebhooks.deliveredAt), lte(sandboxWebhooks.nextAttemptAt, moment)));
}

export async function markDelivered(db: Db, eventId: string, now: Date): Promise<void> {
  await db.update(sandboxWebhooks).set({ deliveredAt: now }).where(eq(sandboxWebhooks.eventId, eventId));
}
