import { and, eq, isNotNull, isNull, lt } from 'drizzle-orm';
import type { Db } from '../../../db/database.ts';
import { toUnixSeconds } from '../context.ts';
import { sandboxIdempotency, sandboxObjects, sandboxWebhooks } from './tables.ts';

const DAY_MS = 24 * 3600_000;
/** Stripe itself retains idempotency keys and events for this long. */
const KEY_RETENTION_MS = DAY_MS;
const EVENT_RETENTION_MS = 30 * DAY_MS;
/** Cards that were tokenised and never saved. */
const UNATTACHED_CARD_RETENTION_MS = DAY_MS;

/** Deletes what nobody requests any more, so that the sandbox does not grow forever. */
export async function deleteExpiredObjects(db: Db, now: Date): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age);
  const older = (age: number) => lt(sandboxObjects.created, toUnixSeconds(before(age)));
  await db.delete(sandboxIdempotency).where(lt(sandboxIdempotency.createdAt, before(KEY_RETENTION_MS)));
  await db
    .delete(sandboxWebhooks)
    .where(and(isNotNull(sandboxWebhooks.deliveredAt), lt(sandboxWebhooks.deliveredAt, before(DAY_MS))));
  await db.delete(sandboxWebhooks).where(lt(sandboxWebhooks.nextAttemptAt, before(DAY_MS)));
  await db.delete(sandboxObjects).where(and(eq(sandboxObjects.object, 'event'), older(EVENT_RETENTION_MS)));
  await db
    .delete(sandboxObjects)
    .where(
      and(
        eq(sandboxObjects.object, 'payment_method'),
        isNull(sandboxObjects.customer),
        older(UNATTACHED_CARD_RETENTION_MS),
      ),
    );
}
