import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import * as v from 'valibot';
import { ConsumerRights } from '../../components/ConsumerRights.tsx';
import { SaveTemplate } from '../../components/SaveTemplate.tsx';
import { SpeedText } from '../../components/SpeedText.tsx';
import { cleanText } from '../../contract/clean-text.ts';
import { NAME_MAX_LENGTH } from '../../contract/constants.ts';
import type { DeliveryRequestInput } from '../../contract/delivery-request.ts';
import { OptionalEmail, requiredText, text } from '../../contract/text.ts';
import type { Draft, GuestDetails } from '../../domain/draft.ts';
import { EMPTY_GUEST_DETAILS } from '../../domain/draft-defaults.ts';
import { packageSummary } from '../../domain/parcel.ts';
import { routeTitle } from '../../domain/place-labels.ts';
import { toDeliveryRequestInput } from '../../domain/request-payload.ts';
import { ROUTE_END_LABELS, type RouteEndKey } from '../../domain/route-ends.ts';
import { schemaErrors } from '../../domain/schema-errors.ts';
import type { WizardStep } from '../../domain/wizard-steps.ts';
import { useApp } from '../../stores/app.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { useDrafts } from '../../stores/drafts.ts';
import { useStorageQuota } from '../../stores/storage-quota.ts';
import { useUser } from '../../stores/user.ts';
import { INPUT_METHOD_KEY } from '../../ui/Combobox.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { TextButton } from '../../ui/Links.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OptionalLabel } from '../../ui/OptionalLabel.tsx';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { StickyBar } from '../../ui/StickyBar.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import { saveTemplate } from '../../use-cases/deliveries/templates.ts';
import { type Estimate, useEstimate } from '../../use-cases/deliveries/use-estimate.ts';
import { useVatPercent } from '../../use-cases/payments/use-vat-percent.ts';
import { BackButton, NextButton } from './ActionBar.tsx';
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
  const publishedVatPercent = useVatPercent();
  const [isGuestDialogOpen, setIsGuestDialogOpen] = useState(false);
  const request = toDeliveryRequestInput(fields);
  const estimate = useEstimate(fields);
  // The operator may have changed or abolished the VAT since this page was opened.
  const vat = 'estimate' in estimate ? estimate.estimate.vat : undefined;
  const vatPercent = vat === null ? 0 : (vat?.percent ?? publishedVatPercent);
  const { isProcessing } = submit;
  // Another draft may be open by now.
  const error = submit.error?.key === draft?.id ? submit.error : undefined;

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
      {request && (
        <>
          <RequestSummary {...{ request, fields, change, estimate, onEdit }} isLocked={isProcessing} />
          <div className="text-center">
            <SaveTemplate initialName={routeTitle(request)} onSave={(name) => saveTemplate(name, fields)} />
          </div>
        </>
      )}
      {/* Customers go from here to the checkout page, and guests pay later on a page that says it. */}
      {isLoggedIn && <ConsumerRights vatPercent={vatPercent} />}
      {!isLoggedIn && (
        <div className={`items-center gap-3 size-15 text-soft ${classes.loginHint}`}>
          <Icon name="account" size={22} />
          <p>You can sign in to complete your request and track it here.</p>
          <SmallButton onClick={() => useDialogs.getState().openAuth('login')}>Sign In</SmallButton>
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
      <ResponsiveModal
        isOpen={isGuestDialogOpen && !isLoggedIn}
        title="Fill in your details"
        isLocked={isProcessing}
        onClose={() => setIsGuestDialogOpen(false)}
      >
        <GuestForm
          initialValues={draft?.guest ?? EMPTY_GUEST_DETAILS}
          submit={{ ...submit, error }}
          onChange={(guest) => useDrafts.getState().setGuest(ensureDraft(), guest)}
          onComplete={submitRequest}
        />
      </ResponsiveModal>
    </>
  );
}

function toQuote(estimate: Estimate) {
  if (!('estimate' in estimate)) return undefined;
  const { estimatedPrice, currency, isDistanceAssumed, distanceKm } = estimate.estimate;
  return { estimatedPrice, currency, ...(isDistanceAssumed ? { assumedKm: distanceKm } : {}) };
}

type RequestSummaryProps = Pick<SummaryStepProps, 'fields' | 'change' | 'onEdit'> & {
  request: DeliveryRequestInput;
  estimate: Estimate;
  isLocked: boolean;
};

function RequestSummary({ request, fields, change, estimate, onEdit, isLocked }: RequestSummaryProps) {
  const presets = useApp(({ config }) => config.presets);
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

/** The first and last name are required. The phone number is optional and not validated. */
const Details = v.object({
  firstName: requiredText(NAME_MAX_LENGTH, 'First name is required'),
  lastName: requiredText(NAME_MAX_LENGTH, 'Last name is required'),
  email: OptionalEmail,
  phone: text(NAME_MAX_LENGTH),
});

const FIELD_PROPS: Record<keyof GuestDetails, TextInputProps> = {
  firstName: { label: 'First Name', autoComplete: 'given-name', required: true, withAsterisk: true },
  lastName: { label: 'Last Name', autoComplete: 'family-name', required: true, withAsterisk: true },
  email: { label: <OptionalLabel>Email</OptionalLabel>, type: 'email', autoComplete: 'email' },
  phone: { label: <OptionalLabel>Phone Number</OptionalLabel>, type: 'tel', autoComplete: 'tel' },
};

type GuestFormProps = {
  /** The details that are saved in the draft. */
  initialValues: GuestDetails;
  submit: Pick<SubmitState, 'isProcessing' | 'error' | 'stopWaiting'>;
  onChange: (guest: GuestDetails) => void;
  onComplete: (guest: GuestDetails) => void;
};

/** Asks a guest for contact details as the last step before the request is sent. */
export function GuestForm({ initialValues, submit, onChange, onComplete }: GuestFormProps) {
  const { isProcessing, error } = submit;
  const isReachable = useApp((state) => state.isReachable);
  const isWritable = useStorageQuota((state) => state.isWritable);
  const { form, handleSubmit, errorStatus } = useTouchedForm<GuestDetails>(initialValues, (typed) =>
    schemaErrors(Details, typed),
  );
  const { values } = form;
  // Without any contact the user is asked for one, once; the second press sends the request as it is.
  const [wasAskedForContact, setWasAskedForContact] = useState(false);
  const hasContact = cleanText(values.email + values.phone) !== '';

  function complete(guest: GuestDetails) {
    if (hasContact || wasAskedForContact) return onComplete(guest);
    setWasAskedForContact(true);
    form.getInputNode('email')?.focus();
  }
  const fieldProps = (name: keyof GuestDetails) => ({
    enterKeyHint: name.endsWith('Name') ? ('next' as const) : ('send' as const),
    ...FIELD_PROPS[name],
    ...form.getInputProps(name),
  });

  return (
    <form
      className="stack gap-4"
      noValidate
      // An effect would render the dialog and the page behind it a second time for each key.
      onChange={() => onChange(form.getValues())}
      onSubmit={handleSubmit(complete)}
      onKeyDown={goToNextField}
    >
      {errorStatus}
      <p className="text-soft">The driver asks for this name. You don't need an account.</p>
      {error && <Notice tone="error" role="alert" title={error.message} />}
      <div className="columns-2 items-start gap-3">
        <TextInput data-autofocus {...fieldProps('firstName')} />
        <TextInput {...fieldProps('lastName')} />
      </div>
      <TextInput {...fieldProps('email')} />
      <TextInput {...fieldProps('phone')} />
      {wasAskedForContact && !hasContact && (
        <Notice tone="warn" role="alert" title="Add an email address or a phone number?">
          Without one we can't send you the tracking number. To continue without it, press Complete again.
        </Notice>
      )}
      <Button type="submit" fullWidth data-disabled={isProcessing} aria-disabled={isProcessing}>
        {isProcessing ? 'Processing...' : 'Complete'}
      </Button>
      <StillTrying isPending={isProcessing} onCancel={submit.stopWaiting} />
      {!isReachable && (
        <p className="flex gap-2 text-sm text-muted">
          <Icon name="offline" size={18} />
          {isWritable
            ? "You're offline. We'll save your request on this device and send it when you're back online."
            : "You're offline, and this device can't save your request. Keep this page open until it is sent."}
        </p>
      )}
    </form>
  );
}

/** Enter in a name goes to the next field while that is empty, so that it needs no tap and shows no error. */
function goToNextField(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.keyCode === INPUT_METHOD_KEY) return;
  const field = event.target as HTMLInputElement;
  const fields = [...event.currentTarget.querySelectorAll('input')];
  const next = field.enterKeyHint === 'next' ? fields[fields.indexOf(field) + 1] : undefined;
  // An Enter that is held down would also answer the question for a contact.
  if (event.repeat || next?.value === '') event.preventDefault();
  if (next?.value === '') next.focus();
}
