import { createHash } from 'node:crypto';
import type { Limit } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import { deleteHits, recordHit, removeLastHit } from '../queries/rate-limits.ts';
import { ApiError } from './api-error.ts';

export type RateLimiter = {
  /**
   * Counts one attempt of `who` (an account, a client's address).
   * @throws ApiError 429 with Retry-After where the limit is reached
   */
  consume(limit: Limit, who: string): Promise<void>;
  /** Takes the last attempt back, because it turned out harmless. */
  restore(limit: Limit, who: string): Promise<void>;
  /** Starts afresh, because somebody has shown who they are. */
  reset(limit: Limit, who: string): Promise<void>;
};

/** The counts are in the database, so several processes behind one balancer count together. */
export function createRateLimiter(db: Db, clock: Clock): RateLimiter {
  return {
    async consume(limit, who) {
      const now = clock.now();
      const hit = await recordHit(db, rateLimitKey(limit, who), limit.count, limit.windowMs, now);
      if (hit.admitted) return;
      const waitMs = hit.oldest.getTime() + limit.windowMs - now.getTime();
      throw new ApiError(429, 'TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
    },
    restore: (limit, who) => removeLastHit(db, rateLimitKey(limit, who)),
    reset: (limit, who) => deleteHits(db, rateLimitKey(limit, who)),
  };
}

/** For load tests (RATE_LIMITS=off). */
export const UNLIMITED: RateLimiter = {
  consume: async () => {},
  restore: async () => {},
  reset: async () => {},
};

/** Hashed: the table needs no e-mails and no addresses of people. */
function rateLimitKey(limit: Limit, who: string): string {
  return `${limit.name}:${createHash('sha256').update(who).digest('base64url')}`;
}
