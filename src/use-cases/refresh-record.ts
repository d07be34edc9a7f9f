import type { Failure, Result } from '../api/failure.ts';
import { currentAccount } from '../stores/user.ts';

/** The outcome of a refresh. `failed`: it could not be checked; `notFound`: the server no longer has the record. */
export type RefreshResult = 'changed' | 'same' | 'failed' | 'notFound';

type RefreshOptions<T> = {
  load: () => Promise<Result<T>>;
  /** The record as the store has it now, and when the server last confirmed it. */
  readStored: () => { value: unknown; updatedAt: number | undefined };
  /** `requestedAt`: what was stored later than that is newer than the response. */
  store: (value: T, updatedAt: number, requestedAt: number) => void;
  onFailure?: (failure: Failure) => RefreshResult;
};

/**
 * Requests a record and stores it. A response from the service worker's cache is stored if it is newer than the
 * stored record, but the refresh still counts as failed, because the server has not confirmed it.
 */
export async function refreshRecord<T>({
  load,
  readStored,
  store,
  onFailure = () => 'failed',
}: RefreshOptions<T>): Promise<RefreshResult> {
  const requestedAt = Date.now();
  const { updatedAt: updatedAtBefore } = readStored();
  const result = await requestForAccount(load);
  if (result === undefined) return 'failed';
  if (!result.ok) return onFailure(result.failure);
  const { value, cachedAt } = result;
  const before = readStored();
  if (cachedAt !== undefined) {
    if ((before.updatedAt ?? 0) < cachedAt) store(value, cachedAt, cachedAt);
    return 'failed';
  }
  // The person may have changed the record while the request was on its way. The time alone does not tell, because a
  // clock that was set back leaves records of the future.
  if (before.updatedAt !== updatedAtBefore && (before.updatedAt ?? 0) > requestedAt) return 'same';
  store(value, Date.now(), requestedAt);
  return JSON.stringify(before.value) === JSON.stringify(value) ? 'same' : 'changed';
}

/**
 * Runs a request. The result is undefined if somebody has logged in or out before the response arrived: nobody may
 * see the data of another account.
 */
export async function requestForAccount<T>(request: () => Promise<T>): Promise<T | undefined> {
  const account = currentAccount();
  const result = await request();
  return currentAccount() === account ? result : undefined;
}

export function isNotFound(failure: Failure): boolean {
  return failure.kind === 'http' && failure.status === 404;
}
