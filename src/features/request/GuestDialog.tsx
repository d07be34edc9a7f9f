import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import type { GuestDetails } from '../../domain/draft.ts';
import { guestFaults } from '../../domain/guest-details.ts';
import { useApp } from '../../stores/app.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import classes from './GuestDialog.module.css';
import type { SubmitFault } from './use-submit.ts';

type GuestDialogProps = {
  isOpen: boolean;
  /** What was typed before, in this draft. */
  initial: GuestDetails;
  isProcessing: boolean;
  fault: SubmitFault | undefined;
  onType: (guest: GuestDetails) => void;
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

function GuestForm({ initial, isProcessing, fault, onType, onComplete, onCancel }: GuestFormProps) {
  const isReachable = useApp((state) => state.isReachable);
  const { form, submitWith } = useTouchedForm<GuestDetails>(initial, guestFaults);
  const { values } = form;
  const hasChanged = JSON.stringify(values) !== JSON.stringify(initial);
  useEffect(() => {
    if (hasChanged) onType(values);
  }, [hasChanged, onType, values]);

  return (
    <form className={classes.form} noValidate onSubmit={submitWith(onComplete)}>
      <p className={classes.lead}>So that the driver can reach you. No account needed.</p>
      {fault && <Notice tone="error" role="alert" title={fault.sentence} />}
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
        label={<Optional>Email</Optional>}
        type="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <TextInput
        label={<Optional>Phone Number</Optional>}
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

function Optional({ children }: { children: ReactNode }) {
  return (
    <>
      {children} <span className={classes.optional}>optional</span>
    </>
  );
}
