import type { Draft } from '../domain/draft.ts';
import { useDrafts } from './drafts.ts';

let retained: { owner: string; drafts: Draft[]; currentId: string | undefined } | undefined;

/**
 * Holds the drafts of an account whose session has expired, so that the person can continue after logging in again.
 * They are held in memory only: the device must not store anything of an account that is logged out.
 */
export function retainDraftsOf(owner: string): void {
  const { drafts, currentId } = useDrafts.getState();
  retained = { owner, drafts: drafts.filter((draft) => draft.owner === owner), currentId };
}

/** Restores the drafts if it is their account that logs in, and forgets them otherwise. */
export function restoreDraftsOf(account: string): void {
  const drafts =
    retained?.owner === account ? [...retained.drafts].sort((a, b) => a.updatedAt - b.updatedAt) : [];
  const openId = useDrafts.getState().currentId ?? retained?.currentId;
  forgetRetainedDrafts();
  for (const draft of drafts) useDrafts.getState().restore(draft);
  if (drafts.length > 0 && openId !== undefined) useDrafts.getState().resume(openId);
}

export function forgetRetainedDrafts(): void {
  retained = undefined;
}
