import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { Piscina } from 'piscina';
import { PASSWORD_TOO_EASY } from '../../src/contract/errors.ts';
import { isGuessablePassword } from '../../src/contract/guessable-password.ts';
import { HASH_MAX_WAIT_MS, HASH_QUEUE } from '../config/limits.ts';
import { invalidFieldError } from '../http/api-error.ts';
import { PASSWORD_COST, type PasswordCost } from './password-cost.ts';
import { createTurnQueue, type Turn } from './turn-queue.ts';

type ScryptTask = {
  password: string;
  salt: Uint8Array;
  length: number;
  cost: PasswordCost & { maxmem: number };
  /** How far the thread gives way to others, as in nice(2). */
  niceness: number;
};

/** Known: a session, or a device that has logged in to the account before. Such requests wait for no strangers. */
export type HashTurn = Turn & { isKnown: boolean };

/** What a request can do when its turn has come. */
export type Hasher = {
  hash(password: string): Promise<string>;
  verify(password: string, hash: string): Promise<boolean>;
};

const KEY_BYTES = 32;
const MAX_MEMORY = 64 * 1024 * 1024;
// The build copies the folder beside the bundle, so the path is the same in both places.
const WORKER = join(import.meta.dirname, 'workers/scrypt.js');

/** The hash of a random password: comparing with it takes as long as with a customer's, and never succeeds. */
export const UNKNOWN_USER_HASH = serialize(randomBytes(16), randomBytes(KEY_BYTES));

/**
 * Hashes run on threads of their own: on libuv's pool they would delay every file, every DNS lookup and every
 * compressed response. Strangers' threads, one less than there are cores, give way to everything else. A thread of
 * its own hashes for known devices, so that no flood of logins delays them.
 */
const LANES = {
  known: createLane({ threads: 1, niceness: 0 }),
  strangers: createLane({ threads: Math.max(1, availableParallelism() - 1), niceness: 10 }),
};

function createLane({ threads, niceness }: { threads: number; niceness: number }) {
  let pool: Piscina<ScryptTask, Uint8Array> | undefined;
  const deriveKey = async (password: string, salt: Uint8Array, length: number, cost: PasswordCost) => {
    pool ??= new Piscina<ScryptTask, Uint8Array>({
      filename: WORKER,
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: 60_000,
    });
    // NFKC: the same letters typed on another keyboard are the same password.
    const text = password.normalize('NFKC');
    const task = { password: text, salt, length, cost: { ...cost, maxmem: MAX_MEMORY }, niceness };
    return Buffer.from(await pool.run(task));
  };
  const run = createTurnQueue({ slots: threads, capacity: HASH_QUEUE, maxWaitMs: HASH_MAX_WAIT_MS });
  const hasher: Hasher = {
    async hash(password) {
      const salt = randomBytes(16);
      return serialize(salt, await deriveKey(password, salt, KEY_BYTES, PASSWORD_COST));
    },
    async verify(password, hash) {
      const [scheme, N, r, p, salt, key] = hash.split('$');
      if (scheme !== 'scrypt' || salt === undefined || key === undefined) return false;
      const expected = Buffer.from(key, 'base64');
      const cost = { N: Number(N), r: Number(r), p: Number(p) };
      const actual = await deriveKey(password, Buffer.from(salt, 'base64'), expected.length, cost);
      return timingSafeEqual(actual, expected);
    },
  };
  return { run, hasher };
}

/**
 * Waits for a free thread and runs a task that hashes passwords on it.
 * @throws ApiError 503 or 408 if the turn never came; the task has not started then
 */
export function takeHashTurn<T>(turn: HashTurn, task: (hasher: Hasher) => Promise<T>): Promise<T> {
  const { run, hasher } = turn.isKnown ? LANES.known : LANES.strangers;
  return run(turn, () => task(hasher));
}

/** The turn of the server itself. */
const OWN_TURN: HashTurn = { isKnown: true, rank: 0 };

/** @throws ApiError as `takeHashTurn` */
export function hashPassword(password: string, turn = OWN_TURN): Promise<string> {
  return takeHashTurn(turn, (hasher) => hasher.hash(password));
}

/** Whether a hash was made with another cost than the current one. */
export function isOutdated(hash: string): boolean {
  return !hash.startsWith(costPrefix());
}

/** `scrypt$N$r$p$salt$key`: the cost is part of the hash, so that it can be raised later. */
function serialize(salt: Buffer, key: Buffer): string {
  return `${costPrefix()}${salt.toString('base64')}$${key.toString('base64')}`;
}

function costPrefix(): string {
  const { N, r, p } = PASSWORD_COST;
  return `scrypt$${N}$${r}$${p}$`;
}

/** Logs how long this machine needs for one password, so that operators see whether its cost suits the machine. */
export async function reportHashTime(log: Logger): Promise<void> {
  try {
    log.info({ ms: Math.round(await measureHash()), ...PASSWORD_COST }, 'time of a password hash');
  } catch (error) {
    log.warn({ err: error }, 'the time of a password hash was not measured');
  }
}

/**
 * In milliseconds. Each of its hashes lets all waiting requests pass. It takes the thread of known devices: on a busy
 * machine a hash on the others lasts so long that a login behind it would be rejected.
 */
async function measureHash(): Promise<number> {
  const turn = { isKnown: true, rank: Number.POSITIVE_INFINITY };
  // The first hash starts the thread.
  await hashPassword('', turn);
  return takeHashTurn(turn, async (hasher) => {
    const started = performance.now();
    await hasher.hash('');
    return performance.now() - started;
  });
}

/** The build copies the list beside the bundle. */
const PLACES = ['lists', '../../src/contract/lists'].map((folder) =>
  join(import.meta.dirname, folder, 'common-passwords.generated.txt'),
);

let common: ReadonlySet<string> | undefined;

/**
 * Rejects a new password that is easy to guess. The page explains this before it sends anything; the server decides.
 * @throws ApiError 400 for the field
 */
export function rejectGuessablePassword(password: string, field: string): void {
  common ??= new Set(
    readFileSync(PLACES.find(existsSync) ?? '', 'utf8')
      .trim()
      .split('\n'),
  );
  if (isGuessablePassword(password, common)) {
    throw invalidFieldError(field, PASSWORD_TOO_EASY);
  }
}
