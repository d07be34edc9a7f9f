import type { ReactNode } from 'react';
import { STEP_LABELS, WIZARD_STEPS, type WizardStep } from '../../domain/draft.ts';
import { firstIncompleteStep } from '../../domain/draft-rules.ts';
import type { Prefill } from '../../domain/prefill.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { accountOf, useUser } from '../../stores/user.ts';
import { deferred } from '../../ui/deferred.ts';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { AftermathNotice } from './AftermathNotice.tsx';
import { DeliveryStep } from './DeliveryStep.tsx';
import { HandOver } from './HandOver.tsx';
import { LocationsStep } from './LocationsStep.tsx';
import { MarketingPanel } from './MarketingPanel.tsx';
import { NotKept } from './NotKept.tsx';
import { PackageStep } from './PackageStep.tsx';
import classes from './RequestScreen.module.css';
import { ResumeList } from './ResumeList.tsx';
import { StepHeading } from './StepHeading.tsx';
import { SummaryStep } from './SummaryStep.tsx';
import { useDraft } from './use-draft.ts';
import { useSubmit } from './use-submit.ts';
import { useWizardStep } from './use-wizard-step.ts';
import { WizardProgress } from './WizardProgress.tsx';

// They come from the outbox, which is read after the first paint; most people have none.
const Receipts = deferred(() => import('./Receipts.tsx').then((file) => file.Receipts));

type RequestScreenProps = {
  prefill: Prefill;
  /** What is only on this device and still has to be sent. */
  waiting?: ReactNode;
};

/** Home: a delivery request in four steps, beside what speaks for the service. */
export function RequestScreen({ prefill, waiting }: RequestScreenProps) {
  const account = useUser(({ user }) => accountOf(user));
  const hasReceipts = useOutbox(({ receipts, putAway }) => receipts.length + putAway.length > 0);
  const walk = useWizardStep();
  const open = useDraft(prefill, walk.dropLink);
  const submit = useSubmit(walk.startOver);
  const fields = submit.ordered ?? open.fields;
  // A draft that was sent has no steps any more: Back from the checkout leads to the beginning.
  const asked = submit.ordered ? 'summery' : walk.askedFor(open.draft?.id);
  const step = reachable(asked ?? 'locations', fields);

  function goTo(next: WizardStep) {
    const id = open.settle(next);
    submit.dismissAftermath();
    walk.goTo(next, step, id);
  }
  const goBack = () => walk.goBack(step, open.settle(step));
  const goOn = () => goTo(WIZARD_STEPS[WIZARD_STEPS.indexOf(step) + 1] ?? 'summery');
  const parts = { fields, change: open.change, onBack: goBack, onContinue: goOn };

  return (
    <div className={classes.split}>
      <section className={classes.wizard} aria-labelledby="wizard-heading">
        <PageHeading title={step === 'locations' ? 'Request a Delivery' : STEP_LABELS[step]}>
          <span id="wizard-heading">Request a Delivery</span>
        </PageHeading>
        <WizardProgress step={step} />
        <StepHeading step={step} />
        <NotKept />
        {step === 'locations' && (
          <>
            <AftermathNotice aftermath={submit.aftermath} onDismiss={submit.dismissAftermath} />
            {waiting}
            {hasReceipts && <Receipts which="fresh" />}
            <LocationsStep {...parts} onFastForward={() => goTo('summery')} />
            <ResumeList
              account={account}
              openDraft={open.draft}
              onResume={({ id, step: left }) => walk.goTo(left, 'locations', id)}
            />
            {hasReceipts && <Receipts which="older" />}
          </>
        )}
        {step === 'package' && <PackageStep {...parts} />}
        {step === 'delivery' && <DeliveryStep {...parts} />}
        {step === 'summery' && (
          <SummaryStep
            fields={fields}
            draft={open.draft}
            ensureDraft={() => open.settle('summery')}
            submit={submit}
            onBack={goBack}
            onEdit={goTo}
          />
        )}
        {open.draft && !submit.ordered && (
          <div className={classes.handOver}>
            <HandOver draft={{ fields, guest: open.draft.guest }} />
          </div>
        )}
      </section>
      <MarketingPanel step={step} />
    </div>
  );
}

/** A step can be shown once everything before it is complete. */
function reachable(asked: WizardStep, fields: Parameters<typeof firstIncompleteStep>[0]): WizardStep {
  const incomplete = firstIncompleteStep(fields)?.step ?? 'summery';
  return WIZARD_STEPS.indexOf(asked) <= WIZARD_STEPS.indexOf(incomplete) ? asked : incomplete;
}
