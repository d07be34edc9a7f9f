import { createECDH, createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { PushMessage } from '../../src/contract/push.ts';
import { parseRetryAfter } from '../../src/contract/retry-after.ts';
import { displayStatusOfOrder } from '../../src/contract/status.ts';
import type { Db } from '../db/database.ts';
import type { Clock, JobHandlers } from '../dependencies.ts';
import { failureOfStatus, PermanentFailure, RetryLater } from '../jobs/repeat.ts';
import type { OrderRow } from '../queries/orders.ts';
import { confirmPush, deletePush, findPushSubject, pushJob, readOrStorePushKey } from '../queries/push.ts';
import { encryptPush } from './encrypt.ts';
import { isAllowedEndpoint, lookupPublicAddress } from './push-endpoint.ts';

type PushDependencies = {
  db: Db;
  clock: Clock;
  keys: VapidKeys;
  /** A `mailto:` or `https:` address, for the operators of push services. */
  contact: string;
  allowsLocal: boolean;
};

/** How long a push service keeps a message for a device that is offline, and how long we try to send it. */
const PUSH_TTL_MS = 24 * 3600_000;
const PUSH_TIMEOUT_MS = 10_000;
/** The subscription has ended: the browser was uninstalled, or the user has withdrawn the permission. */
const GONE = new Set([404, 410]);

/** Sends the current state of a package to one device. (PRD-81) */
export function pushJobs(dependencies: PushDependencies): JobHandlers {
  const { db, clock, allowsLocal } = dependencies;
  return pushJob.handle(async ({ subscriptionId, orderId, queued }) => {
    const subject = await findPushSubject(db, subscriptionId, orderId);
    const isOutdated = clock.now().getTime() - Date.parse(queued) > PUSH_TTL_MS;
    if (subject === undefined || isOutdated) return;
    const { subscription, order } = subject;
    if (!isAllowedEndpoint(subscription.endpoint, allowsLocal)) {
      throw new PermanentFailure('The address of the push service is not allowed.');
    }
    const message = messageOf(order, subscription.sessionId !== null);
    const { status, retryAfter } = await post(dependencies, {
      endpoint: new URL(subscription.endpoint),
      // While a device is offline its push service stores only the newest message of a topic, of up to 32 characters.
      topic: createHash('sha256').update(order.guid).digest('base64url').slice(0, 32),
      body: encryptPush(JSON.stringify(message), subscription),
    });
    if (GONE.has(status)) return deletePush(db, subscription.endpoint);
    if (status >= 200 && status < 300) return confirmPush(db, subscription.endpoint, clock.now());
    const delayMs = parseRetryAfter(retryAfter, clock.now().getTime());
    // A push service cannot postpone a message beyond its life.
    const boundedMs = delayMs && Math.min(delayMs, PUSH_TTL_MS);
    throw failureOfStatus('push service', status, boundedMs || undefined);
  });
}

function messageOf(order: OrderRow, isCustomers: boolean): PushMessage {
  return {
    guid: order.guid,
    status: displayStatusOfOrder(order),
    day: order.deliveryDate,
    slot: order.deliveryTime?.slice(0, 100) ?? null,
    isCustomers,
  };
}

type PushRequest = { endpoint: URL; topic: string; body: Buffer };

/** It follows no redirect, because that could lead to an address that is not allowed. */
function post(
  { keys, contact, clock, allowsLocal }: PushDependencies,
  { endpoint, topic, body }: PushRequest,
): Promise<{ status: number; retryAfter: string | undefined }> {
  return new Promise((resolve, reject) => {
    const { request } = endpoint.protocol === 'http:' ? http : https;
    const outgoing = request(endpoint, {
      method: 'POST',
      headers: {
        authorization: vapidAuthorization(keys, { endpoint, contact, now: clock.now() }),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        ttl: PUSH_TTL_MS / 1000,
        topic,
        urgency: 'normal',
      },
      signal: AbortSignal.timeout(PUSH_TIMEOUT_MS),
      ...(allowsLocal ? {} : { lookup: lookupPublicAddress }),
    });
    outgoing.on('error', reject);
    // After a change to another protocol (101) Node.js closes the connection without an error and without a response.
    outgoing.on('close', () => reject(new RetryLater('The push service closed the connection.')));
    outgoing.on('response', (response) => {
      // No one reads the body, which could be of any length.
      response.destroy();
      resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] });
    });
    outgoing.end(body);
  });
}

const CURVE = 'prime256v1';
/** Push services accept at most 24 hours. */
const TOKEN_LIFE_S = 12 * 60 * 60;

/** The key pair that identifies this server to push services (RFC 8292). */
type VapidKeys = ReturnType<typeof toVapidKeys>;

/** Reads the key from the database, in which the first start stores it. */
export async function loadVapidKeys(db: Db): Promise<VapidKeys> {
  return toVapidKeys(await readOrStorePushKey(db, generatePrivateKey()));
}

/** @param secret 32 bytes in base64url @throws if they are no private key of the curve P-256 */
export function toVapidKeys(secret: string) {
  const ecdh = createECDH(CURVE);
  ecdh.setPrivateKey(Buffer.from(secret, 'base64url'));
  const point = ecdh.getPublicKey();
  const coordinate = (start: number) => point.subarray(start, start + 32).toString('base64url');
  return {
    /** The uncompressed point in base64url, which browsers need to subscribe. */
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({
      format: 'jwk',
      key: { kty: 'EC', crv: 'P-256', d: secret, x: coordinate(1), y: coordinate(33) },
    }),
  };
}

function generatePrivateKey(): string {
  return generateKeyPairSync('ec', { namedCurve: CURVE }).privateKey.export({ format: 'jwk' }).d ?? '';
}

/** The Authorization header for one push service. @param contact a `mailto:` or `https:` address of the operator */
function vapidAuthorization(
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
