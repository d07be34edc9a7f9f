import { Button } from '@mantine/core';
import { useState } from 'react';
import {
  type Draft,
  type DraftFields,
  type GuestDetails,
  NO_GUEST,
  type WizardStep,
} from '../../domain/draft.ts';
import { requestOf } from '../../domain/payload.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { useDrafts } from '../../stores/drafts.ts';
import { useUser } from '../../stores/user.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { ActionBar, BackButton, NextButton } from './ActionBar.tsx';
import { Docket } from './Docket.tsx';
import { GuestDialog } from './GuestDialog.tsx';
import classes from './SummaryStep.module.css';
import { type Estimate, useEstimate } from './use-estimate.ts';
import type { Submit } from './use-submit.ts';

type SummaryStepProps = {
  fields: DraftFields;
  draft: Draft | undefined;
  ensureDraft: () => string;
  submit: Submit;
  onBack: () => void;
  onEdit: (step: WizardStep) => void;
};

export function SummaryStep({ fields, draft, ensureDraft, submit, onBack, onEdit }: SummaryStepProps) {
  const isSignedIn = useUser(({ user }) => user !== null);
  const [isAsking, setAsking] = useState(false);
  const request = requestOf(fields);
  const estimate = useEstimate(request);
  const { isProcessing, fault } = submit;

  function send(guest?: GuestDetails) {
    if (!request) return;
    submit.submit({ key: ensureDraft(), fields, request, quote: priceOf(estimate) }, guest);
  }

  return (
    <>
      {fault && (
        <Notice tone="error" role="alert" title={fault.sentence}>
          {fault.errors.length > 0 && (
            <ul>
              {fault.errors.map(({ path, message }) => (
                <li key={path}>{message}</li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <Docket fields={fields} estimate={estimate} onEdit={onEdit} isLocked={isProcessing} />
      {!isSignedIn && (
        <div className={classes.signIn}>
          <Icon name="account" size={22} />
          <p>You can sign in to complete your request and track it here.</p>
          <Button variant="default" size="sm" onClick={() => useDialogs.getState().openAuth('login')}>
            Sign In
          </Button>
        </div>
      )}
      <StillTrying isPending={isSignedIn && isProcessing && !submit.ordered} onCancel={submit.stopWaiting} />
      <ActionBar>
        <BackButton onClick={onBack} isDisabled={isProcessing} />
        <NextButton
          isDisabled={isProcessing || !request}
          onClick={() => (isSignedIn ? send() : setAsking(true))}
        >
          {isProcessing ? 'Processing...' : isSignedIn ? 'Complete Request' : 'Complete Without Account'}
        </NextButton>
      </ActionBar>
      <GuestDialog
        isOpen={isAsking && !isSignedIn}
        initial={draft?.guest ?? NO_GUEST}
        isProcessing={isProcessing}
        fault={fault}
        onType={(guest) => useDrafts.getState().setGuest(ensureDraft(), guest)}
        onComplete={send}
        onCancel={submit.stopWaiting}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function priceOf(estimate: Estimate) {
  if (!('estimate' in estimate)) return undefined;
  const { estimatedPrice, currency } = estimate.estimate;
  return { estimatedPrice, currency };
}
