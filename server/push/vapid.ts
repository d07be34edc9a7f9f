import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import type { Db } from '../db/database.ts';
import { readOrStorePushKey } from '../queries/push.ts';

const CURVE = 'prime256v1';
/** Push services accept at most 24 hours. */
const TOKEN_LIFE_S = 12 * 60 * 60;

/** The key pair that identifies this server to push services (RFC 8292). */
export type VapidKeys = {
  /** The uncompressed point in base64url, which browsers need to subscribe. */
  publicKey: string;
  privateKey: KeyObject;
};

/** Reads the key of the environment, else the one in the database, which the first start creates. */
export async function loadVapidKeys(db: Db, environmentKey: string | undefined): Promise<VapidKeys> {
  return toVapidKeys(environmentKey ?? (await readOrStorePushKey(db, generatePrivateKey())));
}

/** @param secret 32 bytes in base64url @throws if they are no private key of the curve P-256 */
export function toVapidKeys(secret: string): VapidKeys {
  const ecdh = createECDH(CURVE);
  ecdh.setPrivateKey(Buffer.from(secret, 'base64url'));
  const point = ecdh.getPublicKey();
  const coordinate = (start: number) => point.subarray(start, start + 32).toString('base64url');
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({
      format: 'jwk',
      key: { kty: 'EC', crv: 'P-256', d: secret, x: coordinate(1), y: coordinate(33) },
    }),
  };
}

/** Leading zeros are part of the 32 bytes. */
function generatePrivateKey(): string {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  const key = ecdh.getPrivateKey();
  return Buffer.concat([Buffer.alloc(32 - key.length), key]).toString('base64url');
}

/** The Authorization header for one push service. @param contact a `mailto:` or `https:` address of the operator */
export function vapidAuthorization(
  { publicKey, privateKey }: VapidKeys,
  { endpoint, contact, now }: { endpoint: URL; contact: string; now: Date },
): string {
  const exp = Math.floor(now.getTime() / 1000) + TOKEN_LIFE_S;
  const content = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: endpoint.origin, exp, sub: contact },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(content), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${content}.${signature.toString('base64url')}, k=${publicKey}`;
}
