import { createHash } from 'node:crypto';
import type { Db } from './db/database.ts';
import { ApiError } from './errors.ts';
import { tryCreationLock } from './queries/creation-lock.ts';

type Keyed = { idempotencyHash: string | null };
type Key = { owner: string; key: string | undefined; hash: string };

/** Of a parsed body, whose fields stand in the schema's order: equal bodies have equal hashes. */
export function bodyHash(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('base64url');
}

/**
 * Creates a row at most once per (owner, key): the key is a column of the row, so both exist or neither.
 * @throws ApiError 422 where the key came with another body, 409 while the first request is under way
 */
export async function createOnce<Row extends Keyed>(
  db: Db,
  { owner, key, hash }: Key,
  steps: {
    find: (tx: Db, key: string) => Promise<Row | undefined>;
    insert: (tx: Db) => Promise<Row | undefined>;
  },
): Promise<{ row: Row; isReplay: boolean }> {
  return db.transaction(async (tx) => {
    if (key !== undefined) {
      if (!(await tryCreationLock(tx, owner, key))) throw inProgress();
      const known = await steps.find(tx, key);
      if (known !== undefined) {
        if (known.idempotencyHash !== hash) throw new ApiError(422, 'IDEMPOTENCY_KEY_REUSED');
        return { row: known, isReplay: true };
      }
    }
    const row = await steps.insert(tx);
    // The unique index has the last word, should two ever get this far.
    if (row === undefined) throw inProgress();
    return { row, isReplay: false };
  });
}

function inProgress(): ApiError {
  return new ApiError(409, 'IDEMPOTENCY_IN_PROGRESS', { retryAfter: 1 });
}
