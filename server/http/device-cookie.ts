import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';

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

export function rememberDevice(context: Context, isSecure: boolean): string {
  const known = deviceHash(context);
  if (known !== undefined) return known;
  const id = randomBytes(16).toString('base64url');
  setCookie(context, NAME, id, {
    path: '/api',
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure,
    maxAge: MAX_AGE_SECONDS,
  });
  return hashOf(id);
}

/** The database stores only a hash, so that nobody who can read it can forge the cookie. */
function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
