import * as v from 'valibot';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { DRAFT_AUTOSAVE_MS, UNSENT_RETENTION_MS } from '../contract/constants.ts';
import {
  Draft,
  type DraftFields,
  EMPTY_GUEST_DETAILS,
  type GuestDetails,
  type WizardStep,
} from '../domain/draft.ts';
import { draftIdOfThisTab, draftIdsInOtherTabs, setOpenDraft } from './open-draft.ts';
import { savePendingWrites } from './pending-writes.ts';
import { persistOptions, validItems } from './persist.ts';
import { randomUuid } from './random-uuid.ts';
import { throttledStorage } from './throttled-storage.ts';

type NewDraft = {
  owner: string | undefined;
  fields: DraftFields;
  step: WizardStep;
  /** The key of an unsent request that is put right; a new draft mints its own. */
  id?: string;
  guest?: GuestDetails;
};

type PersistedDrafts = v.InferOutput<typeof PersistedDrafts>;
type DraftsState = PersistedDrafts & {
  /** Makes a draft and the current one of it; answers its id. */
  createDraft: (draft: NewDraft) => string;
  updateFields: (id: string, fields: Partial<DraftFields>) => void;
  setStep: (id: string, step: WizardStep) => void;
  setGuest: (id: string, guest: GuestDetails) => void;
  resume: (id: string) => void;
  remove: (id: string) => void;
  /** Takes a removal back. */
  restore: (draft: Draft) => void;
  /** A visitor has signed in: what was typed before is theirs. */
  assignOwner: (owner: string) => void;
  reset: () => void;
};

const PersistedDrafts = v.object({
  drafts: validItems(Draft),
  currentId: v.optional(v.fallback(v.optional(v.string()), undefined)),
  /** When each removed draft went, so that another tab's copy does not bring it back. */
  removed: v.optional(v.fallback(v.record(v.string(), v.number()), {}), {}),
  /** Everything up to this moment is gone: somebody signed out. */
  clearedAt: v.optional(v.fallback(v.number(), 0), 0),
});

const EMPTY: PersistedDrafts = { drafts: [], currentId: undefined, removed: {}, clearedAt: 0 };

const options = persistOptions<DraftsState, PersistedDrafts>({
  name: 'drafts',
  version: 1,
  schema: PersistedDrafts,
  partialize: ({ drafts, currentId, removed, clearedAt }) => ({
    drafts,
    currentId,
    removed,
    clearedAt,
  }),
  merge: (stored, current) => ({
    ...current,
    ...mergeDrafts(stored, current),
    currentId: initialDraftId(stored, current),
  }),
  mergePersisted: mergeDrafts,
});
let isHydrated = false;
/** What other tabs show, asked just after the first read. Later, only a draft that the person chooses opens. */
let draftIdsElsewhere: ReadonlySet<string> | undefined;
let tabsChannel: BroadcastChannel | undefined;
const {
  storage,
  flush,
  pendingWrite: unwritten,
} = throttledStorage(options.storage, DRAFT_AUTOSAVE_MS, () => tabsChannel?.postMessage('written'));

/** Requests that are being written; the id of each is the idempotency key of its submit. */
export const useDrafts = create<DraftsState>()(
  persist(
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
        ...EMPTY,
        createDraft: ({ id = randomUuid(), guest = EMPTY_GUEST_DETAILS, ...draft }) => {
          putDraft({ ...draft, id, guest, updatedAt: 0 });
          return id;
        },
        updateFields: (id, fields) => edit(id, (draft) => ({ fields: { ...draft.fields, ...fields } })),
        setStep: (id, step) => edit(id, () => ({ step })),
        setGuest: (id, guest) => edit(id, () => ({ guest })),
        resume: (currentId) => set({ currentId }),
        remove: (id) =>
          set(({ drafts, removed, currentId }) => ({
            drafts: drafts.filter((draft) => draft.id !== id),
            removed: { ...removed, [id]: latestUpdatedAt(drafts.filter((draft) => draft.id === id)) },
            currentId: currentId === id ? undefined : currentId,
          })),
        restore: putDraft,
        assignOwner: (owner) =>
          set(({ drafts }) => ({
            drafts: drafts.map((draft) => (draft.owner === undefined ? { ...draft, owner } : draft)),
          })),
        reset: () => {
          set(({ drafts }) => ({ ...EMPTY, clearedAt: latestUpdatedAt(drafts) }));
          void flush();
        },
      };
    },
    {
      ...options,
      storage: storage && {
        ...storage,
        getItem: async (name) => {
          const stored = await storage.getItem(name);
          // After the read, because a tab takes the lock before it writes: a draft that another tab begins meanwhile
          // is then either not in what was read, or is known to be open there.
          draftIdsElsewhere ??= await draftIdsInOtherTabs();
          return stored;
        },
      },
    },
  ),
);
useDrafts.subscribe(({ currentId }) => setOpenDraft(currentId));

// What was typed before the read ended is on no disk yet.
const unsubscribe = useDrafts.persist.onFinishHydration(() => {
  unsubscribe();
  isHydrated = true;
  useDrafts.setState({});
});

/** From now on tabs follow each other: what one has written the others take over where it is newer. */
export function syncDraftsAcrossTabs(): void {
  tabsChannel = new BroadcastChannel('send-drafts');
  tabsChannel.onmessage = () => void useDrafts.persist.rehydrate();
}

/** Writes what is not written yet, now: before an update, when the page is hidden. */
export const flushDrafts = flush;

/** The page is being left: what was typed last is put where the next page finds it, even if no write ends. */
export function savePendingDrafts(): void {
  const pending = unwritten();
  if (pending) savePendingWrites(pending.name, pending.value);
  void flush();
}

/** Whether a draft is on disk as it stands now: a full device may have refused it. */
export async function isDraftSaved(id: string): Promise<boolean> {
  const draft = useDrafts.getState().drafts.find((one) => one.id === id);
  const stored = await options.storage?.getItem(options.name);
  return draft !== undefined && (stored?.state.drafts ?? []).some((one) => isSameOrNewer(one, draft));
}

function isSameOrNewer(stored: Draft, { id, updatedAt }: Draft): boolean {
  return stored.id === id && stored.updatedAt >= updatedAt;
}

/** The drafts of whoever is here now, newest first. */
export function draftsOf(drafts: readonly Draft[], account: string | undefined): Draft[] {
  return drafts.filter(({ owner }) => owner === account).sort((a, b) => b.updatedAt - a.updatedAt);
}

/** Whose draft is on the screen: the one of this tab, or at the start the last one, if no other tab shows it. */
function initialDraftId(stored: PersistedDrafts, current: PersistedDrafts): string | undefined {
  const { drafts } = mergeDrafts(stored, current);
  const candidates = isHydrated
    ? [current.currentId]
    : [current.currentId, draftIdOfThisTab(), unlessOpenElsewhere(stored.currentId)];
  return candidates.find((id) => drafts.some((draft) => draft.id === id));
}

function unlessOpenElsewhere(id: string | undefined): string | undefined {
  return id !== undefined && draftIdsElsewhere?.has(id) ? undefined : id;
}

/** What two tabs know of the same drafts: of each the newest copy, and nothing that either has removed. */
function mergeDrafts(stored: PersistedDrafts, current: PersistedDrafts): PersistedDrafts {
  const clearedAt = Math.max(stored.clearedAt, current.clearedAt);
  const removed = mergeRemovals(stored.removed, current.removed);
  const isRemoved = ({ id, updatedAt }: Draft) => updatedAt <= clearedAt || updatedAt <= (removed[id] ?? -1);
  const byId = new Map<string, Draft>();
  for (const draft of [...stored.drafts, ...current.drafts]) {
    const existing = byId.get(draft.id);
    if (!isRemoved(draft) && (existing === undefined || draft.updatedAt >= existing.updatedAt))
      byId.set(draft.id, draft);
  }
  const currentId = current.currentId ?? stored.currentId;
  return {
    drafts: [...byId.values()],
    currentId: currentId !== undefined && byId.has(currentId) ? currentId : undefined,
    removed,
    clearedAt,
  };
}

/** The time of a change, which is later than all that it follows, also when the clock was set back meanwhile. */
function nextUpdatedAt({ id, updatedAt }: Draft, { removed, clearedAt }: PersistedDrafts): number {
  return Math.max(Date.now(), updatedAt + 1, clearedAt + 1, (removed[id] ?? 0) + 1);
}

/** Now, or the time of the newest of these, whose clock was ahead. */
function latestUpdatedAt(drafts: readonly Draft[]): number {
  return Math.max(Date.now(), ...drafts.map(({ updatedAt }) => updatedAt));
}

function mergeRemovals(a: Record<string, number>, b: Record<string, number>): Record<string, number> {
  const oldest = Date.now() - UNSENT_RETENTION_MS;
  const all = [...Object.entries(a), ...Object.entries(b)].filter(([, at]) => at > oldest);
  return Object.fromEntries(all.sort(([, at], [, other]) => at - other));
}
