import type { Limit } from '../config/limits.ts';

type ReadCount = {
  /** Reads that are not in the database yet. */
  pending: Date[];
  /** How many hits the database had after the last batch. */
  stored: number;
  /** Settles when the batch that is being written has been written, or has failed. */
  writing: Promise<void> | undefined;
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
    const added: ReadCount = { pending: [], stored: 0, writing: undefined };
    counts.set(key, added);
    // Forgetting the oldest client forgives it less than one batch.
    const [oldest] = counts.keys();
    if (counts.size > MAX_KEYS && oldest !== undefined) counts.delete(oldest);
    return added;
  }

  return {
    /**
     * Counts a read. Calls `write` if this read fills a batch or may be the one that exceeds the limit, and returns
     * its result. Reads that arrive during a write wait for it, so that many at once need few writes.
     */
    async count<Hit extends { count: number }>(
      key: string,
      limit: Limit,
      now: Date,
      write: (hits: readonly Date[]) => Promise<Hit>,
    ): Promise<Hit | undefined> {
      const count = find(key);
      while (count.writing !== undefined) await count.writing;
      const from = now.getTime() - limit.windowMs;
      count.pending = [...count.pending.filter((time) => time.getTime() > from), now];
      const free = Math.min(Math.ceil(limit.count / BATCHES) - 1, limit.count - count.stored);
      if (count.pending.length <= free) return undefined;
      const written = write(count.pending);
      count.pending = [];
      count.writing = written.then(
        () => {},
        () => {},
      );
      try {
        const hit = await written;
        count.stored = hit.count;
        return hit;
      } finally {
        count.writing = undefined;
      }
    },
  };
}
