import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
import { ApiError } from '../http/api-error.ts';
import { releaseLock, renewLock, tryAcquireLock } from '../queries/locks.ts';

const LEASE_S = 10;
const RENEW_MS = 3000;
/** The wait is longer than a lease, so that a waiting process outlives a holder that was killed. */
const ACQUIRE_TIMEOUT_MS = 15_000;

/**
 * Runs work in only one process at a time. Unlike a row lock it holds no transaction open, so the work may call the
 * provider. A holder that dies loses the lock after ten seconds.
 * @throws ApiError 503 if another process holds the lock for too long
 */
export async function withPaymentLock<T>(db: Db, name: string, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID();
  await acquireLock(db, name, holder);
  // A failed renewal loses only the lock. The work itself will notice that the database is unavailable.
  const timer = setInterval(() => void renewLock(db, name, holder, LEASE_S).catch(() => {}), RENEW_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await releaseLock(db, name, holder);
  }
}

async function acquireLock(db: Db, name: string, holder: string): Promise<void> {
  const end = performance.now() + ACQUIRE_TIMEOUT_MS;
  for (let wait = 10; ; wait = Math.min(wait * 2, 200)) {
    if (await tryAcquireLock(db, name, holder, LEASE_S)) return;
    if (performance.now() > end) throw new ApiError(503, 'SERVICE_UNAVAILABLE', { retryAfter: 5 });
    // Jitter prevents that all waiting processes retry at once.
    await setTimeout(wait * (0.5 + Math.random()));
  }
}
