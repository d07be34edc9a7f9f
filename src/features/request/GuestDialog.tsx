import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import { NAME_MAX_LENGTH } from '../../contract/constants.ts';
import { OptionalEmail, requiredText, text } from '../../contract/text.ts';
import type { GuestDetails } from '../../domain/draft.ts';
import { schemaErrors } from '../../domain/schema-errors.ts';
import { useApp } from '../../stores/app.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OptionalLabel } from '../../ui/OptionalLabel.tsx';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import type { Rejection } from '../../use-cases/deliveries/submit-delivery-request.ts';

type GuestDialogProps = {
  isOpen: boolean;
  /** The details that are saved in the draft. */
  initialValues: GuestDetails;
  isProcessing: boolean;
  error: Rejection | undefined;
  onChange: (guest: GuestDetails) => void;
  onComplete: (guest: GuestDetails) => void;
  /** Stops waiting for a slow response. */
  onCancel: () => void;
  onClose: () => void;
};

/** Asks a guest for contact details as the last step before the request is sent. */
export function GuestDialog({ isOpen, onClose, isProcessing, ...form }: GuestDialogProps) {
  return (
    <ResponsiveModal isOpen={isOpen} onClose={onClose} title="Fill in your details" isLocked={isProcessing}>
      <GuestForm isProcessing={isProcessing} {...form} />
    </ResponsiveModal>
  );
}

/** The first and last name are required. The phone number is optional and not validated. */
const Details = v.object({
  firstName: requiredText(NAME_MAX_LENGTH, 'First name is required'),
  lastName: requiredText(NAME_MAX_LENGTH, 'Last name is required'),
  email: OptionalEmail,
  phone: text(NAME_MAX_LENGTH),
});

type GuestFormProps = Omit<GuestDialogProps, 'isOpen' | 'onClose'>;

const FIELD_PROPS: Record<keyof GuestDetails, TextInputProps> = {
  firstName: { label: 'First Name', autoComplete: 'given-name', required: true, withAsterisk: true },
  lastName: { label: 'Last Name', autoComplete: 'family-name', required: true, withAsterisk: true },
  email: { label: <OptionalLabel>Email</OptionalLabel>, type: 'email', autoComplete: 'email' },
  phone: { label: <OptionalLabel>Phone Number</OptionalLabel>, type: 'tel', autoComplete: 'tel' },
};

function GuestForm({ initialValues, isProcessing, error, onChange, onComplete, onCancel }: GuestFormProps) {
  const isReachable = useApp((state) => state.isReachable);
  const { form, handleSubmit, errorStatus } = useTouchedForm<GuestDetails>(initialValues, (typed) =>
    schemaErrors(Details, typed),
  );
  const { values } = form;
  // Without any contact the user is asked for one, once; the second press sends the request as it is.
  const [wasAskedForContact, setWasAskedForContact] = useState(false);
  const hasContact = values.email.trim() !== '' || values.phone.trim() !== '';
  const emailField = useRef<HTMLInputElement>(null);

  function complete(guest: GuestDetails) {
    if (hasContact || wasAskedForContact) return onComplete(guest);
    setWasAskedForContact(true);
    emailField.current?.focus();
  }
  const fieldProps = (name: keyof GuestDetails) => ({
    enterKeyHint: name.endsWith('Name') ? ('next' as const) : ('send' as const),
    ...FIELD_PROPS[name],
    ...form.getInputProps(name),
  });
  const hasChanged = JSON.stringify(values) !== JSON.stringify(initialValues);
  useEffect(() => {
    if (hasChanged) onChange(values);
  }, [hasChanged, onChange, values]);

  return (
    <form className="stack gap-4" noValidate onSubmit={handleSubmit(complete)} onKeyDown={goToNextField}>
      {errorStatus}
      <p className="text-soft">The driver asks for this name. You don't need an account.</p>
      {error && <Notice tone="error" role="alert" title={error.message} />}
      <div className={'columns-2 items-start gap-3'}>
        <TextInput data-autofocus {...fieldProps('firstName')} />
        <TextInput {...fieldProps('lastName')} />
      </div>
      <TextInput ref={emailField} {...fieldProps('email')} />
      <TextInput {...fieldProps('phone')} />
      {wasAskedForContact && !hasContact && (
        <Notice tone="warn" role="status" title="Add an email address or a phone number?">
          Without one we can't send you the tracking number. To continue without it, press Complete again.
        </Notice>
      )}
      <Button type="submit" fullWidth data-disabled={isProcessing} aria-disabled={isProcessing}>
        {isProcessing ? 'Processing...' : 'Complete'}
      </Button>
      <StillTrying isPending={isProcessing} onCancel={onCancel} />
      {!isReachable && (
        <p className="flex gap-2 text-sm text-muted">
          <Icon name="offline" size={18} />
          You're offline. We'll save your request on this device and send it when you're back online.
        </p>
      )}
    </form>
  );
}

/** Enter in a name goes to the next field while that is empty, so that it needs no tap and shows no error. */
function goToNextField(event: KeyboardEvent<HTMLFormElement>): void {
  const fields = [...event.currentTarget.querySelectorAll('input')];
  const at = fields.findIndex((field) => field === event.target && field.enterKeyHint === 'next');
  const next = at === -1 ? undefined : fields[at + 1];
  if (event.key !== 'Enter' || next === undefined || next.value !== '') return;
  event.preventDefault();
  next.focus();
}
