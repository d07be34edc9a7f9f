import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { WIZARD_STEPS, type WizardStep } from '../../domain/draft.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The wizard's step; it lives here and not in the address, so that Back goes one step back. */
    step?: WizardStep;
    /** The step before this entry, if the wizard itself came from there. */
    from?: WizardStep;
    /** The draft that the step belongs to: an entry of one that was sent means nothing for the next. */
    draft?: string;
  }
}

export type WizardNavigation = {
  /** The step that the history asks for, for this very draft; undefined when the page was opened afresh. */
  requestedStep: (draft: string | undefined) => WizardStep | undefined;
  goTo: (step: WizardStep, from: WizardStep, draft: string) => void;
  goBack: (from: WizardStep, draft: string) => void;
  /** The beginning, in place of the step that is over. */
  restart: () => void;
  /** Takes a link's words out of the address, once they are in a draft. */
  removePrefillFromUrl: () => void;
};

export function useWizardNavigation(): WizardNavigation {
  const navigate = useNavigate();
  const { history } = useRouter();
  const entry = useLocation({ select: ({ state }) => state });

  return {
    requestedStep: (draft) => (draft !== undefined && entry.draft === draft ? entry.step : undefined),
    goTo: (step, from, draft) => void navigate({ to: '/', search: {}, state: { step, from, draft } }),
    goBack: (from, draft) => {
      const before = WIZARD_STEPS[WIZARD_STEPS.indexOf(from) - 1] ?? 'locations';
      if (entry.from === before) history.back();
      else void navigate({ to: '/', search: {}, state: { step: before, draft }, replace: true });
    },
    restart: () => void navigate({ to: '/', search: {}, state: {}, replace: true }),
    removePrefillFromUrl: () => {
      history.replace(history.location.pathname, history.location.state);
      // At once: the router joins what happens in the same moment, and the step that follows would swallow it.
      history.flush();
    },
  };
}
