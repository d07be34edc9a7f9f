import { createHash } from 'node:crypto';
import type { Db } from './db/database.ts';
import { ApiError } from './errors.ts';
import type { Limit } from './limits.ts';
import type { Clock } from './ports.ts';
import { forgetHits, giveBackHit, recordHit } from './queries/rate-limits.ts';

export type RateLimiter = {
  /**
   * Counts one attempt of `who` (an account, a client's address).
   * @throws ApiError 429 with Retry-After where the limit is reached
   */
  spend(limit: Limit, who: string): Promise<void>;
  /** Takes the last attempt back, because it turned out harmless. */
  refund(limit: Limit, who: string): Promise<void>;
  /** Starts afresh, because somebody has shown who they are. */
  forget(limit: Limit, who: string): Promise<void>;
};

/** The counts are in the database, so several processes behind one balancer count together. */
export function createRateLimiter(db: Db, clock: Clock): RateLimiter {
  return {
    async spend(limit, who) {
      const now = clock.now();
      const hit = await recordHit(db, keyOf(limit, who), limit.count, limit.windowMs, now);
      if (hit.admitted) return;
      const waitMs = hit.oldest.getTime() + limit.windowMs - now.getTime();
      throw new ApiError(429, 'TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });
    },
    refund: (limit, who) => giveBackHit(db, keyOf(limit, who)),
    forget: (limit, who) => forgetHits(db, keyOf(limit, who)),
  };
}

/** For load tests (RATE_LIMITS=off). */
export const NO_LIMITS: RateLimiter = {
  spend: async () => {},
  refund: async () => {},
  forget: async () => {},
};

/** Hashed: the table needs no e-mails and no addresses of people. */
function keyOf(limit: Limit, who: string): string {
  return `${limit.name}:${createHash('sha256').update(who).digest('base64url')}`;
}
