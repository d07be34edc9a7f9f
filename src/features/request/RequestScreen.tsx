import { type ReactNode, useEffect } from 'react';
import { STEP_LABELS, WIZARD_STEPS, type WizardStep } from '../../domain/draft-keys.ts';
import { firstIncompleteStep } from '../../domain/draft-rules.ts';
import type { Prefill } from '../../domain/prefill.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { useAccount } from '../../stores/user.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { ContinueOnDevice } from './ContinueOnDevice.tsx';
import { LocationsStep } from './LocationsStep.tsx';
import { MarketingPanel } from './MarketingPanel.tsx';
import classes from './RequestScreen.module.css';
import { ResumeList } from './ResumeList.tsx';
import { StepHeading } from './StepHeading.tsx';
import { StorageWarning } from './StorageWarning.tsx';
import { SubmitNotice } from './SubmitNotice.tsx';
import { useDraft } from './use-draft.ts';
import { useSubmit } from './use-submit.ts';
import { useWizardNavigation } from './use-wizard-navigation.ts';
import { WizardProgress } from './WizardProgress.tsx';

const LATER_STEPS_DELAY_MS = 5000;

/** The steps after the first one. */
export const LaterSteps = lazyComponent(() => import('./LaterStep.tsx').then((module) => module.LaterStep));
// Receipts are lazy: most people have none, and the outbox is read after the first paint.
const Receipts = lazyComponent(() => import('./Receipts.tsx').then((module) => module.Receipts));

type RequestScreenProps = {
  prefill: Prefill;
  /** The requests that are saved on this device and not sent yet. */
  outboxSection?: ReactNode;
};

/** The home page: the delivery request wizard with its four steps, and a marketing panel. */
export function RequestScreen({ prefill, outboxSection }: RequestScreenProps) {
  const account = useAccount();
  const hasReceipts = useOutbox(
    ({ receipts, hiddenReceipts }) => receipts.length + hiddenReceipts.length > 0,
  );
  const navigation = useWizardNavigation();
  // Loaded when somebody starts to fill in the form or has looked at it for a while: the next step then appears at once,
  // also without a connection, and hydration does not share the line with its code.
  useEffect(() => {
    const timer = setTimeout(LaterSteps.preload, LATER_STEPS_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  const openDraft = useDraft(prefill, navigation.removePrefillFromUrl);
  const submit = useSubmit(navigation.restart);
  const fields = submit.orderedFields ?? openDraft.fields;
  // A sent draft has no steps any more, so Back from the checkout leads to the first step.
  const requestedStep = submit.orderedFields ? 'summery' : navigation.requestedStep(openDraft.draft?.id);
  const step = allowedStep(requestedStep ?? 'locations', fields);

  function goTo(next: WizardStep) {
    const id = openDraft.commitStep(next);
    submit.dismissResult();
    navigation.goTo(next, step, id);
  }
  const goBack = () => navigation.goBack(step, openDraft.commitStep(step));
  const goToNextStep = () => goTo(WIZARD_STEPS[WIZARD_STEPS.indexOf(step) + 1] ?? 'summery');
  const stepProps = { fields, change: openDraft.change, onBack: goBack, onContinue: goToNextStep };

  return (
    <div className={classes.split}>
      <section
        className={classes.wizard}
        aria-labelledby="wizard-heading"
        onFocus={() => void LaterSteps.preload()}
      >
        <PageHeading title={step === 'locations' ? 'Request a Delivery' : STEP_LABELS[step]}>
          <span id="wizard-heading">Request a Delivery</span>
        </PageHeading>
        <WizardProgress step={step} />
        <StepHeading step={step} />
        <StorageWarning />
        {step === 'locations' && (
          <>
            <SubmitNotice result={submit.result} onDismiss={submit.dismissResult} />
            {outboxSection}
            {hasReceipts && <Receipts which="fresh" />}
            <LocationsStep {...stepProps} onFastForward={() => goTo('summery')} />
            <ResumeList
              account={account}
              openDraft={openDraft.draft}
              onResume={({ id, step: savedStep }) => navigation.goTo(savedStep, 'locations', id)}
            />
            {hasReceipts && <Receipts which="older" />}
          </>
        )}
        {step !== 'locations' && (
          <LaterSteps
            {...stepProps}
            step={step}
            draft={openDraft.draft}
            ensureDraft={() => openDraft.commitStep('summery')}
            submit={submit}
            onEdit={goTo}
          />
        )}
        {openDraft.draft && !submit.orderedFields && (
          <div className={classes.continueOnDevice}>
            <ContinueOnDevice draft={{ fields, guest: openDraft.draft.guest }} />
          </div>
        )}
      </section>
      <MarketingPanel step={step} />
    </div>
  );
}

/** The requested step, or the first incomplete step if that comes earlier. */
function allowedStep(requested: WizardStep, fields: Parameters<typeof firstIncompleteStep>[0]): WizardStep {
  const incomplete = firstIncompleteStep(fields)?.step ?? 'summery';
  return WIZARD_STEPS.indexOf(requested) <= WIZARD_STEPS.indexOf(incomplete) ? requested : incomplete;
}
