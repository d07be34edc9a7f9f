import { createHmac } from 'node:crypto';

/** The hash is keyed, because somebody with the database could try all 90,000,000 plain hashes in a minute. */
export function hashCode(secret: Uint8Array, userId: number, code: number): string {
  return createHmac('sha256', secret).update(`code ${userId} ${code}`).digest('base64url');
}
