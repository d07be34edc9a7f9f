import { useLayoutEffect } from 'react';
import type { AddressInput } from '../contract/address.ts';

/** There is no VAT number if the API had none when the form was opened. */
export type ProfileFields = { name: string; vatNumber: string | undefined };

/** What is typed in the forms of the account. Passwords and card numbers are never part of it. */
export type FormDrafts = {
  address?: { id: number | undefined; values: AddressInput } | undefined;
  profile?: ProfileFields | undefined;
  card?: { name: string; email: string; country: string } | undefined;
};

// The drafts are in memory only, because they are needed only for a login on the same page.
let drafts: FormDrafts = {};
/** What was typed when the session of this account expired. */
let retained: { owner: string; drafts: FormDrafts } | undefined;

export function formDrafts(): FormDrafts {
  return drafts;
}

/** Holds what an account whose session expires has typed, until it logs in again. */
export function retainFormDrafts(owner: string): void {
  retained = { owner, drafts };
}

/** Restores the typed values if it is their account that logs in, and forgets them otherwise. */
export function restoreFormDrafts(account: string): void {
  drafts = retained?.owner === account ? retained.drafts : {};
  retained = undefined;
}

export function forgetFormDrafts(): void {
  drafts = {};
  retained = undefined;
}

/**
 * Holds the unsaved values of a form while the form is open, so that they survive the end of the session (ACC-30).
 * @param draft undefined if nothing has been changed
 */
export function useFormDraft<F extends keyof FormDrafts>(form: F, draft: FormDrafts[F]): void {
  // A layout effect runs before the session can end because of something that the user does next.
  useLayoutEffect(() => {
    drafts = { ...drafts, [form]: draft };
  });
  useLayoutEffect(
    () => () => {
      drafts = { ...drafts, [form]: undefined };
    },
    [form],
  );
}
