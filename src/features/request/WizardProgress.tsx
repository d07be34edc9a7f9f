import { STEP_LABELS, WIZARD_STEPS, type WizardStep } from '../../domain/draft-keys.ts';
import { Icon } from '../../ui/Icon.tsx';
import classes from './WizardProgress.module.css';

/** The four steps as stops on the route line. */
export function WizardProgress({ step }: { step: WizardStep }) {
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
          <span className={classes.label}>{STEP_LABELS[key]}</span>
        </li>
      ))}
    </ol>
  );
}
