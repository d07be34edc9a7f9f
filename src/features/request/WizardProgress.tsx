import { STEP_LABELS, WIZARD_STEPS, type WizardStep } from '../../domain/draft.ts';
import { Icon } from '../../ui/Icon.tsx';
import classes from './WizardProgress.module.css';

/** Four stops on the line, from the ring to the square. */
export function WizardProgress({ step }: { step: WizardStep }) {
  const now = WIZARD_STEPS.indexOf(step);
  return (
    <ol className={classes.steps} aria-label="Progress">
      {WIZARD_STEPS.map((key, index) => (
        <li
          key={key}
          data-key={key}
          className={index < now ? classes.past : index === now ? classes.now : undefined}
          aria-current={index === now ? 'step' : undefined}
        >
          <span className={classes.stop}>{index < now && <Icon name="check" size={14} />}</span>
          <span className={classes.label}>{STEP_LABELS[key]}</span>
        </li>
      ))}
    </ol>
  );
}
