import { createHmac, timingSafeEqual } from 'node:crypto';
import * as v from 'valibot';

/**
 * JSON Web Tokens with HMAC-SHA-256 and nothing else. The header is a constant that is compared as text, so a
 * token cannot choose an algorithm. Node computes the HMAC in microseconds on the calling thread; WebCrypto,
 * which JWT libraries use, would queue it on libuv's thread pool behind slow work.
 */
const HEADER = encode({ alg: 'HS256' });

const Claims = v.object({
  iss: v.string(),
  aud: v.string(),
  sub: v.pipe(v.string(), v.digits()),
  /** The session, and how often its token was renewed before. */
  sid: v.string(),
  gen: v.number(),
  iat: v.number(),
  nbf: v.optional(v.number()),
  exp: v.number(),
});
export type Claims = v.InferOutput<typeof Claims>;

export function signToken(claims: Claims, secret: Uint8Array): string {
  const signed = `${HEADER}.${encode(claims)}`;
  return `${signed}.${signature(signed, secret).toString('base64url')}`;
}

/** The claims of a token that one of the secrets signed; undefined for a forged or damaged one. */
export function verifyToken(token: string, secrets: readonly Uint8Array[]): Claims | undefined {
  const [header, payload, mac, ...rest] = token.split('.');
  if (header !== HEADER || payload === undefined || mac === undefined || rest.length > 0) return undefined;
  const given = Buffer.from(mac, 'base64url');
  const isSigned = secrets.some((secret) => {
    const expected = signature(`${header}.${payload}`, secret);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isSigned) return undefined;
  const parsed = v.safeParse(Claims, decode(payload));
  return parsed.success ? parsed.output : undefined;
}

function signature(text: string, secret: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(text).digest();
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
