import * as v from 'valibot';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { DRAFT_AUTOSAVE_MS, PARKED_ENTRY_MS } from '../contract/constants.ts';
import { Draft, type DraftFields, type GuestDetails, NO_GUEST, type WizardStep } from '../domain/draft.ts';
import { delayedStorage } from './delayed-storage.ts';
import { leaveBehind } from './left-behind.ts';
import { newKey } from './new-key.ts';
import { draftOfThisTab, draftsOpenElsewhere, showDraft } from './open-draft.ts';
import { goodItems, persisted } from './persist.ts';

type NewDraft = {
  owner: string | undefined;
  fields: DraftFields;
  step: WizardStep;
  /** The key of an unsent request that is put right; a new draft mints its own. */
  id?: string;
  guest?: GuestDetails;
};

type Kept = v.InferOutput<typeof Kept>;
type DraftsState = Kept & {
  /** Makes a draft and the current one of it; answers its id. */
  begin: (draft: NewDraft) => string;
  change: (id: string, fields: Partial<DraftFields>) => void;
  setStep: (id: string, step: WizardStep) => void;
  setGuest: (id: string, guest: GuestDetails) => void;
  resume: (id: string) => void;
  remove: (id: string) => void;
  /** Takes a removal back. */
  restore: (draft: Draft) => void;
  /** A visitor has signed in: what was typed before is theirs. */
  adopt: (owner: string) => void;
  reset: () => void;
};

const Kept = v.object({
  drafts: goodItems(Draft),
  currentId: v.optional(v.fallback(v.optional(v.string()), undefined)),
  /** When each removed draft went, so that another tab's copy does not bring it back. */
  removed: v.optional(v.fallback(v.record(v.string(), v.number()), {}), {}),
  /** Everything up to this moment is gone: somebody signed out. */
  clearedAt: v.optional(v.fallback(v.number(), 0), 0),
});

const EMPTY: Kept = { drafts: [], currentId: undefined, removed: {}, clearedAt: 0 };

const options = persisted<DraftsState, Kept>({
  name: 'drafts',
  version: 1,
  schema: Kept,
  partialize: ({ drafts, currentId, removed, clearedAt }) => ({
    drafts,
    currentId,
    removed,
    clearedAt,
  }),
  merge: (kept, current) => ({ ...current, ...join(kept, current), currentId: firstDraft(kept, current) }),
  join,
});
let hasRead = false;
/** What other tabs show, asked just before the first read; afterwards no draft but the person's own choice opens. */
let elsewhere: ReadonlySet<string> | undefined;
let tabs: BroadcastChannel | undefined;
const { storage, flush, unwritten } = delayedStorage(options.storage, DRAFT_AUTOSAVE_MS, () =>
  tabs?.postMessage('written'),
);

/** Requests that are being written; the id of each is the idempotency key of its submit. */
export const useDrafts = create<DraftsState>()(
  persist(
    (set) => {
      const edit = (id: string, changes: (draft: Draft) => Partial<Draft>) =>
        set((state) => ({
          drafts: state.drafts.map((draft) =>
            draft.id === id ? { ...draft, ...changes(draft), updatedAt: after(draft, state) } : draft,
          ),
        }));
      const put = (draft: Draft) =>
        set((state) => ({
          currentId: draft.id,
          drafts: [
            ...state.drafts.filter(({ id }) => id !== draft.id),
            { ...draft, updatedAt: after(draft, state) },
          ],
        }));
      return {
        ...EMPTY,
        begin: ({ id = newKey(), guest = NO_GUEST, ...draft }) => {
          put({ ...draft, id, guest, updatedAt: 0 });
          return id;
        },
        change: (id, fields) => edit(id, (draft) => ({ fields: { ...draft.fields, ...fields } })),
        setStep: (id, step) => edit(id, () => ({ step })),
        setGuest: (id, guest) => edit(id, () => ({ guest })),
        resume: (currentId) => set({ currentId }),
        remove: (id) =>
          set(({ drafts, removed, currentId }) => ({
            drafts: drafts.filter((draft) => draft.id !== id),
            removed: { ...removed, [id]: latest(drafts.filter((draft) => draft.id === id)) },
            currentId: currentId === id ? undefined : currentId,
          })),
        restore: put,
        adopt: (owner) =>
          set(({ drafts }) => ({
            drafts: drafts.map((draft) => (draft.owner === undefined ? { ...draft, owner } : draft)),
          })),
        reset: () => {
          set(({ drafts }) => ({ ...EMPTY, clearedAt: latest(drafts) }));
          void flush();
        },
      };
    },
    {
      ...options,
      storage: storage && {
        ...storage,
        getItem: async (name) => {
          elsewhere ??= await draftsOpenElsewhere();
          return storage.getItem(name);
        },
      },
    },
  ),
);
useDrafts.subscribe(({ currentId }) => showDraft(currentId));

// What was typed before the read ended is on no disk yet.
const unsubscribe = useDrafts.persist.onFinishHydration(() => {
  unsubscribe();
  hasRead = true;
  useDrafts.setState({});
});

/** From now on tabs follow each other: what one has written the others take over where it is newer. */
export function shareDrafts(): void {
  tabs = new BroadcastChannel('send-drafts');
  tabs.onmessage = () => void useDrafts.persist.rehydrate();
}

/** Writes what is not written yet, now: before an update, when the page is hidden. */
export const flushDrafts = flush;

/** The page is being left: what was typed last is put where the next page finds it, even if no write ends. */
export function leaveDrafts(): void {
  const due = unwritten();
  if (due) leaveBehind(due.name, due.value);
  void flush();
}

/** Whether a draft is on disk as it stands now: a full device may have refused it. */
export async function isKept(id: string): Promise<boolean> {
  const draft = useDrafts.getState().drafts.find((one) => one.id === id);
  const kept = await options.storage?.getItem(options.name);
  return draft !== undefined && (kept?.state.drafts ?? []).some((one) => isSameOrNewer(one, draft));
}

function isSameOrNewer(kept: Draft, { id, updatedAt }: Draft): boolean {
  return kept.id === id && kept.updatedAt >= updatedAt;
}

/** The drafts of whoever is here now, newest first. */
export function draftsOf(drafts: readonly Draft[], account: string | undefined): Draft[] {
  return drafts.filter(({ owner }) => owner === account).sort((a, b) => b.updatedAt - a.updatedAt);
}

/** Whose draft is on the screen: the one of this tab, or at the start the last one, if no other tab shows it. */
function firstDraft(kept: Kept, mine: Kept): string | undefined {
  const { drafts } = join(kept, mine);
  const wanted = hasRead
    ? [mine.currentId]
    : [mine.currentId, draftOfThisTab(), unlessElsewhere(kept.currentId)];
  return wanted.find((id) => drafts.some((draft) => draft.id === id));
}

function unlessElsewhere(id: string | undefined): string | undefined {
  return id !== undefined && elsewhere?.has(id) ? undefined : id;
}

/** What two tabs know of the same drafts: of each the newest copy, and nothing that either has removed. */
function join(kept: Kept, mine: Kept): Kept {
  const clearedAt = Math.max(kept.clearedAt, mine.clearedAt);
  const removed = newestOf(kept.removed, mine.removed);
  const isGone = ({ id, updatedAt }: Draft) => updatedAt <= clearedAt || updatedAt <= (removed[id] ?? -1);
  const byId = new Map<string, Draft>();
  for (const draft of [...kept.drafts, ...mine.drafts]) {
    const known = byId.get(draft.id);
    if (!isGone(draft) && (known === undefined || draft.updatedAt >= known.updatedAt))
      byId.set(draft.id, draft);
  }
  const currentId = mine.currentId ?? kept.currentId;
  return {
    drafts: [...byId.values()],
    currentId: currentId !== undefined && byId.has(currentId) ? currentId : undefined,
    removed,
    clearedAt,
  };
}

/** The time of a change, which is later than all that it follows, also when the clock was set back meanwhile. */
function after({ id, updatedAt }: Draft, { removed, clearedAt }: Kept): number {
  return Math.max(Date.now(), updatedAt + 1, clearedAt + 1, (removed[id] ?? 0) + 1);
}

/** Now, or the time of the newest of these, whose clock was ahead. */
function latest(drafts: readonly Draft[]): number {
  return Math.max(Date.now(), ...drafts.map(({ updatedAt }) => updatedAt));
}

function newestOf(a: Record<string, number>, b: Record<string, number>): Record<string, number> {
  const oldest = Date.now() - PARKED_ENTRY_MS;
  const all = [...Object.entries(a), ...Object.entries(b)].filter(([, at]) => at > oldest);
  return Object.fromEntries(all.sort(([, at], [, other]) => at - other));
}
