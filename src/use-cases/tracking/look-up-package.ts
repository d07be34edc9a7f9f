import { trackOrder } from '../../api/orders.ts';
import { type TrackedPackage, useTracked } from '../../stores/tracked.ts';
import { accountOf, useUser } from '../../stores/user.ts';
import { isSameRecord } from '../deliveries/refresh-result.ts';

/** What a look-up came to; `failed`: could not check, what is known stays. */
export type LookupResult = 'changed' | 'same' | 'notFound' | 'failed';

/** Asks where a package is, quietly: the page itself says what came of it. Given up, it could not be checked. */
export async function lookUpPackage(number: string, signal?: AbortSignal): Promise<LookupResult> {
  const account = accountOf(useUser.getState().user);
  const guid = number.trim();
  const result = await trackOrder(guid, { signal, isQuiet: true });
  if (accountOf(useUser.getState().user) !== account) return 'failed';
  const { upsert, remove } = useTracked.getState();
  if (!result.ok) {
    // A number that is not even well-formed is refused with 400; nobody has such a package either.
    const { failure } = result;
    if (failure.kind !== 'http' || (failure.status !== 404 && failure.status !== 400)) return 'failed';
    remove(normalizeTrackingNumber(guid));
    return 'notFound';
  }
  const before = findTrackedPackage(useTracked.getState().list, guid);
  upsert({
    guid: normalizeTrackingNumber(guid),
    answer: result.value,
    at: Date.now(),
    ...(account === undefined ? {} : { owner: account }),
  });
  return isSameRecord(before?.answer, result.value) ? 'same' : 'changed';
}

/** What this device knows of a tracking number. */
export function findTrackedPackage(
  list: readonly TrackedPackage[],
  number: string,
): TrackedPackage | undefined {
  return list.find(({ guid }) => guid === normalizeTrackingNumber(number));
}

function normalizeTrackingNumber(number: string): string {
  return number.trim().toLowerCase();
}
