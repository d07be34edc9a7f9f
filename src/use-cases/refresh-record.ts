import { call, type Failure, isPermanent, isPortalPage, type Query, type Result } from '../api/client.ts';
import type { ResponseBody } from '../contract/endpoints.ts';
import { isErrorCode } from '../contract/errors.ts';
import { LIST_PAGE_SIZE } from '../domain/limits.ts';
import { type RefreshOutcome, toFailedRead } from '../domain/read-failure.ts';
import { useApp } from '../stores/app.ts';
import { currentAccount } from '../stores/user.ts';
import { isReachableNow } from './connectivity/check-health.ts';

/** A read for a session that has ended. No one waits for its result any more. */
export const ABANDONED_READ = toFailedRead('stopped');

type RefreshOptions<T> = {
  load: () => Promise<Result<T>>;
  /** The record as the store has it now, and when the server last confirmed it. */
  readStored: () => { value: unknown; updatedAt: number | undefined };
  /** `requestedAt`: what was stored later than that is newer than the response. `next`: see `Result`. */
  store: (value: T, updatedAt: number, requestedAt: number, next: string | undefined) => void;
  /** Handles a failure that says something about the record; undefined: it is a failed read like any other. */
  onFailure?: (failure: Failure) => RefreshOutcome | undefined;
};

/**
 * Requests a record and stores it. A response from the service worker's cache is stored if it is newer than the
 * stored record, but the refresh still counts as failed, because the server has not confirmed it.
 */
export async function refreshRecord<T>({
  load,
  readStored,
  store,
  onFailure,
}: RefreshOptions<T>): Promise<RefreshOutcome> {
  const requestedAt = Date.now();
  const { updatedAt: updatedAtBefore } = readStored();
  const account = currentAccount();
  const result = await load();
  // A user has logged in or out meanwhile, and no one may see the data of another account.
  if (currentAccount() !== account) return ABANDONED_READ;
  if (!result.ok) return onFailure?.(result.failure) ?? explainFailure(result.failure);
  const { value, cachedAt, next } = result;
  const before = readStored();
  if (cachedAt !== undefined) {
    if ((before.updatedAt ?? 0) < cachedAt) store(value, cachedAt, cachedAt, next);
    return explainFailure(undefined);
  }
  // The user may have changed the record while the request was on its way. The time alone does not tell, because a
  // clock that was set back leaves records of the future.
  if (before.updatedAt !== updatedAtBefore && (before.updatedAt ?? 0) > requestedAt) return { kind: 'same' };
  store(value, Date.now(), requestedAt, next);
  // A page is compared with as many of the stored rows, which begin with the first page.
  const stored: unknown = before.value;
  const isPage = next !== undefined && Array.isArray(value) && Array.isArray(stored);
  const compared = isPage ? stored.slice(0, value.length) : stored;
  // On the first load everything is new, which is no change.
  const hasChanged = before.updatedAt !== undefined && JSON.stringify(compared) !== JSON.stringify(value);
  return { kind: hasChanged ? 'changed' : 'same' };
}

/**
 * Requests one page of a list and stores it. Returns where the page after it begins (undefined after the last one), or
 * false if the page could not be loaded.
 */
export async function loadPage<V extends 'listDeliveryRequests' | 'listPayments'>(
  list: V,
  query: Query,
  store: (rows: ResponseBody<V>, updatedAt: number) => void,
): Promise<string | undefined | false> {
  const search = query.search || undefined;
  const result = await call(list, { query: { limit: LIST_PAGE_SIZE, ...query, search }, isQuiet: true });
  if (!result.ok) return false;
  store(result.value, result.cachedAt ?? Date.now());
  // After a page without rows, and after one that links to itself, the app would read on without end.
  return result.value.length === 0 || result.next === query.after ? undefined : result.next;
}

/** Whether an API lacks this call. Web frameworks say so with a page or with a problem of their own. */
export function isCallMissing(failure: Failure): boolean {
  if (!('status' in failure) || ![404, 405, 501].includes(failure.status)) return false;
  return failure.kind === 'unexpectedResponse' || !isErrorCode(failure.problem?.title ?? '');
}

/** Whether a confirmation stays open for another attempt: the user has not canceled, and the call may succeed. */
export function mayRetry(failure: Failure): boolean {
  return failure.kind !== 'aborted' && !isPermanent(failure);
}

/**
 * Why a read has just failed. If the failure itself does not tell whether this device has a connection, this waits up to
 * a second for the health check that it has started. A page comes from a captive portal or from a failing server, which
 * only the check tells.
 * @param failure undefined if the network did not respond in time and the service worker returned its cached response
 */
export async function explainFailure(failure: Failure | undefined) {
  const isPage = failure !== undefined && isPortalPage(failure);
  if (failure === undefined || failure.kind === 'offline' || failure.kind === 'aborted' || isPage) {
    const isReachable = await isReachableNow(isPage);
    if (useApp.getState().needsNetworkSignIn) return toFailedRead('portal');
    if (!isReachable) return toFailedRead('offline');
    return toFailedRead(isPage ? 'serverError' : 'noResponse');
  }
  const retryAfterMs = 'retryAfterMs' in failure ? failure.retryAfterMs : undefined;
  return toFailedRead(isPermanent(failure) ? 'rejected' : 'serverError', retryAfterMs);
}
