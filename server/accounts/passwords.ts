import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import { HASH_QUEUE } from '../config/limits.ts';
import { ApiError } from '../http/api-error.ts';
import { PASSWORD_COST, type PasswordCost } from './password-cost.ts';

type ScryptTask = {
  password: string;
  salt: Uint8Array;
  length: number;
  cost: PasswordCost & { maxmem: number };
};

const KEY_BYTES = 32;
const MAX_MEMORY = 64 * 1024 * 1024;
const RETRY_AFTER_SECONDS = 2;
// The build copies the folder beside the bundle, so the path is the same in both places.
const WORKER = join(import.meta.dirname, 'workers/scrypt.js');

/** The hash of a random password: comparing with it takes as long as with a customer's, and never succeeds. */
export const UNKNOWN_USER_HASH = [
  'scrypt',
  PASSWORD_COST.N,
  PASSWORD_COST.r,
  PASSWORD_COST.p,
  randomBytes(16).toString('base64'),
  randomBytes(KEY_BYTES).toString('base64'),
].join('$');

let pool: Piscina<ScryptTask, Uint8Array> | undefined;

/**
 * Hashes run on threads of their own, at most one less than there are cores: on libuv's pool they would delay
 * every file, every DNS lookup and every compressed response, and on all cores they would delay every request.
 */
function hashPool(): Piscina<ScryptTask, Uint8Array> {
  pool ??= new Piscina<ScryptTask, Uint8Array>({
    filename: WORKER,
    minThreads: 0,
    maxThreads: Math.max(1, availableParallelism() - 1),
    maxQueue: HASH_QUEUE,
    idleTimeout: 60_000,
  });
  return pool;
}

/**
 * Returns `scrypt$N$r$p$salt$key`: the cost is part of the hash, so that it can be raised later.
 * @throws ApiError 503 where too many hashes wait already
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await deriveKey(password, salt, KEY_BYTES, PASSWORD_COST);
  return [
    'scrypt',
    PASSWORD_COST.N,
    PASSWORD_COST.r,
    PASSWORD_COST.p,
    salt.toString('base64'),
    key.toString('base64'),
  ].join('$');
}

/** @throws ApiError 503 where too many hashes wait already */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = hash.split('$');
  if (scheme !== 'scrypt' || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, 'base64');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const actual = await deriveKey(password, Buffer.from(salt, 'base64'), expected.length, cost);
  return timingSafeEqual(actual, expected);
}

/** NFKC, so that the same letters typed on another keyboard are the same password. */
async function deriveKey(
  password: string,
  salt: Uint8Array,
  length: number,
  cost: PasswordCost,
): Promise<Buffer> {
  const threads = hashPool();
  if (threads.queueSize >= HASH_QUEUE) {
    throw new ApiError(503, 'SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });
  }
  return Buffer.from(
    await threads.run({
      password: password.normalize('NFKC'),
      salt,
      length,
      cost: { ...cost, maxmem: MAX_MEMORY },
    }),
  );
}
