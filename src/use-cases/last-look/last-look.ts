import * as v from 'valibot';
import type { DeliveryRequest } from '../../contract/delivery-request.ts';
import type { Tracking } from '../../contract/order.ts';
import { DISPLAY_STATUSES, displayStatusOfOrder } from '../../contract/status.ts';
import { readOr } from '../../device/or-warn.ts';
import { statusOf } from '../../domain/delivery-list.ts';
import { isFinal } from '../../domain/display-status.ts';
import { describeLookChange, describeLookChanges, type Look } from '../../domain/last-look-text.ts';
import { routeTitle } from '../../domain/place-labels.ts';

/** What a screen shows: a list of deliveries, the details of one, or a package that was looked up. */
export type Shown = readonly DeliveryRequest[] | DeliveryRequest | Tracking;

/** One stay on a screen. It compares with what was seen before it began, so that its line stays until it ends. */
export type Visit = { before: Looks; absences: number; line: string | undefined };

/** By screen and delivery, oldest first. */
type Looks = Record<string, Look>;

/** A log-out clears local storage, and with it what was seen. */
const STORAGE_KEY = 'send-last-looks';
const LOOKS_MAX = 200;
/** The newest deliveries of a list. The older ones have rarely anything new. */
const LIST_MAX = 100;
/** A user who returns to the page after this time looks again. */
const ABSENCE_MS = 5 * 60_000;

const StoredLooks = v.record(
  v.string(),
  v.object({ status: v.picklist(DISPLAY_STATUSES), day: v.string(), slot: v.string() }),
);

let hiddenAt: number | undefined;
let absences = 0;

document.addEventListener('visibilitychange', () => {
  const now = Date.now();
  if (document.visibilityState === 'hidden') hiddenAt = now;
  else if (hiddenAt !== undefined && now - hiddenAt >= ABSENCE_MS) absences += 1;
});

/**
 * Compares what a screen shows with what was seen before the visit, or with what it has shown first, and remembers it as
 * seen. Without a visit, or after a long absence, a new one begins. (PRD-80)
 */
export function compareWithLastLook(shown: Shown, visit: Visit | undefined): Visit {
  const entries = entriesOf(shown);
  const firstLooks = Object.fromEntries(entries.map(({ key, look }) => [key, look]));
  const before = { ...firstLooks, ...(visit?.absences === absences ? visit.before : readLooks()) };
  const changes = entries.flatMap(({ key, title, look }) => {
    const earlier = before[key];
    return earlier ? [{ title, before: earlier, after: look }] : [];
  });
  const [change] = changes;
  const now = Date.now();
  const line = isList(shown)
    ? describeLookChanges(changes, now)
    : change && describeLookChange(change.before, change.after, now);
  // No one looks at a page in the background.
  if (document.visibilityState !== 'hidden') {
    saveLooks(entries);
    void clearBadge();
  }
  return { before, absences, line };
}

/** A user who sees the statuses has seen what the notifications were about. */
async function clearBadge(): Promise<void> {
  try {
    if ('clearAppBadge' in navigator) await navigator.clearAppBadge();
  } catch (error) {
    console.info('The badge could not be cleared', error);
  }
}

type Entry = { key: string; title: string; look: Look; otherKeys?: string[] };

function entriesOf(shown: Shown): Entry[] {
  if (isList(shown)) {
    return shown.slice(0, LIST_MAX).map((delivery) => ({
      key: listKey(delivery.id),
      title: routeTitle(delivery),
      look: lookOf(statusOf(delivery), delivery.order),
    }));
  }
  if ('pickUpSnapshot' in shown) {
    const look = lookOf(statusOf(shown), shown.order);
    // What was seen in the details need not be told again in the list.
    return [{ key: `delivery/${shown.id}`, title: '', look, otherKeys: [listKey(shown.id)] }];
  }
  return [{ key: `parcel/${shown.guid}`, title: '', look: lookOf(displayStatusOfOrder(shown), shown) }];
}

function isList(shown: Shown): shown is readonly DeliveryRequest[] {
  return Array.isArray(shown);
}

function listKey(id: number): string {
  return `list/${id}`;
}

function lookOf(
  status: Look['status'],
  order: Pick<Tracking, 'deliveryDate' | 'deliveryTime'> | null | undefined,
): Look {
  return { status, day: order?.deliveryDate ?? '', slot: order?.deliveryTime ?? '' };
}

/** A delivery that has ended does not change any more, so that it needs no entry. */
function saveLooks(entries: readonly Entry[]): void {
  if (entries.length === 0) return;
  const looks = new Map(Object.entries(readLooks()));
  for (const { key, otherKeys = [], look } of entries) {
    for (const each of [key, ...otherKeys]) {
      looks.delete(each);
      if (!isFinal(look.status)) looks.set(each, look);
    }
  }
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(Object.fromEntries([...looks].slice(-LOOKS_MAX))));
  } catch (error) {
    console.info('What was seen could not be saved', error);
  }
}

function readLooks(): Looks {
  return readOr({}, () => v.parse(StoredLooks, JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}')));
}
