import { checkAge } from '../contract/age-check.ts';
import { orWarn } from '../device/or-warn.ts';
import type { Draft, DraftFields, DraftPlace, GuestDetails } from '../domain/draft.ts';
import { changedFields, DEFAULT_FIELDS, EMPTY_GUEST_DETAILS } from '../domain/draft-defaults.ts';
import type { RouteEndKey } from '../domain/route-ends.ts';
import type { WizardStep } from '../domain/wizard-steps.ts';
import { openBroadcastChannel } from '../outbox/channel.ts';
import { readSubmitTimes } from '../outbox/entry-store.ts';
import { createAutosave } from './autosave.ts';
import { beforeReload } from './before-reload.ts';
import { draftIdOfThisTab, draftIdsInOtherTabs, setOpenDraft } from './open-draft.ts';
import { savePendingWrites } from './pending-writes.ts';
import { createPersistedStore, type Persisted } from './persist.ts';
import { randomUuid } from './random-uuid.ts';
import { currentAccount } from './user.ts';

/** A draft is written at most this long after the last key press. */
const DRAFT_AUTOSAVE_MS = 300;
/** A draft of an account that does not log in again is deleted after this time, if two readings of the clock agree. */
export const HIDDEN_DRAFT_MS = 30 * 24 * 3600_000;
/** A removed draft is remembered for this time, so that no other tab brings it back. */
const DRAFT_REMOVAL_MS = 30 * 24 * 3600_000;

type NewDraft = {
  owner: string | undefined;
  fields: DraftFields;
  step: WizardStep;
  /** The id of an unsent request that is being corrected; a new draft gets an id of its own. */
  id?: string;
  guest?: GuestDetails;
  /** Set for input into the open form, which belongs to the stored draft if that has not been read yet. */
  continuesStored?: boolean;
};

type PersistedDrafts = Persisted<'PersistedDrafts'>;

const EMPTY: PersistedDrafts = { drafts: [], currentId: undefined, removed: {}, clearedAt: 0 };

let isHydrated = false;
/** Read at once, because the first input before hydration replaces it. */
const draftIdBeforeReload = draftIdOfThisTab();
/** The draft of the input that was made before the stored drafts were read. */
let idOfEarlyInput: string | undefined;
/** The drafts that other tabs show, queried just after the first read. Later, only a draft that the user chooses opens. */
let draftIdsElsewhere: ReadonlySet<string> | undefined;
let tabsChannel: BroadcastChannel | undefined;
/** The time of the last submit. Every later change is newer, even if the clock is set back in between. */
let lastSubmitAt = 0;
const autosave = createAutosave<PersistedDrafts>(DRAFT_AUTOSAVE_MS, () =>
  tabsChannel?.postMessage('written'),
);
/** Writes pending changes immediately: before an update, and when the page is hidden. */
export const { flush: flushDrafts } = autosave;
beforeReload(flushDrafts);

/** Delivery requests that are being filled in; the id of each is the idempotency key of its submit. */
export const useDrafts = createPersistedStore(
  EMPTY,
  {
    name: 'drafts',
    schemaIn: ({ PersistedDrafts }) => PersistedDrafts,
    partialize: ({ drafts, currentId, removed, clearedAt }) => ({
      drafts: drafts.map(asStored),
      currentId,
      removed,
      clearedAt,
    }),
    merge: (read, typed) => {
      const stored = { ...read, drafts: assignDrafts(read.drafts) };
      const current = continueStoredDraft(stored, typed);
      return { ...mergeDrafts(stored, current), currentId: initialDraftId(stored, current) };
    },
    mergePersisted: mergeDrafts,
    wrapStorage: (storage) => ({
      ...autosave.throttle(storage),
      getItem: async (name) => {
        const stored = await storage.getItem(name);
        if (draftIdsElsewhere !== undefined) return stored;
        // After the read, because a tab takes the lock before it writes: a draft that another tab begins meanwhile
        // is then either not in what was read, or is known to be open there.
        draftIdsElsewhere = await draftIdsInOtherTabs();
        return stored && { ...stored, state: await removeSubmittedDrafts(stored.state) };
      },
    }),
  },
  (set) => {
    const edit = (id: string, changes: (draft: Draft) => Partial<Draft>) =>
      set((state) => ({
        drafts: state.drafts.map((draft) =>
          draft.id === id ? { ...draft, ...changes(draft), updatedAt: nextUpdatedAt(draft, state) } : draft,
        ),
      }));
    const putDraft = (draft: Draft) =>
      set((state) => ({
        currentId: draft.id,
        drafts: [
          ...state.drafts.filter(({ id }) => id !== draft.id),
          { ...draft, updatedAt: nextUpdatedAt(draft, state) },
        ],
      }));
    return {
      /** Creates a draft, makes it the current one and returns its id. */
      createDraft: ({
        id = randomUuid(),
        guest = EMPTY_GUEST_DETAILS,
        continuesStored = false,
        ...draft
      }: NewDraft) => {
        idOfEarlyInput = continuesStored && !isHydrated ? id : undefined;
        putDraft({ ...draft, id, guest, updatedAt: 0 });
        return id;
      },
      updateFields: (id: string, fields: Partial<DraftFields>) =>
        edit(id, (draft) => ({ fields: { ...draft.fields, ...fields } })),
      /**
       * Stores where the server located the places of a draft. This is not a change by the user, so a draft that has
       * been submitted meanwhile does not count as changed after its submit.
       */
      setLocated: (id: string, located: Record<RouteEndKey, DraftPlace['located']>) =>
        set(({ drafts }) => ({
          drafts: drafts.map((draft) => {
            if (draft.id !== id) return draft;
            const { pickUp, dropOff } = draft.fields;
            const places = {
              pickUp: { ...pickUp, located: located.pickUp },
              dropOff: { ...dropOff, located: located.dropOff },
            };
            return { ...draft, fields: { ...draft.fields, ...places } };
          }),
        })),
      setStep: (id: string, step: WizardStep) => edit(id, () => ({ step })),
      setGuest: (id: string, guest: GuestDetails) => edit(id, () => ({ guest })),
      resume: (currentId: string) => set({ currentId }),
      /** @param until a version that another tab has changed after this time stays */
      remove: (id: string, until = Number.POSITIVE_INFINITY) =>
        set(({ drafts, removed, currentId }) => ({
          drafts: drafts.filter((draft) => draft.id !== id || draft.updatedAt > until),
          removed: {
            ...removed,
            [id]: Math.min(until, latestUpdatedAt(drafts.filter((draft) => draft.id === id))),
          },
          currentId: currentId === id ? undefined : currentId,
        })),
      /** Undoes a removal. */
      restore: putDraft,
      /** Gives the guest's drafts to the account that has just logged in. */
      assignOwner: () => set(({ drafts }) => ({ drafts: assignDrafts(drafts) })),
      reset: () => {
        set(({ drafts }) => ({ ...EMPTY, clearedAt: latestUpdatedAt(drafts) }));
        void flushDrafts();
      },
    };
  },
);
useDrafts.subscribe(({ currentId }) => setOpenDraft(currentId));

// Nothing is written before hydration has ended, so changes made until then are written now.
const unsubscribe = useDrafts.persist.onFinishHydration(() => {
  unsubscribe();
  isHydrated = true;
  useDrafts.setState({});
});

/** Synchronizes tabs: when one tab has written its drafts, the others read them and use the newest copy of each. */
export function syncDraftsAcrossTabs(): void {
  tabsChannel = openBroadcastChannel('send-drafts', () => void useDrafts.persist.rehydrate());
}

/**
 * Saves the latest changes when the page is left. They also go to local storage, because the browser may end the
 * page before a write to IndexedDB has finished.
 */
export function savePendingDrafts(): void {
  const pending = autosave.pendingWrite();
  if (pending) savePendingWrites(pending.name, pending.value);
  void flushDrafts();
}

/**
 * Gives the guest's drafts to the account that is logged in, and records since when those of other accounts are hidden.
 * Their last change does not count, because a session may end after a long time without one. (WIZ-32, SES-05)
 */
function assignDrafts(drafts: readonly Draft[]): Draft[] {
  const account = currentAccount();
  return drafts.map((draft) => {
    // The clock may be years behind.
    const { hiddenAt = Math.max(Date.now(), draft.updatedAt), owner = account, ...shown } = draft;
    return owner === account ? { ...shown, owner } : { ...shown, owner, hiddenAt };
  });
}

/** A login sends the requests that waited for it, so their drafts are removed unless they have changed since. */
export async function removeDraftsOfLogin(): Promise<void> {
  for (const submitted of await submittedDrafts(useDrafts.getState().drafts)) {
    const { drafts, remove } = useDrafts.getState();
    if (drafts.includes(submitted)) remove(submitted.id);
  }
}

/**
 * Removes the drafts that were not changed after their submit. A page that is closed between the two stores a request
 * in the outbox and does not remove its draft. A draft that is open in another tab is only left out, because that tab
 * waits for the outcome.
 */
async function removeSubmittedDrafts(stored: PersistedDrafts): Promise<PersistedDrafts> {
  const submitted = await submittedDrafts(stored.drafts);
  const removed = submitted.filter(({ id }) => !draftIdsElsewhere?.has(id));
  return {
    ...stored,
    drafts: stored.drafts.filter((draft) => !submitted.includes(draft)),
    removed: {
      ...stored.removed,
      ...Object.fromEntries(removed.map(({ id, updatedAt }) => [id, updatedAt])),
    },
  };
}

/** The drafts whose latest version is in the outbox or was sent. */
async function submittedDrafts(drafts: readonly Draft[]): Promise<Draft[]> {
  if (drafts.length === 0) return [];
  const ids = drafts.map(({ id }) => id);
  const submitTimes = await orWarn('The outbox could not be read', () => readSubmitTimes(ids));
  return drafts.filter(({ id, updatedAt }) => updatedAt <= (submitTimes?.get(id) ?? 0));
}

/** Whether a draft is on disk in its current version; a full device may have refused the write. */
export async function isDraftSaved(id: string): Promise<boolean> {
  const draft = useDrafts.getState().drafts.find((one) => one.id === id);
  const stored = await useDrafts.persist.getOptions().storage?.getItem('drafts');
  const copy = stored?.state.drafts.find((one) => one.id === id);
  return draft !== undefined && copy !== undefined && copy.updatedAt >= draft.updatedAt;
}

/** The drafts of one account, or of the guest, newest first. */
export function draftsOf(drafts: readonly Draft[], account: string | undefined): Draft[] {
  return drafts.filter(({ owner }) => owner === account).sort((a, b) => b.updatedAt - a.updatedAt);
}

/** Whether the draft is the unsaved changes of a delivery. */
export function isEdit({ id }: Draft): boolean {
  return id.startsWith('delivery-');
}

/**
 * Version 0.1.0 runs in other tabs during an update, and again after a rollback. It would offer the changes of a
 * delivery as a new request, so they are stored under an owner that it does not know. It also drops `editOf`.
 */
function asStored(draft: Draft): Draft {
  return isEdit(draft) ? { ...draft, owner: `edit ${draft.owner}` } : draft;
}

/** The drafts of accounts that are not logged in. */
export function hiddenDrafts(drafts: readonly Draft[], account: string | undefined): Draft[] {
  return drafts.filter(({ owner }) => owner !== undefined && owner !== account);
}

/** The draft to open: this tab's own; at the start also the most recent one, unless another tab shows it. */
function initialDraftId(stored: PersistedDrafts, current: PersistedDrafts): string | undefined {
  const { drafts } = mergeDrafts(stored, current);
  const candidates = isHydrated ? [current.currentId] : [current.currentId, ...storedDraftIdsToOpen(stored)];
  return candidates.find((id) => drafts.some((draft) => draft.id === id));
}

/** The stored drafts that a new page may open, the preferred one first. A duplicated tab copies the session storage. */
function storedDraftIdsToOpen({ currentId }: PersistedDrafts): (string | undefined)[] {
  return [unlessOpenElsewhere(draftIdBeforeReload), unlessOpenElsewhere(currentId)];
}

/**
 * Moves input that was made before the stored drafts were read into the draft that would have been open by then, if
 * it overwrites nothing there. Otherwise the input stays a draft of its own.
 */
function continueStoredDraft(stored: PersistedDrafts, current: PersistedDrafts): PersistedDrafts {
  const typed = current.drafts.find(({ id }) => id === idOfEarlyInput);
  const [open] = storedDraftIdsToOpen(stored).flatMap((id) =>
    stored.drafts.filter((draft) => draft.id === id),
  );
  idOfEarlyInput = undefined;
  if (typed?.step !== 'locations' || open === undefined) return current;
  // The draft of an account that is logged out is hidden from a guest, and stays as it is.
  if (open.owner !== undefined && open.owner !== (typed.owner ?? currentAccount())) return current;
  const fields = changedFields(DEFAULT_FIELDS, typed.fields);
  const isOverwriting = Object.keys(fields).some(
    (name) => name in changedFields(DEFAULT_FIELDS, open.fields),
  );
  if (isOverwriting) return current;
  const continued = { ...open, fields: { ...open.fields, ...fields } };
  return {
    ...current,
    currentId: open.id,
    removed: { ...current.removed, [typed.id]: typed.updatedAt },
    drafts: [
      ...current.drafts.filter(({ id }) => id !== typed.id),
      { ...continued, updatedAt: nextUpdatedAt(open, current) },
    ],
  };
}

function unlessOpenElsewhere(id: string | undefined): string | undefined {
  return id !== undefined && draftIdsElsewhere?.has(id) ? undefined : id;
}

/** Merges the drafts of two tabs: the newest copy of each, without those that either tab has removed. */
function mergeDrafts(stored: PersistedDrafts, current: PersistedDrafts): PersistedDrafts {
  const clearedAt = Math.max(stored.clearedAt, current.clearedAt);
  const removed = mergeRemovals(stored.removed, current.removed);
  const now = Date.now();
  const byId = new Map<string, Draft>();
  for (const draft of [...stored.drafts, ...current.drafts]) {
    const { id, updatedAt, hiddenAt = now } = draft;
    const seenOldAt = checkAge(now - hiddenAt > HIDDEN_DRAFT_MS, draft.seenOldAt, now);
    const isRemoved = updatedAt <= clearedAt || updatedAt <= (removed[id] ?? -1) || seenOldAt === 'tooOld';
    if (isRemoved || updatedAt < (byId.get(id)?.updatedAt ?? 0)) continue;
    byId.set(id, seenOldAt === draft.seenOldAt ? draft : { ...draft, seenOldAt });
  }
  const currentId = current.currentId ?? stored.currentId;
  return {
    drafts: [...byId.values()],
    currentId: currentId !== undefined && byId.has(currentId) ? currentId : undefined,
    removed,
    clearedAt,
  };
}

/** The time of a change. It is later than every change before it, even if the clock was set back in between. */
export function nextUpdatedAt({ id, updatedAt }: Draft, { removed, clearedAt }: PersistedDrafts): number {
  return Math.max(Date.now(), updatedAt + 1, clearedAt + 1, (removed[id] ?? 0) + 1, lastSubmitAt + 1);
}

/** Returns the time of a submit: the current one, or that of the draft's last change if the clock was set back since. */
export function markSubmitted(key: string): number {
  lastSubmitAt = latestUpdatedAt(useDrafts.getState().drafts.filter(({ id }) => id === key));
  return lastSubmitAt;
}

/** The current time, or the time of the newest draft if the clock was ahead when it was written. */
function latestUpdatedAt(drafts: readonly Draft[]): number {
  return Math.max(Date.now(), ...drafts.map(({ updatedAt }) => updatedAt));
}

function mergeRemovals(a: Record<string, number>, b: Record<string, number>): Record<string, number> {
  const oldest = Date.now() - DRAFT_REMOVAL_MS;
  const all = [...Object.entries(a), ...Object.entries(b)].filter(([, at]) => at > oldest);
  return Object.fromEntries(all.sort(([, at], [, other]) => at - other));
}
