import { createHash } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { tryIdempotencyLock } from '../queries/locks.ts';
import { ApiError } from './api-error.ts';

type IdempotentRow = { idempotencyHash: string | null };
type IdempotencyKey = { owner: string; key: string | undefined; hash: string | null };

/** Hashes a parsed body. Its fields are in the schema's order, so equal bodies have equal hashes. */
export function hashBody(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('base64url');
}

/**
 * Creates a row at most once per (owner, key). The key is a column of the row, so both are stored or neither.
 * @throws ApiError 422 if the key was used with another body, 409 while the first request is in progress
 */
export async function createOnce<Row, Existing extends Row & IdempotentRow>(
  db: Db,
  { owner, key, hash }: IdempotencyKey,
  steps: {
    find: (tx: Db, key: string) => Promise<Existing | undefined>;
    insert: (tx: Db) => Promise<Row | undefined>;
    /**
     * Whether `insert` is one statement that inserts nothing if the key exists. It then needs neither a transaction nor
     * a lock, and only a repeated request continues with them.
     */
    isSingleStatement?: boolean;
  },
): Promise<{ row: Row; isReplay: boolean }> {
  if (steps.isSingleStatement) {
    const row = await steps.insert(db);
    if (row !== undefined) return { row, isReplay: false };
  }
  return db.transaction(async (tx) => {
    if (key !== undefined) {
      if (!(await tryIdempotencyLock(tx, owner, key))) throw inProgressError();
      const known = await steps.find(tx, key);
      if (known !== undefined) {
        if (known.idempotencyHash !== hash) throw new ApiError(422, 'IDEMPOTENCY_KEY_REUSED');
        return { row: known, isReplay: true };
      }
    }
    const row = await steps.insert(tx);
    // The unique index rejects the second row if two requests get this far.
    if (row === undefined) throw inProgressError();
    return { row, isReplay: false };
  });
}

function inProgressError(): ApiError {
  return new ApiError(409, 'IDEMPOTENCY_IN_PROGRESS', { retryAfter: 1 });
}
