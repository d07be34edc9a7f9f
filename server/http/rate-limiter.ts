import { createHash } from 'node:crypto';
import type { Limit } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import { deleteHits, recordHit, removeLastHit } from '../queries/rate-limits.ts';
import { ApiError } from './api-error.ts';

export type RateLimiter = {
  /**
   * Counts one attempt of `who` (an account or a client's address).
   * @throws ApiError 429 with Retry-After if the limit is reached
   */
  consume(limit: Limit, who: string): Promise<void>;
  /** Removes the last attempt, because it turned out to be legitimate. */
  restore(limit: Limit, who: string): Promise<void>;
  /** Removes all attempts, because the person has proved who they are. */
  reset(limit: Limit, who: string): Promise<void>;
};

/** The counts are in the database, so that all processes behind a load balancer share them. */
export function createRateLimiter(db: Db, clock: Clock): RateLimiter {
  return {
    async consume(limit, who) {
      const now = clock.now();
      const hit = await recordHit(db, rateLimitKey(limit, who), limit.count, limit.windowMs, now);
      if (hit.admitted) return;
      const retryAfterMs = hit.oldest.getTime() + limit.windowMs - now.getTime();
      const retryAfter = Math.max(1, Math.ceil(retryAfterMs / 1000));
      throw new ApiError(429, 'TOO_MANY_REQUESTS', { retryAfter });
    },
    restore: (limit, who) => removeLastHit(db, rateLimitKey(limit, who)),
    reset: (limit, who) => deleteHits(db, rateLimitKey(limit, who)),
  };
}

/** A rate limiter without limits, for load tests (RATE_LIMITS=off). */
export const UNLIMITED: RateLimiter = {
  consume: async () => {},
  restore: async () => {},
  reset: async () => {},
};

/** Accounts and addresses are hashed, because the table needs no personal data. */
function rateLimitKey(limit: Limit, who: string): string {
  return `${limit.name}:${createHash('sha256').update(who).digest('base64url')}`;
}
