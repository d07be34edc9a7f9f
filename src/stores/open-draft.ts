const LOCK = 'send-draft ';
const KEY = 'send-draft';

let held: { id: string; letGo: () => void } | undefined;

/**
 * Which drafts other tabs have on their screens, by their ids. A tab that opens starts with none of them: two
 * people, or one with two requests, would write and send over each other. Empty where the browser has no locks.
 */
export async function draftsOpenElsewhere(): Promise<ReadonlySet<string>> {
  try {
    const { held: locks = [] } = await navigator.locks.query();
    const names = locks.flatMap(({ name }) => (name?.startsWith(LOCK) ? [name.slice(LOCK.length)] : []));
    return new Set(names.filter((id) => id !== held?.id));
  } catch {
    return new Set();
  }
}

/** The draft that this very tab had on its screen before it was loaded anew. */
export function draftOfThisTab(): string | undefined {
  try {
    return sessionStorage.getItem(KEY) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Says which draft this tab has on its screen, to itself after a reload and to tabs that open. */
export function showDraft(id: string | undefined): void {
  if (id === held?.id) return;
  held?.letGo();
  held = undefined;
  try {
    if (id === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, id);
  } catch {
    // Then a reload starts like a tab that opens.
  }
  if (id === undefined) return;
  const showing = new Promise<void>((letGo) => {
    held = { id, letGo };
  });
  // Shared: somebody may want one draft in two tabs.
  const holding = globalThis.navigator?.locks?.request(`${LOCK}${id}`, { mode: 'shared' }, () => showing);
  holding?.catch(() => undefined);
}
