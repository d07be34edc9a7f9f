import { useEffect, useRef, useState } from 'react';
import { type Draft, type DraftFields, EMPTY_FIELDS, type WizardStep } from '../../domain/draft.ts';
import { isPrefilled, type Prefill, prefilledFields } from '../../domain/prefill.ts';
import { useSavedPlaces } from '../../flows/use-place-suggestions.ts';
import { useAddresses } from '../../stores/addresses.ts';
import { flushDrafts, useDrafts } from '../../stores/drafts.ts';
import { accountOf, useUser } from '../../stores/user.ts';

export type OpenDraft = {
  /** Undefined until something was typed or chosen. */
  draft: Draft | undefined;
  fields: DraftFields;
  change: (fields: Partial<DraftFields>) => void;
  /** Makes sure that there is a draft, standing at `step`; answers its id. */
  settle: (step: WizardStep) => string;
};

/**
 * The draft on the screen: what a link says, else the current draft, else the defaults. A draft comes into being
 * with the first change, so that looking at the page leaves nothing behind.
 * @param onLinkTaken called when a link's words have become a draft
 */
export function useDraft(prefill: Prefill, onLinkTaken: () => void): OpenDraft {
  const account = useUser(({ user }) => accountOf(user));
  const link = isPrefilled(prefill) ? JSON.stringify(prefill) : '';
  const [takenLink, setTakenLink] = useState('');
  // Two keys may be pressed before React renders: the second must find the draft of the first.
  const taken = useRef('');
  const isFresh = link !== '' && link !== takenLink;
  const draft = useDrafts((state) => (isFresh ? undefined : currentOf(state, account)));
  const start = useStartFields(prefill);

  useEffect(() => {
    if (link !== '') return;
    taken.current = '';
    setTakenLink('');
  }, [link]);

  useEffect(() => {
    if (account !== undefined) useDrafts.getState().adopt(account);
  }, [account]);

  useFlushOnLeaving();

  function ensure(changes: Partial<DraftFields>, step: WizardStep): string {
    const state = useDrafts.getState();
    const current = link !== '' && link !== taken.current ? undefined : currentOf(state, account);
    if (current) {
      if (Object.keys(changes).length > 0) state.change(current.id, changes);
      return current.id;
    }
    const id = state.begin({ owner: account, fields: { ...start, ...changes }, step });
    if (link !== '') {
      taken.current = link;
      setTakenLink(link);
      onLinkTaken();
    }
    return id;
  }

  return {
    draft,
    fields: draft?.fields ?? start,
    change: (changes) => void ensure(changes, draft?.step ?? 'locations'),
    settle: (step) => {
      const id = ensure({}, step);
      useDrafts.getState().setStep(id, step);
      return id;
    },
  };
}

/** A visitor's draft stays on the screen through a sign-in; a moment later it belongs to the account. */
function currentOf(
  { drafts, currentId }: { drafts: Draft[]; currentId?: string | undefined },
  account: string | undefined,
): Draft | undefined {
  const draft = drafts.find(({ id }) => id === currentId);
  return draft && (draft.owner === undefined || draft.owner === account) ? draft : undefined;
}

/** Saved defaults fill the places only where a link names neither. */
function useStartFields(prefill: Prefill): DraftFields {
  const { saved } = useSavedPlaces();
  const list = useAddresses((state) => state.list);
  if (prefill.p !== undefined || prefill.d !== undefined) return prefilledFields(prefill);
  const placeOf = (kind: 'isDefaultPickUp' | 'isDefaultDropOff') => {
    const address = list.find((one) => one[kind]);
    return saved.find(({ id }) => id === `saved-${address?.id}`)?.place;
  };
  return prefilledFields(prefill, {
    ...EMPTY_FIELDS,
    pickUp: placeOf('isDefaultPickUp') ?? EMPTY_FIELDS.pickUp,
    dropOff: placeOf('isDefaultDropOff') ?? EMPTY_FIELDS.dropOff,
  });
}

/** A phone may end a hidden page without another word; a page that is left is the shell's business. */
function useFlushOnLeaving(): void {
  useEffect(() => {
    const flush = () => void flushDrafts();
    const flushIfHidden = () => {
      if (document.visibilityState === 'hidden') flush();
    };
    document.addEventListener('visibilitychange', flushIfHidden);
    return () => {
      document.removeEventListener('visibilitychange', flushIfHidden);
      flush();
    };
  }, []);
}
