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
/** What each account had typed when its session expired. */
const retained = new Map<string, FormDrafts>();

export function formDrafts(): FormDrafts {
  return drafts;
}

/** Holds what an account whose session expires has typed, until it logs in again. */
export function retainFormDrafts(owner: string): void {
  retained.set(owner, drafts);
}

/** Restores what the account that logs in has typed, if anything. */
export function restoreFormDrafts(account: string): void {
  drafts = retained.get(account) ?? {};
  retained.delete(account);
}

export function forgetFormDrafts(): void {
  drafts = {};
  retained.clear();
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
