import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';

/**
 * A random number that recognises a device after its first login. It grants no access: it only prevents that a
 * customer's own device is locked out while somebody else guesses the password.
 */
const NAME = 'send_device';
const ID = /^[\w-]{22}$/;
const MAX_AGE_SECONDS = 400 * 24 * 3600;

export function deviceHash(context: Context): string | undefined {
  const id = getCookie(context, NAME);
  return id !== undefined && ID.test(id) ? hashOf(id) : undefined;
}

/** Returns the hash of the device's number and, if the device has none yet, the cookie with a new number. */
export function rememberDevice(context: Context, isSecure: boolean): { hash: string; cookie?: string } {
  const known = deviceHash(context);
  if (known !== undefined) return { hash: known };
  const id = randomBytes(16).toString('base64url');
  const cookie = generateCookie(NAME, id, {
    path: '/api',
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure,
    maxAge: MAX_AGE_SECONDS,
  });
  return { hash: hashOf(id), cookie };
}

/** The database stores only a hash, so that nobody who can read it can forge the cookie. */
function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
