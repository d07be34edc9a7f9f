import { createHash } from 'node:crypto';
import * as v from 'valibot';
import type { Db } from '../../db/database.ts';
import { claimKey, releaseKey, storeResponse } from './queries/rows.ts';
import { SandboxError } from './stripe-error.ts';

/** The body of a response, and the parameters that the call has ignored. */
const ApiResponse = v.object({ body: v.unknown(), ignored: v.string() });
type ApiResponse = v.InferOutput<typeof ApiResponse>;

const OTHER_PARAMETERS =
  'Keys for idempotent requests can only be used with the same parameters they were first used with.';
const IN_USE = 'There is currently another in-progress request using this Idempotency Key.';

/**
 * Returns the first response again for a repeated POST, as Stripe does. A request that was rejected as malformed may be
 * repeated with the same key. The same key for another request is an error.
 */
export async function withIdempotencyKey(
  db: Db,
  now: Date,
  key: string | undefined,
  request: string,
  work: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  if (key === undefined) return work();
  const fingerprint = createHash('sha256').update(request).digest('hex');
  const first = await claimKey(db, key, fingerprint, now);
  if (first !== undefined) {
    const type = 'idempotency_error';
    if (first.fingerprint !== fingerprint) throw new SandboxError(400, { type, message: OTHER_PARAMETERS });
    if (first.body !== null) return v.parse(ApiResponse, first.body);
    throw new SandboxError(409, { type, code: 'idempotency_key_in_use', message: IN_USE });
  }
  try {
    const response = await work();
    await storeResponse(db, key, response);
    return response;
  } catch (error) {
    await releaseKey(db, key);
    throw error;
  }
}
