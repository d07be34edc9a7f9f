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

/** Browsers by the word in their User-Agent; the first match counts, because most name several. */
const BROWSERS: readonly [pattern: RegExp, name: string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** "Firefox on Linux": what customers recognise in the list of their sessions, and no more than that. */
export function deviceName(userAgent: string | undefined): string {
  const nameIn = (list: readonly [RegExp, string][]) =>
    list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const browser = nameIn(BROWSERS) ?? 'Unknown browser';
  const system = nameIn(SYSTEMS);
  return system === undefined ? browser : `${browser} on ${system}`;
}
