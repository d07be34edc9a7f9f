import { useDidUpdate } from '@mantine/hooks';
import { useRef } from 'react';
import { STEP_LABELS, WIZARD_STEPS, type WizardStep } from '../../domain/wizard-steps.ts';
import { Icon } from '../../ui/Icon.tsx';
import classes from './WizardProgress.module.css';

type WizardProgressProps = { step: WizardStep; isLocked: boolean; onOpen: (step: WizardStep) => void };

/** The four steps as stops on the route line. A completed step opens again at a press. */
export function WizardProgress({ step, isLocked, onOpen }: WizardProgressProps) {
  const current = WIZARD_STEPS.indexOf(step);
  return (
    <ol className={classes.steps} aria-label="Progress">
      {WIZARD_STEPS.map((key, index) => (
        <li
          key={key}
          data-key={key}
          className={index < current ? classes.past : index === current ? classes.current : undefined}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={`center ${classes.stop}`}>
            {index < current && <Icon name="check" size={14} />}
          </span>
          <span className={classes.label} aria-hidden={index < current || undefined}>
            {STEP_LABELS[key]}
          </span>
          {index < current && (
            <button
              type="button"
              className={`plain-button ${classes.open}`}
              aria-label={`${STEP_LABELS[key]}, completed`}
              disabled={isLocked}
              onClick={() => onOpen(key)}
            />
          )}
        </li>
      ))}
    </ol>
  );
}

/**
 * The heading of the step, which takes the focus when the step changes. It is for screen readers, and visible where the
 * labels of the progress have no room beside each other.
 */
export function StepHeading({ step }: { step: WizardStep }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useDidUpdate(() => {
    heading.current?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [step]);
  return (
    <h2 ref={heading} tabIndex={-1} className={`text-md ${classes.heading}`}>
      {`Step ${WIZARD_STEPS.indexOf(step) + 1} of ${WIZARD_STEPS.length}: ${STEP_LABELS[step]}`}
    </h2>
  );
}
