import { createHash } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import { claimKey, findKey, freeKey, keepAnswer } from './queries/idempotency.ts';
import { SandboxError } from './stripe-error.ts';

type Answer = { status: number; body: unknown };

/**
 * Answers a repeated POST with the first answer, as Stripe does. A request that was refused for how it was
 * written may be repeated with the same key; the same key for something else is an error.
 */
export async function once(
  db: Db,
  now: Date,
  key: string | undefined,
  request: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return work();
  const fingerprint = createHash('sha256').update(request).digest('hex');
  if (!(await claimKey(db, key, fingerprint, now))) return firstAnswer(db, key, fingerprint);
  try {
    const answer = await work();
    await keepAnswer(db, key, answer);
    return answer;
  } catch (error) {
    await freeKey(db, key);
    throw error;
  }
}

async function firstAnswer(db: Db, key: string, fingerprint: string): Promise<Answer> {
  const first = await findKey(db, key);
  if (first !== undefined && first.fingerprint !== fingerprint) {
    throw new SandboxError(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    });
  }
  if (first?.status === null || first === undefined) {
    throw new SandboxError(409, {
      type: 'idempotency_error',
      code: 'idempotency_key_in_use',
      message: 'There is currently another in-progress request using this Idempotency Key.',
    });
  }
  return { status: first.status, body: first.body };
}
