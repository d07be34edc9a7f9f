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
    /** The key of a visitor's request that has just been received; its confirmation is shown, also after a reload. */
    received?: string;
  }
}

export type WizardNavigation = {
  /** The step in the history entry if it belongs to this draft; undefined after a fresh start. */
  requestedStep: (draft: string | undefined) => WizardStep | undefined;
  goTo: (next: WizardStep, from: WizardStep, draft: string) => void;
  goBack: (from: WizardStep, draft: string) => void;
  /** Replaces the current history entry with a step, so that Back leaves the wizard as before. */
  showStep: (step: WizardStep, draft: string) => void;
  /** The key of the received request whose confirmation is shown. */
  receivedKey: string | undefined;
  /** Opens the confirmation of an earlier request, or replaces the wizard with that of the request just received. */
  showConfirmation: (key: string, options?: { replace: boolean }) => void;
  /** Replaces the current history entry with the first step. */
  restart: () => void;
  /** Removes the prefill parameters from the URL once they are stored in a draft. */
  removePrefillFromUrl: () => void;
};

/** A step that was requested at this history entry, and whose own entry is not stored yet. */
type Target = { from: string | undefined; step: WizardStep; draft: string };

export function useWizardNavigation(): WizardNavigation {
  const navigate = useNavigate();
  const { history } = useRouter();
  const entry = useLocation({ select: ({ state }) => state });
  const entryKey = entry.__TSR_key;
  // The router renders later than the press on the button, so without a target the page would render twice.
  const [target, setTarget] = useState<Target>();
  if (target !== undefined && target.from !== entryKey) setTarget(undefined);
  const { step, draft } = target ?? entry;

  return {
    requestedStep: (openDraft) => (openDraft !== undefined && openDraft === draft ? step : undefined),
    goTo: (next, from, openDraft) => {
      setTarget({ from: entryKey, step: next, draft: openDraft });
      void navigate({ to: '/', search: {}, state: { step: next, from, draft: openDraft } });
    },
    goBack: (from, draft) => {
      const before = WIZARD_STEPS[WIZARD_STEPS.indexOf(from) - 1] ?? 'locations';
      if (entry.from === before) history.back();
      else void navigate({ to: '/', search: {}, state: { step: before, draft }, replace: true });
    },
    showStep: (step, draft) => void navigate({ to: '/', search: {}, state: { step, draft }, replace: true }),
    receivedKey: entry.received,
    showConfirmation: (received, { replace } = { replace: false }) =>
      void navigate({ to: '/', search: {}, state: { received }, replace }),
    restart: () => void navigate({ to: '/', search: {}, state: {}, replace: true }),
    removePrefillFromUrl: () => {
      history.replace(history.location.pathname, history.location.state);
      // The flush is needed because the router batches history updates, and the next step would overwrite this one.
      history.flush();
    },
  };
}
