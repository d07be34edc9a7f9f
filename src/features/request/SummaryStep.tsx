import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConsumerRights } from '../../components/ConsumerRights.tsx';
import { SaveTemplate } from '../../components/SaveTemplate.tsx';
import type { Draft, DraftFields, GuestDetails } from '../../domain/draft.ts';
import { EMPTY_GUEST_DETAILS } from '../../domain/draft-defaults.ts';
import type { WizardStep } from '../../domain/draft-keys.ts';
import { routeTitle } from '../../domain/place-labels.ts';
import { toDeliveryRequestInput } from '../../domain/request-payload.ts';
import { useApp } from '../../stores/app.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { useDrafts } from '../../stores/drafts.ts';
import { useUser } from '../../stores/user.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { saveTemplate } from '../../use-cases/deliveries/templates.ts';
import { ActionBar, BackButton, NextButton } from './ActionBar.tsx';
import { GuestDialog } from './GuestDialog.tsx';
import { RequestSummary } from './RequestSummary.tsx';
import classes from './SummaryStep.module.css';
import { type Estimate, useEstimate } from './use-estimate.ts';
import type { SubmitState } from './use-submit.ts';

export type SummaryStepProps = {
  fields: DraftFields;
  change: (fields: Partial<DraftFields>) => void;
  draft: Draft | undefined;
  ensureDraft: () => string;
  submit: SubmitState;
  onBack: () => void;
  onEdit: (step: WizardStep) => void;
};

export function SummaryStep(props: SummaryStepProps) {
  const { fields, change, draft, ensureDraft, submit, onBack, onEdit } = props;
  const isLoggedIn = useUser(({ user }) => user !== null);
  const vatPercent = useApp(({ config }) => config.tariff?.vatPercent ?? 0);
  const [isGuestDialogOpen, setIsGuestDialogOpen] = useState(false);
  const request = toDeliveryRequestInput(fields);
  const estimate = useEstimate(fields);
  const { isProcessing, error } = submit;

  function submitRequest(guest?: GuestDetails) {
    if (!request) return;
    submit.submit({ key: ensureDraft(), fields, request, quote: toQuote(estimate) }, guest);
  }

  return (
    <>
      {error && (
        <Notice tone="error" role="alert" title={error.message}>
          {error.errors.length > 0 && (
            <ul>
              {error.errors.map(({ path, message }) => (
                <li key={path}>{message}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <RequestSummary
        fields={fields}
        change={change}
        estimate={estimate}
        onEdit={onEdit}
        isLocked={isProcessing}
      />
      {request && (
        <div className="text-center">
          <SaveTemplate initialName={routeTitle(request)} onSave={(name) => saveTemplate(name, fields)} />
        </div>
      )}
      {/* Customers go from here to the checkout page, and guests pay later on a page that says it. */}
      {isLoggedIn && <ConsumerRights vatPercent={vatPercent} />}
      {!isLoggedIn && (
        <div className={`items-center gap-3 size-15 text-soft ${classes.loginHint}`}>
          <Icon name="account" size={22} />
          <p>You can sign in to complete your request and track it here.</p>
          <Button variant="default" size="sm" onClick={() => useDialogs.getState().openAuth('login')}>
            Sign In
          </Button>
        </div>
      )}
      <StillTrying
        isPending={isLoggedIn && isProcessing && !submit.orderedFields}
        onCancel={submit.stopWaiting}
      />
      <ActionBar estimate={estimate} back={<BackButton onClick={onBack} isDisabled={isProcessing} />}>
        <NextButton
          isDisabled={isProcessing || !request}
          onClick={() => (isLoggedIn ? submitRequest() : setIsGuestDialogOpen(true))}
        >
          {isProcessing ? 'Processing...' : isLoggedIn ? 'Complete Request' : 'Complete Without Account'}
        </NextButton>
      </ActionBar>
      <GuestDialog
        isOpen={isGuestDialogOpen && !isLoggedIn}
        initialValues={draft?.guest ?? EMPTY_GUEST_DETAILS}
        isProcessing={isProcessing}
        error={error}
        onChange={(guest) => useDrafts.getState().setGuest(ensureDraft(), guest)}
        onComplete={submitRequest}
        onCancel={submit.stopWaiting}
        onClose={() => setIsGuestDialogOpen(false)}
      />
    </>
  );
}

function toQuote(estimate: Estimate) {
  if (!('estimate' in estimate)) return undefined;
  const { estimatedPrice, currency, isDistanceAssumed, distanceKm } = estimate.estimate;
  return { estimatedPrice, currency, ...(isDistanceAssumed ? { assumedKm: distanceKm } : {}) };
}
