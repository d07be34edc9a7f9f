import { call, hasStatus } from '../../api/client.ts';
import { TRACKING_NUMBER } from '../../contract/tracking-number.ts';
import type { RefreshOutcome } from '../../domain/read-failure.ts';
import { findPackageOfRequest, type TrackedPackage, useTracked } from '../../stores/tracked.ts';
import { currentAccount } from '../../stores/user.ts';
import { refreshRecord } from '../refresh-record.ts';

/**
 * Looks up a package by its tracking number, without an alert on failure, because the page shows the outcome.
 * @param signal aborts the lookup; its outcome is then `failed` without meaning
 * @param requestId the guest's request that became this package, if it is known
 */
export function lookUpPackage(
  number: string,
  signal?: AbortSignal,
  requestId?: number | string,
): Promise<RefreshOutcome> {
  const owner = currentAccount();
  const guid = normalizeTrackingNumber(number);
  return refreshRecord({
    load: () => call('trackOrder', { params: { orderGuid: number.trim() }, signal, isQuiet: true }),
    readStored: () => {
      const stored = findTrackedPackage(useTracked.getState().list, guid);
      return { value: stored?.tracking, updatedAt: stored?.at };
    },
    store: (tracking, at) => {
      const { list, upsert } = useTracked.getState();
      const known = findTrackedPackage(list, guid);
      const knownId = requestId ?? known?.requestId;
      // What a guest has looked up before belongs to the device, and stays after a log-out.
      const isOfDevice = known !== undefined && known.owner === undefined;
      upsert({
        guid,
        tracking,
        at,
        ...(owner !== undefined && !isOfDevice && { owner }),
        ...(knownId !== undefined && { requestId: knownId }),
      });
    },
    onFailure: (failure) => {
      // The server rejects a malformed number with 400; no package can have such a number either.
      if (!hasStatus(failure, 404) && !hasStatus(failure, 400)) return undefined;
      useTracked.getState().remove(guid);
      return { kind: 'notFound' };
    },
  });
}

/** Stores the package of a guest's request once its number is known, so that this device finds it without the number. (TRK-17) */
export function storeGuestPackage(request: {
  id: number | string;
  trackingNumber?: string | null | undefined;
}): void {
  const { id, trackingNumber } = request;
  if (!trackingNumber || findPackageOfRequest(useTracked.getState().list, id)) return;
  void lookUpPackage(trackingNumber, undefined, id);
}

export function findTrackedPackage(
  list: readonly TrackedPackage[],
  number: string,
): TrackedPackage | undefined {
  return list.find(({ guid }) => guid === normalizeTrackingNumber(number));
}

/** A UUID is the same in both cases. An API with numbers of another form may tell the cases apart. */
function normalizeTrackingNumber(number: string): string {
  const trimmed = number.trim();
  return TRACKING_NUMBER.test(trimmed) ? trimmed.toLowerCase() : trimmed;
}
