import { createHash } from 'node:crypto';
import type { Limit } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import { deleteHits, recordHits, removeLastHit } from '../queries/rate-limits.ts';
import { ApiError } from './api-error.ts';
import { createReadCounts } from './read-counts.ts';

export type RateLimiter = {
  /**
   * Counts one attempt of `who` (an account or a client's address), and returns how many are counted.
   * @throws ApiError 429 with Retry-After if the limit is reached
   */
  consume(limit: Limit, who: string): Promise<number>;
  /**
   * The same for calls that only read. A process counts them in memory and writes them in batches of a tenth of the
   * limit, so that most reads cost no write. With several processes, a client may exceed the limit by less than one
   * batch for each of them.
   */
  consumeRead(limit: Limit, who: string): Promise<void>;
  /** Removes the last attempt, because it turned out to be legitimate. */
  restore(limit: Limit, who: string): Promise<void>;
  /** Removes all attempts, because the person has proved who they are. */
  reset(limit: Limit, who: string): Promise<void>;
};

/** The counts are in the database, so that all processes behind a load balancer share them. */
export function createRateLimiter(db: Db, clock: Clock): RateLimiter {
  const reads = createReadCounts();
  return {
    async consume(limit, who) {
      const now = clock.now();
      const hit = await recordHits(db, rateLimitKey(limit, who), limit, [now]);
      if (!hit.admitted) throw refusal(limit, hit.oldest, now);
      return hit.count;
    },
    async consumeRead(limit, who) {
      const now = clock.now();
      const key = rateLimitKey(limit, who);
      const hit = await reads.count(key, limit, now, (hits) => recordHits(db, key, limit, hits));
      if (hit !== undefined && !hit.admitted) throw refusal(limit, hit.oldest, now);
    },
    restore: (limit, who) => removeLastHit(db, rateLimitKey(limit, who)),
    reset: (limit, who) => deleteHits(db, rateLimitKey(limit, who)),
  };
}

/** A rate limiter without limits, for load tests (RATE_LIMITS=off). */
export const UNLIMITED: RateLimiter = {
  consume: async () => 0,
  consumeRead: async () => {},
  restore: async () => {},
  reset: async () => {},
};

function refusal(limit: Limit, oldest: Date, now: Date): ApiError {
  const retryAfterMs = oldest.getTime() + limit.windowMs - now.getTime();
  return new ApiError(429, 'TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil(retryAfterMs / 1000)) });
}

/** Accounts and addresses are hashed, because the table needs no personal data. */
function rateLimitKey(limit: Limit, who: string): string {
  return `${limit.name}:${createHash('sha256').update(who).digest('base64url')}`;
}
