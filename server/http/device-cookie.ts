import { createHash, randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';

/**
 * A random number that recognises a device after its first login. It grants no access: it only prevents that a
 * customer's own device is locked out while someone else guesses the password.
 */
const NAME = 'send_device';
/** Over https the browser accepts this name only from https, so that no page without it can set the cookie. */
const SECURE_NAME = `__Secure-${NAME}`;
const ID = /^[\w-]{22}$/;
const MAX_AGE_SECONDS = 400 * 24 * 3600;

export function deviceHash(context: Context, isSecure: boolean): string | undefined {
  const id = getCookie(context, nameOf(isSecure));
  return id !== undefined && ID.test(id) ? hashOf(id) : undefined;
}

/** Returns the hash of the device's number and, if the device has none yet, the cookie with a new number. */
export function rememberDevice(context: Context, isSecure: boolean): { hash: string; cookie?: string } {
  const known = deviceHash(context, isSecure);
  if (known !== undefined) return { hash: known };
  const id = randomBytes(16).toString('base64url');
  const cookie = generateCookie(nameOf(isSecure), id, {
    path: '/api',
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure,
    maxAge: MAX_AGE_SECONDS,
  });
  return { hash: hashOf(id), cookie };
}

const nameOf = (isSecure: boolean) => (isSecure ? SECURE_NAME : NAME);

/** The database stores only a hash, so that no one who can read it can forge the cookie. */
function hashOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
