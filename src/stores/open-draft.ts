import { readOr } from '../device/or-warn.ts';

const LOCK_PREFIX = 'send-draft ';
const STORAGE_KEY = 'send-draft';

let lockedDraft: { id: string; release: () => void } | undefined;

/**
 * The ids of the drafts that are open in other tabs. A new tab opens none of them, because two tabs would overwrite
 * each other's changes. The result is empty if the browser has no Web Locks.
 */
export async function draftIdsInOtherTabs(): Promise<ReadonlySet<string>> {
  try {
    const { held: locks = [] } = await navigator.locks.query();
    const names = locks.flatMap(({ name }) =>
      name?.startsWith(LOCK_PREFIX) ? [name.slice(LOCK_PREFIX.length)] : [],
    );
    return new Set(names.filter((id) => id !== lockedDraft?.id));
  } catch {
    return new Set();
  }
}

/** The draft that this tab showed before it was reloaded. */
export function draftIdOfThisTab(): string | undefined {
  return readOr(undefined, () => sessionStorage.getItem(STORAGE_KEY) ?? undefined);
}

/** Records which draft this tab shows: in session storage for its next reload, and in a Web Lock for other tabs. */
export function setOpenDraft(id: string | undefined): void {
  if (id === lockedDraft?.id) return;
  lockedDraft?.release();
  lockedDraft = undefined;
  // Without session storage a reloaded tab starts like a new one.
  readOr(undefined, () =>
    id === undefined ? sessionStorage.removeItem(STORAGE_KEY) : sessionStorage.setItem(STORAGE_KEY, id),
  );
  if (id === undefined) return;
  const released = new Promise<void>((release) => {
    lockedDraft = { id, release };
  });
  // The lock is shared, because the user may open one draft in two tabs on purpose.
  const request = globalThis.navigator?.locks?.request(
    `${LOCK_PREFIX}${id}`,
    { mode: 'shared' },
    () => released,
  );
  // Without the lock the draft only counts as not open in this tab.
  request?.catch(() => undefined);
}
