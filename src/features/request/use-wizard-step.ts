import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { WIZARD_STEPS, type WizardStep } from '../../domain/draft.ts';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The wizard's step; it lives here and not in the address, so that Back goes one step back. */
    step?: WizardStep;
    /** The step before this entry, if the wizard itself came from there. */
    from?: WizardStep;
  }
}

export type StepWalk = {
  /** The step that the history asks for; undefined when the page was opened afresh. */
  asked: WizardStep | undefined;
  goTo: (step: WizardStep, from: WizardStep) => void;
  goBack: (from: WizardStep) => void;
  /** The beginning, in place of the step that is over. */
  startOver: () => void;
  /** Takes a link's words out of the address, once they are in a draft. */
  dropLink: () => Promise<void>;
};

export function useWizardStep(): StepWalk {
  const navigate = useNavigate();
  const { history } = useRouter();
  const asked = useLocation({ select: ({ state }) => state.step });
  const cameFrom = useLocation({ select: ({ state }) => state.from });

  return {
    asked,
    goTo: (step, from) => void navigate({ to: '/', search: {}, state: { step, from } }),
    goBack: (from) => {
      const before = WIZARD_STEPS[WIZARD_STEPS.indexOf(from) - 1] ?? 'locations';
      if (cameFrom === before) history.back();
      else void navigate({ to: '/', search: {}, state: { step: before }, replace: true });
    },
    startOver: () => void navigate({ to: '/', search: {}, state: {}, replace: true }),
    dropLink: () =>
      navigate({ to: '/', search: {}, state: (state) => state, replace: true, viewTransition: false }),
  };
}
