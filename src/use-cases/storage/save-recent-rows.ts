import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import { REQUEST_STATUS } from '../../contract/status.ts';
import { useDelivery } from '../../stores/delivery.ts';
import { isOlder } from '../../stores/list.ts';
import {
  checksumOf,
  RECENT_ROWS_KEY,
  RECENT_ROWS_MAX,
  RECENT_ROWS_VERSION,
  type RecentDeliveries,
  type RecentRows,
  useRecentDeliveries,
} from '../../stores/recent-rows.ts';
import { isOfCurrentUser, useTracked } from '../../stores/tracked.ts';
import { currentAccount, savedAccount } from '../../stores/user.ts';

/** Local storage has a quota of about five million characters, which the session and pending writes need too. */
const TEXT_MAX_LENGTH = 200_000;

/** Saves the newest rows whenever the lists change. Call it when the rows of the database are shown. */
export function persistRecentRows(): () => void {
  useRecentDeliveries.getState().reset();
  save();
  const unsubscribes = [useDelivery.subscribe(save), useTracked.subscribe(save)];
  return () => {
    for (const unsubscribe of unsubscribes) unsubscribe();
  };
}

function save(): void {
  const account = currentAccount();
  const tracked = useTracked.getState().list.filter(isOfCurrentUser);
  saveRows({ account, deliveries: recentDeliveries(account), tracked: tracked.slice(0, RECENT_ROWS_MAX) });
}

/** The first rows of My Deliveries, which begins with the active deliveries, and of Package Tracking. */
function recentDeliveries(account: string | undefined): RecentDeliveries | undefined {
  const { owner, list, listUpdatedAt, updatedAt } = useDelivery.getState();
  if (account === undefined || owner !== account || listUpdatedAt === undefined) return undefined;
  const active = list.filter(({ status }) => status !== REQUEST_STATUS.closed);
  const shown = new Set([...newestOf(list), ...newestOf(active)]);
  return {
    list: [...shown],
    listUpdatedAt,
    updatedAt: Object.fromEntries([...shown].map(({ id }) => [id, updatedAt[id] ?? listUpdatedAt])),
  };
}

/** Sorting a long list after each change would take longer than finding its first rows. */
function newestOf(list: readonly DeliveryRequest[]): DeliveryRequest[] {
  const newest: DeliveryRequest[] = [];
  for (const delivery of list) {
    const last = newest.at(-1);
    if (newest.length === RECENT_ROWS_MAX && last !== undefined && isOlder(delivery, last)) continue;
    newest.push(delivery);
    newest.sort((a, b) => (isOlder(a, b) ? 1 : -1));
    newest.splice(RECENT_ROWS_MAX);
  }
  return newest;
}

/** Saves nothing if another tab has just logged out or changed the account. */
function saveRows(rows: RecentRows): void {
  try {
    if (savedAccount() !== rows.account) return;
    const text = JSON.stringify(rows);
    const isEmpty = rows.deliveries === undefined && rows.tracked.length === 0;
    // Old rows must not remain if the new ones cannot be stored.
    localStorage.removeItem(RECENT_ROWS_KEY);
    if (isEmpty || text.length > TEXT_MAX_LENGTH) return;
    localStorage.setItem(RECENT_ROWS_KEY, `${RECENT_ROWS_VERSION} ${checksumOf(text)} ${text}`);
  } catch {
    // The storage is full or blocked. The database has the same rows.
  }
}
