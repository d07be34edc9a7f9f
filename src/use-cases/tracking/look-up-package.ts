import type { Failure } from '../../api/failure.ts';
import { trackOrder } from '../../api/orders.ts';
import { type TrackedPackage, useTracked } from '../../stores/tracked.ts';
import { currentAccount } from '../../stores/user.ts';
import { isNotFound, type RefreshResult, refreshRecord } from '../refresh-record.ts';

/**
 * Looks up a package by its tracking number, without an alert on failure, because the page shows the outcome.
 * @param signal aborts the look-up; its outcome is then `failed` without meaning
 */
export function lookUpPackage(number: string, signal?: AbortSignal): Promise<RefreshResult> {
  const owner = currentAccount();
  const guid = normalizeTrackingNumber(number);
  return refreshRecord({
    load: () => trackOrder(number.trim(), { signal, isQuiet: true }),
    readStored: () => {
      const stored = findTrackedPackage(useTracked.getState().list, guid);
      return { value: stored?.tracking, updatedAt: stored?.at };
    },
    store: (tracking, at) =>
      useTracked.getState().upsert({ guid, tracking, at, ...(owner === undefined ? {} : { owner }) }),
    onFailure: (failure) => {
      if (!isUnknownNumber(failure)) return undefined;
      useTracked.getState().remove(guid);
      return { kind: 'notFound' };
    },
  });
}

/** The server rejects a malformed number with 400; no package can have such a number either. */
function isUnknownNumber(failure: Failure): boolean {
  return isNotFound(failure) || (failure.kind === 'http' && failure.status === 400);
}

/** The stored package with this tracking number. */
export function findTrackedPackage(
  list: readonly TrackedPackage[],
  number: string,
): TrackedPackage | undefined {
  return list.find(({ guid }) => guid === normalizeTrackingNumber(number));
}

function normalizeTrackingNumber(number: string): string {
  return number.trim().toLowerCase();
}
