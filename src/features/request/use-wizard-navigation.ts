import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { WIZARD_STEPS, type WizardStep } from '../../domain/draft-keys.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The wizard's step. It is stored in the history entry instead of the URL, so that Back goes one step back. */
    step?: WizardStep;
    /** The previous step, if the wizard itself navigated from there. */
    from?: WizardStep;
    /** The id of the draft that the step belongs to; entries of a sent draft do not apply to the next one. */
    draft?: string;
    /** The key of a guest's request that has just been received; its confirmation is shown, also after a reload. */
    received?: string;
  }
}

export type WizardNavigation = ReturnType<typeof useWizardNavigation>;

/** A step that was requested at this history entry, and whose own entry is not stored yet. */
type Target = { from: string | undefined; step: WizardStep; draft: string };

export function useWizardNavigation() {
  const navigate = useNavigate();
  const { history } = useRouter();
  const entry = useLocation({ select: ({ state }) => state });
  const entryKey = entry.__TSR_key;
  // The router renders later than the press on the button, so without a target the page would render twice.
  const [target, setTarget] = useState<Target>();
  if (target !== undefined && target.from !== entryKey) setTarget(undefined);
  const { step, draft } = target ?? entry;

  return {
    /** The step in the history entry if it belongs to this draft; undefined after a fresh start. */
    requestedStep: (openDraft: string | undefined) =>
      openDraft !== undefined && openDraft === draft ? step : undefined,
    goTo: (next: WizardStep, from: WizardStep, openDraft: string) => {
      setTarget({ from: entryKey, step: next, draft: openDraft });
      void navigate({ to: '/', search: {}, state: { step: next, from, draft: openDraft } });
    },
    goBack: (from: WizardStep, openDraft: string) => {
      const before = WIZARD_STEPS[WIZARD_STEPS.indexOf(from) - 1] ?? 'locations';
      if (entry.from === before) history.back();
      else void navigate({ to: '/', search: {}, state: { step: before, draft: openDraft }, replace: true });
    },
    /** Replaces the current history entry with a step, so that Back leaves the wizard as before. */
    showStep: (shown: WizardStep, openDraft: string) =>
      void navigate({ to: '/', search: {}, state: { step: shown, draft: openDraft }, replace: true }),
    /** The key of the received request whose confirmation is shown. */
    receivedKey: entry.received,
    /** Opens the confirmation of an earlier request, or replaces the wizard with that of the request just received. */
    showConfirmation: (received: string, { replace } = { replace: false }) =>
      void navigate({ to: '/', search: {}, state: { received }, replace }),
    /** Replaces the current history entry with the first step. */
    restart: () => void navigate({ to: '/', search: {}, state: {}, replace: true }),
    /** Removes the prefill parameters from the URL once they are stored in a draft. */
    removePrefillFromUrl: () => {
      history.replace(history.location.pathname, history.location.state);
      // The flush is needed because the router batches history updates, and the next step would overwrite this one.
      history.flush();
    },
  };
}
