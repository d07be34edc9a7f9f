import { trackOrder } from '../api/orders.ts';
import { type TrackedPackage, useTracked } from '../stores/tracked.ts';
import { accountOf, useUser } from '../stores/user.ts';
import { isSameRecord } from './refresh.ts';

/** What a look-up came to; `failed`: could not check, what is known stays. */
export type Lookup = 'changed' | 'same' | 'notFound' | 'failed';

/** Asks where a package is, quietly: the page itself says what came of it. Given up, it could not be checked. */
export async function lookUpPackage(number: string, signal?: AbortSignal): Promise<Lookup> {
  const account = accountOf(useUser.getState().user);
  const guid = number.trim();
  const answer = await trackOrder(guid, { signal, isQuiet: true });
  if (accountOf(useUser.getState().user) !== account) return 'failed';
  const { keep, forget } = useTracked.getState();
  if (!answer.ok) {
    // A number that is not even well-formed is refused with 400; nobody has such a package either.
    const { failure } = answer;
    if (failure.kind !== 'http' || (failure.status !== 404 && failure.status !== 400)) return 'failed';
    forget(keyOf(guid));
    return 'notFound';
  }
  const before = trackedPackage(useTracked.getState().list, guid);
  keep({
    guid: keyOf(guid),
    answer: answer.value,
    at: Date.now(),
    ...(account === undefined ? {} : { owner: account }),
  });
  return isSameRecord(before?.answer, answer.value) ? 'same' : 'changed';
}

/** What this device knows of a tracking number. */
export function trackedPackage(list: readonly TrackedPackage[], number: string): TrackedPackage | undefined {
  return list.find(({ guid }) => guid === keyOf(number));
}

function keyOf(number: string): string {
  return number.trim().toLowerCase();
}
