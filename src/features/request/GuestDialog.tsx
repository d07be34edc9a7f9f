import { Button, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { GuestDetails } from '../../domain/draft.ts';
import { validateGuestDetails } from '../../domain/guest-details.ts';
import { useApp } from '../../stores/app.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OptionalLabel } from '../../ui/OptionalLabel.tsx';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import type { SubmitError } from './use-submit.ts';

type GuestDialogProps = {
  isOpen: boolean;
  /** The details that are saved in the draft. */
  initialValues: GuestDetails;
  isProcessing: boolean;
  error: SubmitError | undefined;
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

type GuestFormProps = Omit<GuestDialogProps, 'isOpen' | 'onClose'>;

function GuestForm({ initialValues, isProcessing, error, onChange, onComplete, onCancel }: GuestFormProps) {
  const isReachable = useApp((state) => state.isReachable);
  const { form, handleSubmit } = useTouchedForm<GuestDetails>(initialValues, validateGuestDetails);
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
  const hasChanged = JSON.stringify(values) !== JSON.stringify(initialValues);
  useEffect(() => {
    if (hasChanged) onChange(values);
  }, [hasChanged, onChange, values]);

  return (
    <form className="stack gap-4" noValidate onSubmit={handleSubmit(complete)}>
      <p className="text-soft">We need these so the driver can reach you. You don't need an account.</p>
      {error && <Notice tone="error" role="alert" title={error.message} />}
      <div className={'columns-2 items-start gap-3'}>
        <TextInput
          label="First Name"
          withAsterisk
          required
          autoComplete="given-name"
          enterKeyHint="send"
          data-autofocus
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label="Last Name"
          withAsterisk
          required
          autoComplete="family-name"
          enterKeyHint="send"
          {...form.getInputProps('lastName')}
        />
      </div>
      <TextInput
        ref={emailField}
        label={<OptionalLabel>Email</OptionalLabel>}
        type="email"
        autoComplete="email"
        enterKeyHint="send"
        {...form.getInputProps('email')}
      />
      <TextInput
        label={<OptionalLabel>Phone Number</OptionalLabel>}
        type="tel"
        autoComplete="tel"
        enterKeyHint="send"
        {...form.getInputProps('phone')}
      />
      {wasAskedForContact && !hasContact && (
        <Notice tone="warn" role="status" title="Add an email address or a phone number?">
          Without one we can't send you the tracking number. To continue without it, press Complete again.
        </Notice>
      )}
      <Button type="submit" fullWidth disabled={isProcessing}>
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
