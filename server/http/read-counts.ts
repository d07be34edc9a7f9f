import type { Limit } from '../config/limits.ts';

type ReadCount = {
  /** Reads that are not in the database yet. */
  pending: Date[];
  /** How many hits the database had after the last batch. */
  stored: number;
  /** Batches that are being written. Until the database responds, every read is a batch of its own. */
  inFlight: number;
};

/** A full batch is this part of a limit: a tenth. */
const BATCHES = 10;
const MAX_KEYS = 10_000;

/** Counts the reads of each client in memory and decides which of them the database has to count now. */
export function createReadCounts() {
  const counts = new Map<string, ReadCount>();

  function find(key: string): ReadCount {
    const known = counts.get(key);
    if (known !== undefined) return known;
    const added = { pending: [], stored: 0, inFlight: 0 };
    counts.set(key, added);
    // Forgetting the oldest client forgives it less than one batch.
    const [oldest] = counts.keys();
    if (counts.size > MAX_KEYS && oldest !== undefined) counts.delete(oldest);
    return added;
  }

  return {
    /** Counts a read. Returns the hits to write if this read may be the one that exceeds the limit, or fills a batch. */
    add(key: string, limit: Limit, now: Date): Date[] | undefined {
      const count = find(key);
      const from = now.getTime() - limit.windowMs;
      count.pending = [...count.pending.filter((time) => time.getTime() > from), now];
      if (count.inFlight === 0) {
        const free = Math.min(Math.ceil(limit.count / BATCHES) - 1, limit.count - count.stored);
        if (count.pending.length <= free) return undefined;
        // Responses can arrive in another order than the statements ran, so the highest of them counts.
        count.stored = 0;
      }
      const batch = count.pending;
      count.pending = [];
      count.inFlight += 1;
      return batch;
    },

    /** Notes that the database has counted a batch, and how many hits of the window it has now. */
    written(key: string, stored: number): void {
      const count = find(key);
      count.inFlight = Math.max(0, count.inFlight - 1);
      count.stored = Math.max(count.stored, stored);
    },
  };
}
