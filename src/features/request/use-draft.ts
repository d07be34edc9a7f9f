import { useEffect, useRef, useState } from 'react';
import type { Draft, DraftFields } from '../../domain/draft.ts';
import { DEFAULT_FIELDS } from '../../domain/draft-defaults.ts';
import { replaceRemovedPresets } from '../../domain/parcel.ts';
import { isPrefilled, type Prefill, prefilledFields } from '../../domain/prefill.ts';
import type { WizardStep } from '../../domain/wizard-steps.ts';
import { useAddresses } from '../../stores/addresses.ts';
import { useApp } from '../../stores/app.ts';
import { useDrafts } from '../../stores/drafts.ts';
import { useAccount } from '../../stores/user.ts';
import { useSavedPlaces } from '../../use-cases/places/use-place-suggestions.ts';

/**
 * The draft on the screen. The fields come from a prefill link, else from the current draft, else from the defaults.
 * The first change creates the draft, so that a mere visit stores nothing.
 * @param onLinkConsumed called once the values of a link are stored in a draft
 */
export function useDraft(prefill: Prefill, onLinkConsumed: () => void) {
  const account = useAccount();
  const link = isPrefilled(prefill) ? JSON.stringify(prefill) : '';
  const [consumedLink, setConsumedLink] = useState('');
  // A ref besides the state, because a second change may follow before React renders and must find the new draft.
  const latestConsumedLink = useRef('');
  const isNewLink = link !== '' && link !== consumedLink;
  const draft = useDrafts((state) => (isNewLink ? undefined : currentDraftOf(state, account)));
  const initialFields = useInitialFields(prefill);
  const presets = useApp(({ config }) => config.presets);

  useEffect(() => {
    if (link !== '') return;
    latestConsumedLink.current = '';
    setConsumedLink('');
  }, [link]);

  function ensureDraft(changes: Partial<DraftFields>, step: WizardStep): string {
    const state = useDrafts.getState();
    const current =
      link !== '' && link !== latestConsumedLink.current ? undefined : currentDraftOf(state, account);
    if (current) {
      if (Object.keys(changes).length > 0) {
        state.updateFields(current.id, { ...replaceRemovedPresets(current.fields, presets), ...changes });
      }
      return current.id;
    }
    const id = state.createDraft({
      owner: account,
      fields: { ...initialFields, ...changes },
      step,
      continuesStored: link === '',
    });
    if (link !== '') {
      latestConsumedLink.current = link;
      setConsumedLink(link);
      onLinkConsumed();
    }
    return id;
  }

  return {
    /** Undefined until the first change. */
    draft,
    fields: draft ? { ...draft.fields, ...replaceRemovedPresets(draft.fields, presets) } : initialFields,
    change: (changes: Partial<DraftFields>) => void ensureDraft(changes, draft?.step ?? 'locations'),
    /** Creates the draft if there is none, saves its step and returns its id. */
    commitStep: (step: WizardStep) => {
      const id = ensureDraft({}, step);
      useDrafts.getState().setStep(id, step);
      return id;
    },
  };
}

/** A guest's draft stays on the screen after a login, until `assignOwner` gives it to the account. */
function currentDraftOf(
  { drafts, currentId }: { drafts: Draft[]; currentId?: string | undefined },
  account: string | undefined,
): Draft | undefined {
  const draft = drafts.find(({ id }) => id === currentId);
  return draft && (draft.owner === undefined || draft.owner === account) ? draft : undefined;
}

/** The default addresses fill the places only if the link names neither of them. */
function useInitialFields(prefill: Prefill): DraftFields {
  const { saved } = useSavedPlaces();
  const list = useAddresses((state) => state.list);
  if (prefill.p !== undefined || prefill.d !== undefined) return prefilledFields(prefill);
  const placeOf = (kind: 'isDefaultPickUp' | 'isDefaultDropOff') => {
    const address = list.find((address) => address[kind]);
    return saved.find(({ id }) => id === `saved-${address?.id}`)?.place;
  };
  return prefilledFields(prefill, {
    ...DEFAULT_FIELDS,
    pickUp: placeOf('isDefaultPickUp') ?? DEFAULT_FIELDS.pickUp,
    dropOff: placeOf('isDefaultDropOff') ?? DEFAULT_FIELDS.dropOff,
  });
}
