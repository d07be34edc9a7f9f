import * as limits from '../config/limits.ts';
import { ApiError } from '../http/api-error.ts';
import type { RateLimiter } from '../http/rate-limiter.ts';
import { emailKey, type UserRow } from '../queries/users.ts';
import { isOutdated, takeHashTurn, UNKNOWN_USER_HASH } from './passwords.ts';
import type { Session } from './sessions.ts';
import type { Turn } from './turn-queue.ts';

/** Where a login comes from. */
export type LoginSource = {
  email: string;
  /** The hash of a device that has logged in to this account before. */
  knownDevice: string | undefined;
  clientAddress: string;
};

export type LoginCheck = {
  isRight: boolean;
  /** A hash of the right password with the current cost, if the stored one has another. */
  newHash?: string;
};

/**
 * Checks the password of a login. Only a password that is tried counts as a guess: neither a client that has left the
 * queue nor a server that is too busy uses up anyone's guesses.
 * @throws ApiError 429 if too many were tried, 503 if the server is too busy to try it
 */
export async function checkLogin(
  limiter: RateLimiter,
  source: LoginSource,
  { user, password, turn }: { user: UserRow | undefined; password: string; turn: Turn },
): Promise<LoginCheck> {
  const isKnown = source.knownDevice !== undefined;
  const client = source.knownDevice ?? source.clientAddress;
  // Who has logged in least often in the last minutes goes first, so that a flood waits behind its victims.
  const rank = await limiter.consume(limits.LOGIN_RATE_LIMIT, client);
  // A password is hashed for an unknown email too, so that the response time does not reveal who has an account.
  const hash = user?.passwordHash ?? UNKNOWN_USER_HASH;
  try {
    return await takeHashTurn({ isKnown, rank, signal: turn.signal }, async (hasher) => {
      const restoreGuess = await countGuess(limiter, source);
      if (!(await hasher.verify(password, hash)) || user === undefined) return { isRight: false };
      await restoreGuess();
      return { isRight: true, ...(isOutdated(hash) ? { newHash: await hasher.hash(password) } : {}) };
    });
  } catch (error) {
    const isBusy = error instanceof ApiError && error.status === 503;
    if (isBusy) await limiter.restore(limits.LOGIN_RATE_LIMIT, client);
    throw error;
  }
}

/**
 * Asks for the password of a customer who is logged in, before a change that a thief of the session must not make.
 * All such calls of one session count together, so that the thief cannot keep the owner from ending that session.
 * @throws ApiError 403 if it is wrong, 429 after too many guesses, 503 if the server is too busy to try it
 */
export async function confirmPassword(
  limiter: RateLimiter,
  { id, user }: Pick<Session, 'id' | 'user'>,
  password: string,
  turn: Turn,
): Promise<void> {
  await takeHashTurn({ ...turn, isKnown: true }, async (hasher) => {
    const who = `session ${id}`;
    await limiter.consume(limits.LOGIN_LIMIT, who);
    if (!(await hasher.verify(password, user.passwordHash))) throw new ApiError(403, 'UNAUTHORIZED');
    await limiter.restore(limits.LOGIN_LIMIT, who);
  });
}

/** Forgets all guesses at an account by this client and by strangers, because its owner has reset the password. */
export async function resetGuesses(
  limiter: RateLimiter,
  { email, clientAddress }: Omit<LoginSource, 'knownDevice'>,
  device: string | undefined,
): Promise<void> {
  const account = emailKey(email);
  await limiter.reset(limits.LOGIN_LIMIT, clientKey(account, clientAddress));
  if (device !== undefined) await limiter.reset(limits.LOGIN_LIMIT, deviceKey(account, device));
  await limiter.reset(limits.LOGIN_NEWCOMERS_LIMIT, account);
  await limiter.reset(limits.LOGIN_STRANGERS_LIMIT, account);
}

/**
 * Counts a guess and returns a function that takes it back. A known device has an allowance of its own. Any other
 * counts per client, and all of them together, so that guesses from many addresses end too. The first guesses of each
 * client have an allowance apart, so that a few clients that go on guessing leave a try to the owner on a new device.
 */
async function countGuess(limiter: RateLimiter, { email, knownDevice, clientAddress }: LoginSource) {
  const account = emailKey(email);
  const own = knownDevice === undefined ? clientKey(account, clientAddress) : deviceKey(account, knownDevice);
  const guesses = await limiter.consume(limits.LOGIN_LIMIT, own);
  const restoreOwn = () => limiter.restore(limits.LOGIN_LIMIT, own);
  if (knownDevice !== undefined) return restoreOwn;
  const shared: limits.Limit =
    guesses <= limits.LOGIN_FIRST_GUESSES ? limits.LOGIN_NEWCOMERS_LIMIT : limits.LOGIN_STRANGERS_LIMIT;
  try {
    await limiter.consume(shared, account);
  } catch (error) {
    await restoreOwn();
    throw error;
  }
  return async () => {
    await restoreOwn();
    await limiter.restore(shared, account);
  };
}

const clientKey = (account: string, clientAddress: string) => `${account} client ${clientAddress}`;
const deviceKey = (account: string, device: string) => `${account} device ${device}`;
