import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConsumerRights } from '../../components/ConsumerRights.tsx';
import { SaveTemplate } from '../../components/SaveTemplate.tsx';
import { SpeedText } from '../../components/SpeedText.tsx';
import type { Draft, GuestDetails } from '../../domain/draft.ts';
import { EMPTY_GUEST_DETAILS } from '../../domain/draft-defaults.ts';
import type { WizardStep } from '../../domain/draft-keys.ts';
import { packageSummary } from '../../domain/parcel-labels.ts';
import { routeTitle } from '../../domain/place-labels.ts';
import { toDeliveryRequestInput } from '../../domain/request-payload.ts';
import { ROUTE_END_LABELS, type RouteEndKey } from '../../domain/route-end-key.ts';
import { useApp } from '../../stores/app.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { useDrafts } from '../../stores/drafts.ts';
import { useUser } from '../../stores/user.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { StickyBar } from '../../ui/StickyBar.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { TextButton } from '../../ui/TextLink.tsx';
import { saveTemplate } from '../../use-cases/deliveries/templates.ts';
import { type Estimate, useEstimate } from '../../use-cases/deliveries/use-estimate.ts';
import { BackButton, NextButton } from './ActionBar.tsx';
import { GuestDialog } from './GuestDialog.tsx';
import { LazyPlaceQuestions } from './LazyPlaceQuestions.tsx';
import type { StepProps } from './LocationsStep.tsx';
import { PriceBlock } from './PriceBlock.tsx';
import classes from './SummaryStep.module.css';
import type { SubmitState } from './use-submit.ts';

export type SummaryStepProps = Omit<StepProps, 'onContinue'> & {
  draft: Draft | undefined;
  ensureDraft: () => string;
  submit: SubmitState;
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
      <StickyBar>
        <BackButton onClick={onBack} isDisabled={isProcessing} />
        <NextButton
          isDisabled={!request}
          isBusy={isProcessing}
          onClick={() => (isLoggedIn ? submitRequest() : setIsGuestDialogOpen(true))}
        >
          {isProcessing ? 'Processing...' : isLoggedIn ? 'Complete Request' : 'Complete Without Account'}
        </NextButton>
      </StickyBar>
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

type RequestSummaryProps = Pick<SummaryStepProps, 'fields' | 'change' | 'onEdit'> & {
  estimate: Estimate;
  isLocked: boolean;
};

/** The whole request on one card, with an Edit button for each part and the price at the bottom. */
function RequestSummary({ fields, change, estimate, onEdit, isLocked }: RequestSummaryProps) {
  const presets = useApp(({ config }) => config.presets);
  const request = toDeliveryRequestInput(fields);
  if (!request) return null;
  const editButton = (step: WizardStep, label: string) => (
    <TextButton aria-label={`Edit ${label}`} disabled={isLocked} onClick={() => onEdit(step)}>
      Edit
    </TextButton>
  );
  const placeRow = (end: RouteEndKey, label: string, name: string) => ({
    label,
    value: name,
    action: editButton('locations', ROUTE_END_LABELS[end].name),
    below: <LazyPlaceQuestions {...{ estimate, fields, change, isLocked }} only={end} />,
  });
  return (
    <div className="card overflow-hidden">
      <Rows
        isAtTop
        rows={[
          placeRow('pickUp', 'Pick-up', request.pickUpSnapshot.name),
          placeRow('dropOff', 'Drop-off', request.dropOffSnapshot.name),
          {
            label: 'Package',
            value: (
              <>
                {packageSummary({ ...request, isFragile: false }, presets)}
                {request.isFragile && <small className="block">Fragile</small>}
              </>
            ),
            action: editButton('package', 'package'),
          },
          {
            label: 'Delivery',
            value: <SpeedText request={request} />,
            action: editButton('delivery', 'delivery'),
          },
          {
            label: 'Instructions',
            value: (
              <span className={classes.note} dir="auto">
                {request.deliveryNote || 'None'}
              </span>
            ),
            action: editButton('package', 'instructions'),
          },
        ]}
      />
      <div className={classes.divider} aria-hidden="true" />
      <PriceBlock estimate={estimate} />
    </div>
  );
}
