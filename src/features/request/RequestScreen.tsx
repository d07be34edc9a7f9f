import { useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { pause } from '../../contract/pause.ts';
import type { Draft } from '../../domain/draft.ts';
import { firstIncompleteStep } from '../../domain/draft-rules.ts';
import { parsePrefill } from '../../domain/prefill.ts';
import { STEP_LABELS, WIZARD_STEPS, type WizardStep } from '../../domain/wizard-steps.ts';
import { useApp } from '../../stores/app.ts';
import { useDrafts } from '../../stores/drafts.ts';
import { needsUser, useOutbox } from '../../stores/outbox.ts';
import { useMark, writeMark } from '../../stores/page-marks.ts';
import { useAccount } from '../../stores/user.ts';
import { TextButton } from '../../ui/Links.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import { preloadDialog } from '../../ui/ResponsiveModal.tsx';
import { whenIdle, whenUsed } from '../../ui/when-idle.ts';
import { ContinueOnDevice } from './ContinueOnDevice.tsx';
import { LocationsStep } from './LocationsStep.tsx';
import { MarketingPanel } from './MarketingPanel.tsx';
import classes from './RequestScreen.module.css';
import { ResumeList } from './SavedRequests.tsx';
import { StorageWarning, SubmitNotice } from './SubmitNotice.tsx';
import { useDraft } from './use-draft.ts';
import { useSubmit } from './use-submit.ts';
import { StepHeading, WizardProgress } from './WizardProgress.tsx';

const Confirmation = lazyComponent(() => import('./Confirmation.tsx').then((module) => module.Confirmation));

/** The steps after the first one, with the dialog of the last one. */
export const LaterSteps = lazyComponent(
  async () => {
    const [{ LaterStep }] = await Promise.all([import('./LaterStep.tsx'), preloadDialog()]);
    return LaterStep;
  },
  { fallback: <p role="status">Loading...</p>, showsFailure: true },
);
// Receipts are lazy: most people have none, and the outbox is read after the first paint.
const Receipts = lazyComponent(() => import('./Receipts.tsx').then((module) => module.Receipts));

// The templates come with the code of the later steps, because most people have none.
const Templates = lazyComponent(() => import('./LaterStep.tsx').then((module) => module.TemplateList));

/** A device that reads its stored data slowly must not delay hydration for long. */
const DRAFT_WAIT_MS = 1000;

/**
 * Reads an open draft and the configuration that its step shows, and loads the code of its step, before the page is
 * rendered or hydrated.
 */
export async function prepareRequest(): Promise<void> {
  // A page that is prerendered has no document.
  if (!globalThis.document?.documentElement.dataset.marks?.includes('draft')) return;
  await Promise.race([loadDraft(), pause(DRAFT_WAIT_MS)]);
  if (!useDrafts.persist.hasHydrated()) writeMark('draft', false);
}

async function loadDraft(): Promise<void> {
  await Promise.all([useDrafts, useApp].map(({ persist }) => persist.hasHydrated() || persist.rehydrate()));
  const { drafts, currentId } = useDrafts.getState();
  const draft = drafts.find(({ id }) => id === currentId);
  if (draft && draft.step !== 'locations') await LaterSteps.preload();
}

type RequestScreenProps = {
  /** The query of the page, whose parameters may prefill the wizard. */
  search: Record<string, unknown>;
  /** The requests that are saved on this device and not sent yet. */
  outboxSection?: ReactNode;
  /** The offer to install the app, for the confirmation of a request. */
  installOffer?: ReactNode;
};

/** The home page: the delivery request wizard with its four steps, and a marketing panel. */
export function RequestScreen({ search, outboxSection, installOffer }: RequestScreenProps) {
  const account = useAccount();
  const hasReceipts = useOutbox(
    ({ receipts, hiddenReceipts }) => receipts.length + hiddenReceipts.length > 0,
  );
  // Other lists are below the form, so that they neither push it away nor move what is being pressed. (LAY-54)
  const mustAct = useOutbox(
    ({ entries, parked }) =>
      entries.some(needsUser) || (account === undefined && parked.requests + parked.drafts > 0),
  );
  const navigation = useWizardNavigation();
  // Neither hydration nor the rest of the first visit waits for the code of the later steps. It is loaded as soon as
  // someone uses the page, so that the next step appears at once, also without a connection.
  const [isUsed, setIsUsed] = useState(false);
  useEffect(() => {
    return whenUsed(() => {
      void LaterSteps.preload().then(Confirmation.preload);
      setIsUsed(true);
    });
  }, []);
  const openDraft = useDraft(parsePrefill(search), navigation.removePrefillFromUrl);
  useMark(useDrafts, 'draft', openDraft.draft !== undefined);
  const submit = useSubmit({
    onFinish: navigation.restart,
    onReceived: (key) => navigation.showConfirmation(key, { replace: true }),
  });
  const received = useOutbox(({ receipts }) => receipts.find(({ id }) => id === navigation.receivedKey));
  const fields = submit.orderedFields ?? openDraft.fields;
  // A sent draft has no steps any more. Its summary stays until the browser shows the checkout.
  const requestedStep = submit.orderedFields ? 'summery' : navigation.requestedStep(openDraft.draft?.id);
  const step = allowedStep(requestedStep ?? 'locations', fields);
  const latestStep = useRef(step);
  useLayoutEffect(() => {
    latestStep.current = step;
  });
  const restored = useRestoredDraft(openDraft.draft, requestedStep, navigation);
  const [discarded, setDiscarded] = useState<Draft>();

  function goTo(next: WizardStep, openDraftOfStep = () => openDraft.commitStep(next)) {
    // A second press while the next step is still being rendered.
    if (next === latestStep.current) return;
    latestStep.current = next;
    const id = openDraftOfStep();
    submit.dismissResult();
    navigation.goTo(next, step, id);
  }
  function startAgain() {
    if (restored.draft) useDrafts.getState().remove(restored.draft.id);
    setDiscarded(restored.draft);
    restored.dismiss();
    navigation.restart();
  }
  const openTemplate = (template: Pick<Draft, 'fields'>) =>
    goTo('summery', () =>
      useDrafts.getState().createDraft({ owner: account, fields: template.fields, step: 'summery' }),
    );
  const previousStep = WIZARD_STEPS[WIZARD_STEPS.indexOf(step) - 1] ?? 'locations';
  function goBack() {
    // As in `goTo`: otherwise a double press would leave the wizard.
    if (previousStep === latestStep.current) return;
    latestStep.current = previousStep;
    navigation.goBack(previousStep, openDraft.commitStep(previousStep));
  }
  const goToNextStep = () => goTo(WIZARD_STEPS[WIZARD_STEPS.indexOf(step) + 1] ?? 'summery');
  const stepProps = { fields, change: openDraft.change, onBack: goBack, onContinue: goToNextStep };

  const continueOnDevice = (
    <div className="hide-empty justify-self-center size-sm">
      {openDraft.draft && !submit.orderedFields && (
        <ContinueOnDevice draft={{ fields, guest: openDraft.draft.guest }} />
      )}
    </div>
  );
  const { view, isPrevious } = useDeferredView(step, () =>
    step === 'locations' ? (
      <>
        <SubmitNotice result={submit.result} onDismiss={submit.dismissResult} />
        {mustAct && outboxSection}
        <LocationsStep {...stepProps} onFastForward={() => goTo('summery')} />
        {!mustAct && outboxSection}
        <ResumeList
          account={account}
          openDraft={openDraft.draft}
          discarded={discarded}
          onDiscard={setDiscarded}
          onResume={(draft) => restored.open(draft)}
        />
        {isUsed && <Templates key={account} onUse={openTemplate} />}
        {hasReceipts && <Receipts onOpen={navigation.showConfirmation} />}
        {continueOnDevice}
      </>
    ) : (
      <LaterSteps
        {...stepProps}
        step={step}
        draft={openDraft.draft}
        ensureDraft={() => openDraft.commitStep('summery')}
        submit={submit}
        onEdit={goTo}
      >
        {continueOnDevice}
      </LaterSteps>
    ),
  );
  const isRestoring = requestedStep === undefined && openDraft.draft?.step !== 'locations';
  const isDraftShown = openDraft.draft !== undefined && !isPrevious && !isRestoring;
  useLayoutEffect(() => {
    if (isDraftShown) document.documentElement.dataset.draft = '';
  }, [isDraftShown]);

  if (received) {
    return (
      <div className={`stack content-start gap-4 min-w-0 mx-auto ${classes.received}`}>
        <Confirmation entry={received} onUse={submit.cancelReload} onRequestAnother={navigation.restart} />
        {installOffer}
      </div>
    );
  }
  return (
    <div className={`stack gap-8 ${classes.split}`}>
      <section
        className={`stack content-start gap-4 min-w-0 ${step === 'locations' ? '' : 'min-h-page'}`}
        aria-labelledby="wizard-heading"
        aria-busy={isPrevious}
        // Requesting the files at once would delay the focus ring on a slow device.
        onFocus={() => void whenIdle(() => void LaterSteps.preload())}
      >
        <PageHeading title={step === 'locations' ? 'Request a Delivery' : STEP_LABELS[step]}>
          <span id="wizard-heading">Request a Delivery</span>
        </PageHeading>
        <WizardProgress step={step} isLocked={submit.isProcessing} onOpen={goTo} />
        <StepHeading step={step} />
        {restored.draft && (
          <Notice
            tone="plain"
            role="status"
            title="Draft restored."
            action={<TextButton onClick={startAgain}>Start again</TextButton>}
          />
        )}
        {view}
        {/* It may appear while something above it is being pressed. */}
        <StorageWarning />
      </section>
      <MarketingPanel step={step} />
    </div>
  );
}

/** Opens a stored draft at the step at which it was left. A step in the history entry takes precedence. (WIZ-46) */
function useRestoredDraft(
  draft: Draft | undefined,
  requestedStep: WizardStep | undefined,
  navigation: WizardNavigation,
) {
  const [restored, setRestored] = useState<{ id: string; step: WizardStep }>();
  // Only the draft that is there at first is restored. Later a missing step means that the user went back.
  const hasSeenDraft = useRef(false);
  function open({ id, step }: Draft) {
    setRestored({ id, step });
    navigation.showStep(step, id);
  }
  useLayoutEffect(() => {
    if (hasSeenDraft.current || draft === undefined) return;
    hasSeenDraft.current = true;
    if (requestedStep === undefined && draft.step !== 'locations') open(draft);
  });
  const isShown = draft !== undefined && draft.id === restored?.id && draft.step === restored.step;
  return {
    /** The draft that was restored and is still at the step at which it was left. */
    draft: isShown ? draft : undefined,
    open,
    dismiss: () => setRestored(undefined),
  };
}

/** The requested step, or the first incomplete step if that comes earlier. */
function allowedStep(requested: WizardStep, fields: Parameters<typeof firstIncompleteStep>[0]): WizardStep {
  const incomplete = firstIncompleteStep(fields);
  return WIZARD_STEPS.indexOf(requested) <= WIZARD_STEPS.indexOf(incomplete) ? requested : incomplete;
}

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

type WizardNavigation = ReturnType<typeof useWizardNavigation>;

/** A step that was requested at this history entry, and whose own entry is not stored yet. */
type Target = { from: string | undefined; step: WizardStep; draft: string };

function useWizardNavigation() {
  const { history, navigate } = useRouter();
  const entry = useLocation({ select: ({ state }) => state });
  // The first step contains the list of waiting requests, so a link to the list does not open the step of a draft.
  const isListLinked = useLocation({ select: ({ hash }) => hash === 'waiting-heading' });
  // The router renders later than the press on the button, so without a target the page would render twice.
  const [target, setTarget] = useState<Target>();
  if (target !== undefined && target.from !== entry.__TSR_key) setTarget(undefined);
  const { step, draft } = target ?? entry;
  /** Replaces the current history entry with a step, so that Back leaves the wizard as before. */
  const showStep = (shown: WizardStep, openDraft: string) => {
    setTarget({ from: entry.__TSR_key, step: shown, draft: openDraft });
    void navigate({ to: '/', search: {}, state: { step: shown, draft: openDraft }, replace: true });
  };

  return {
    /** The step in the history entry if it belongs to this draft; undefined after a fresh start. */
    requestedStep: (openDraft: string | undefined) =>
      openDraft !== undefined && openDraft === draft ? step : isListLinked ? 'locations' : undefined,
    goTo: (next: WizardStep, from: WizardStep, openDraft: string) => {
      setTarget({ from: entry.__TSR_key, step: next, draft: openDraft });
      void navigate({ to: '/', search: {}, state: { step: next, from, draft: openDraft } });
    },
    goBack: (before: WizardStep, openDraft: string) => {
      if (entry.from !== before) return showStep(before, openDraft);
      setTarget({ from: entry.__TSR_key, step: before, draft: openDraft });
      history.back();
    },
    showStep,
    /** The key of the received request whose confirmation is shown. */
    receivedKey: entry.received,
    /** Opens the confirmation of an earlier request, or replaces the wizard with that of the request just received. */
    showConfirmation: (received: string, { replace } = { replace: false }) =>
      void navigate({ to: '/', search: {}, state: { received }, replace }),
    restart: () => void navigate({ to: '/', search: {}, state: {}, replace: true }),
    /** Removes the prefill parameters from the URL once they are stored in a draft. */
    removePrefillFromUrl: () => {
      history.replace(history.location.pathname, history.location.state);
      // The flush is needed because the router batches history updates, and the next step would overwrite this one.
      history.flush();
    },
  };
}

/**
 * Returns the view that belongs to the key. When the key changes, the previous view stays for the moment that a slow
 * device needs to render the new one, so that the rest of the page reacts at once to the press that changed the key.
 * @returns the view, and whether it is still the previous one
 */
function useDeferredView(key: string, render: () => ReactNode): { view: ReactNode; isPrevious: boolean } {
  const shownKey = useDeferredValue(key);
  const isPrevious = shownKey !== key;
  const lastView = useRef<ReactNode>(null);
  // React skips an element that it has rendered already.
  const view = isPrevious ? lastView.current : render();
  useLayoutEffect(() => {
    lastView.current = view;
  });
  return { view, isPrevious };
}
