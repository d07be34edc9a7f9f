import { useEffect, useRef } from 'react';
import { STEP_LABELS, WIZARD_STEPS, type WizardStep } from '../../domain/draft-keys.ts';

/** The heading of the step for screen readers. It takes the focus when the step changes. */
export function StepHeading({ step }: { step: WizardStep }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const previousStep = useRef(step);
  useEffect(() => {
    if (previousStep.current === step) return;
    previousStep.current = step;
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [step]);
  return (
    <h2 ref={heading} tabIndex={-1} className="sr-only">
      {`Step ${WIZARD_STEPS.indexOf(step) + 1} of ${WIZARD_STEPS.length}: ${STEP_LABELS[step]}`}
    </h2>
  );
}
