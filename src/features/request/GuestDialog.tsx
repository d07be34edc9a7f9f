import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import type { GuestDetails } from '../../domain/draft.ts';
import { validateGuestDetails } from '../../domain/guest-details.ts';
import { useApp } from '../../stores/app.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import classes from './GuestDialog.module.css';
import type { SubmitError } from './use-submit.ts';

type GuestDialogProps = {
  isOpen: boolean;
  /** What was typed before, in this draft. */
  initialValues: GuestDetails;
  isProcessing: boolean;
  error: SubmitError | undefined;
  onChange: (guest: GuestDetails) => void;
  onComplete: (guest: GuestDetails) => void;
  /** Stops waiting for a slow answer. */
  onCancel: () => void;
  onClose: () => void;
};

/** Who a visitor is: asked only when everything else is said. */
export function GuestDialog({ isOpen, onClose, isProcessing, ...form }: GuestDialogProps) {
  return (
    <ResponsiveModal
      isOpen={isOpen}
      onClose={onClose}
      title="Fill in your details"
      closeLabel="Close"
      isLocked={isProcessing}
    >
      <GuestForm isProcessing={isProcessing} {...form} />
    </ResponsiveModal>
  );
}

type GuestFormProps = Omit<GuestDialogProps, 'isOpen' | 'onClose'>;

function GuestForm({ initialValues, isProcessing, error, onChange, onComplete, onCancel }: GuestFormProps) {
  const isReachable = useApp((state) => state.isReachable);
  const { form, handleSubmit } = useTouchedForm<GuestDetails>(initialValues, validateGuestDetails);
  const { values } = form;
  const hasChanged = JSON.stringify(values) !== JSON.stringify(initialValues);
  useEffect(() => {
    if (hasChanged) onChange(values);
  }, [hasChanged, onChange, values]);

  return (
    <form className={classes.form} noValidate onSubmit={handleSubmit(onComplete)}>
      <p className={classes.lead}>So that the driver can reach you. No account needed.</p>
      {error && <Notice tone="error" role="alert" title={error.sentence} />}
      <div className={classes.names}>
        <TextInput
          label="First Name"
          withAsterisk
          required
          autoComplete="given-name"
          data-autofocus
          {...form.getInputProps('firstName')}
        />
        <TextInput
          label="Last Name"
          withAsterisk
          required
          autoComplete="family-name"
          {...form.getInputProps('lastName')}
        />
      </div>
      <TextInput
        label={<OptionalLabel>Email</OptionalLabel>}
        type="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <TextInput
        label={<OptionalLabel>Phone Number</OptionalLabel>}
        type="tel"
        autoComplete="tel"
        {...form.getInputProps('phone')}
      />
      <Button type="submit" fullWidth disabled={isProcessing}>
        {isProcessing ? 'Processing...' : 'Complete'}
      </Button>
      <StillTrying isPending={isProcessing} onCancel={onCancel} />
      {!isReachable && (
        <p className={classes.offline}>
          <Icon name="offline" size={18} />
          You are offline. We keep it on this device and send it when you are online.
        </p>
      )}
    </form>
  );
}

function OptionalLabel({ children }: { children: ReactNode }) {
  return (
    <>
      {children} <span className={classes.optional}>optional</span>
    </>
  );
}
