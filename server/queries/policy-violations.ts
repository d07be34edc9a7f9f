import { desc, lt, sql } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { policyViolations } from '../db/schema.ts';

export async function countPolicyViolation(db: Db, day: string, directive: string): Promise<void> {
  await db
    .insert(policyViolations)
    .values({ day, directive, count: 1 })
    .onConflictDoUpdate({
      target: [policyViolations.day, policyViolations.directive],
      set: { count: sql`${policyViolations.count} + 1` },
    });
}

/** Newest day first. */
export async function listPolicyViolations(db: Db, limit: number) {
  return db.select().from(policyViolations).orderBy(desc(policyViolations.day)).limit(limit);
}

export async function deleteOldPolicyViolations(db: Db, beforeDay: string): Promise<void> {
  await db.delete(policyViolations).where(lt(policyViolations.day, beforeDay));
}
