import { randomUUID } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { ApiError } from '../http/api-error.ts';
import { releaseLock, renewLock, tryAcquireLock } from '../queries/payment-locks.ts';

const LEASE_S = 10;
const RENEW_MS = 3000;
/** Longer than a lease, so that a waiter outlives a holder that was killed. */
const ACQUIRE_TIMEOUT_MS = 15_000;

/**
 * Runs work alone among all processes. Unlike a row lock it holds no transaction open, so the work may call
 * the provider; a holder that dies loses it after ten seconds.
 * @throws ApiError 503 where somebody else holds it for too long
 */
export async function withPaymentLock<T>(db: Db, name: string, work: () => Promise<T>): Promise<T> {
  const holder = randomUUID();
  await acquireLock(db, name, holder);
  // A failed renewal costs only the lock; the work itself will find the database away too.
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
    // Jitter, so that waiters do not come back all at once.
    await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
  }
}
