const LOCK_PREFIX = 'send-draft ';
const STORAGE_KEY = 'send-draft';

let lockedDraft: { id: string; release: () => void } | undefined;

/**
 * Which drafts other tabs have on their screens, by their ids. A tab that opens starts with none of them: two
 * people, or one with two requests, would write and send over each other. Empty where the browser has no locks.
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

/** The draft that this very tab had on its screen before it was loaded anew. */
export function draftIdOfThisTab(): string | undefined {
  try {
    return sessionStorage.getItem(STORAGE_KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Says which draft this tab has on its screen, to itself after a reload and to tabs that open. */
export function setOpenDraft(id: string | undefined): void {
  if (id === lockedDraft?.id) return;
  lockedDraft?.release();
  lockedDraft = undefined;
  try {
    if (id === undefined) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, id);
  } catch {
    // Then a reload starts like a tab that opens.
  }
  if (id === undefined) return;
  const showing = new Promise<void>((release) => {
    lockedDraft = { id, release };
  });
  // Shared: somebody may want one draft in two tabs.
  const holding = globalThis.navigator?.locks?.request(
    `${LOCK_PREFIX}${id}`,
    { mode: 'shared' },
    () => showing,
  );
  holding?.catch(() => undefined);
}
