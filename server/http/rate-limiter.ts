import { createHash } from 'node:crypto';
import type { Limit } from '../config/limits.ts';
import type { Db } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import { deleteHits, type Hit, recordHits, removeLastHit } from '../queries/rate-limits.ts';
import { ApiError } from './api-error.ts';

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** A full batch of reads is this part of a limit: a tenth. */
const BATCHES = 10;
const MAX_KEYS = 10_000;

/** The counts are in the database, so that all processes behind a load balancer share them. */
export function createRateLimiter(db: Db, clock: Clock) {
  const counts = new Map<string, ReadCount>();

  function findCount(key: string): ReadCount {
    const known = counts.get(key);
    if (known !== undefined) return known;
    const added: ReadCount = { pending: [], stored: 0, rejected: undefined, writing: undefined };
    counts.set(key, added);
    // Forgetting the oldest client forgives it less than one batch.
    const [oldest] = counts.keys();
    if (counts.size > MAX_KEYS && oldest !== undefined) counts.delete(oldest);
    return added;
  }

  return {
    /**
     * Counts one attempt of `who` (an account or a client's address), and returns how many are counted.
     * @throws ApiError 429 with Retry-After if the limit is reached
     */
    async consume(limit: Limit, who: string): Promise<number> {
      const now = clock.now();
      const hit = await recordHits(db, rateLimitKey(limit, who), limit, [now]);
      if (!hit.admitted) throw limitError(limit, hit.oldest, now);
      return hit.count;
    },
    /**
     * The same for calls that only read. A process counts them in memory and writes them in batches of a tenth of the
     * limit, so that most reads cost no write. With several processes, a client may exceed the limit by less than one
     * batch for each of them. Reads that arrive during a write wait for it, so that many at once need few writes.
     */
    async consumeRead(limit: Limit, who: string): Promise<void> {
      const now = clock.now();
      const key = rateLimitKey(limit, who);
      const count = findCount(key);
      while (count.writing !== undefined) await count.writing;
      const from = now.getTime() - limit.windowMs;
      // Until the oldest hit has left the window, the database would admit none, unless the clock was set back.
      const oldest = count.rejected?.oldest;
      if (oldest !== undefined && oldest <= now && oldest.getTime() > from) {
        throw limitError(limit, oldest, now);
      }
      count.pending = [...count.pending.filter((time) => time.getTime() > from), now];
      const free = Math.min(Math.ceil(limit.count / BATCHES) - 1, limit.count - count.stored);
      if (count.pending.length <= free) return;
      const written = recordHits(db, key, limit, count.pending);
      count.pending = [];
      count.writing = written.then(
        () => {},
        () => {},
      );
      try {
        const hit = await written;
        count.stored = hit.count;
        count.rejected = hit.admitted ? undefined : hit;
        if (!hit.admitted) throw limitError(limit, hit.oldest, now);
      } finally {
        count.writing = undefined;
      }
    },
    /** Removes the last attempt, because it turned out to be legitimate. */
    restore: (limit: Limit, who: string) => removeLastHit(db, rateLimitKey(limit, who)),
    /** Removes all attempts, because the user has proved to be the owner of the account. */
    reset: (limit: Limit, who: string) => deleteHits(db, rateLimitKey(limit, who)),
  };
}

/** A rate limiter without limits, for load tests (RATE_LIMITS=off). */
export const UNLIMITED: RateLimiter = {
  consume: async () => 0,
  consumeRead: async () => {},
  restore: async () => {},
  reset: async () => {},
};

function limitError(limit: Limit, oldest: Date, now: Date): ApiError {
  const retryAfterMs = oldest.getTime() + limit.windowMs - now.getTime();
  return new ApiError(429, 'TOO_MANY_REQUESTS', { retryAfter: Math.max(1, Math.ceil(retryAfterMs / 1000)) });
}

/** Accounts and addresses are hashed, because the table needs no personal data. */
function rateLimitKey(limit: Limit, who: string): string {
  return `${limit.name}:${createHash('sha256').update(who).digest('base64url')}`;
}

type ReadCount = {
  /** Reads that are not in the database yet. */
  pending: Date[];
  /** How many hits the database had after the last batch. */
  stored: number;
  /** The last read that the database did not admit. */
  rejected: Hit | undefined;
  /** Settles when the batch that is being written has been written, or has failed. */
  writing: Promise<void> | undefined;
};
