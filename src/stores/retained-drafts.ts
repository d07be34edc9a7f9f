import type { Draft } from '../domain/draft.ts';
import { readStoredDrafts, submittedDrafts, useDrafts } from './drafts.ts';
import { type FormDrafts, formDrafts, setFormDrafts } from './form-drafts.ts';
import { currentAccount } from './user.ts';

type RetainedDrafts = {
  owner: string;
  drafts: readonly Draft[];
  openId: string | undefined;
  forms: FormDrafts;
  /** Whether the account has logged in again. */
  isRestored: boolean;
};

let retained: RetainedDrafts | undefined;

/**
 * Holds the drafts and the typed values of an account whose session has expired, so that the person can continue after
 * logging in again. They are held in memory only: the device must not store anything of an account that is logged out.
 */
export function retainDraftsOf(owner: string): void {
  const { drafts, currentId } = useDrafts.getState();
  retained = {
    owner,
    drafts: drafts.filter((draft) => draft.owner === owner),
    openId: currentId,
    forms: formDrafts(),
    isRestored: false,
  };
  if (!useDrafts.persist.hasHydrated()) void addStoredDrafts(retained);
}

/** The session may end before the stored drafts are in the store, and its end deletes them. */
async function addStoredDrafts(target: RetainedDrafts): Promise<void> {
  const { drafts, openId } = await readStoredDrafts();
  const known = new Set(target.drafts.map(({ id }) => id));
  const added = drafts.filter(({ id, owner }) => owner === target.owner && !known.has(id));
  target.drafts = [...added, ...target.drafts];
  target.openId ??= openId;
  if (target.isRestored && currentAccount() === target.owner) restoreDrafts(added, target.openId);
}

/** Restores the drafts if it is their account that logs in, and forgets them otherwise. */
export function restoreDraftsOf(account: string): void {
  const own = retained?.owner === account ? retained : undefined;
  forgetRetainedDrafts();
  if (own === undefined) return;
  own.isRestored = true;
  setFormDrafts(own.forms);
  restoreDrafts(own.drafts, own.openId);
  void removeSubmittedDrafts(own.drafts);
}

/** The login sends the requests that waited for it, so their drafts are removed unless they have changed since. */
async function removeSubmittedDrafts(retainedDrafts: readonly Draft[]): Promise<void> {
  const restored = useDrafts.getState().drafts;
  for (const { id } of await submittedDrafts(retainedDrafts)) {
    const { drafts, remove } = useDrafts.getState();
    const draft = drafts.find((one) => one.id === id);
    if (draft !== undefined && restored.includes(draft)) remove(id);
  }
}

function restoreDrafts(drafts: readonly Draft[], retainedOpenId: string | undefined): void {
  const { currentId, restore, resume } = useDrafts.getState();
  const openId = currentId ?? retainedOpenId;
  for (const draft of [...drafts].sort((a, b) => a.updatedAt - b.updatedAt)) restore(draft);
  if (drafts.length > 0 && openId !== undefined) resume(openId);
}

export function forgetRetainedDrafts(): void {
  retained = undefined;
  setFormDrafts({});
}
