import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAccount } from '../../stores/user.ts';
import { Notice } from '../../ui/Notice.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import type { ConfirmationOutcome, Refusal } from '../../use-cases/account/confirmation-outcome.ts';
import classes from './PasswordConfirmation.module.css';

type PasswordConfirmationProps = {
  children: ReactNode;
  confirmLabel: string;
  /** The action cannot be undone: the confirm button is red. */
  isDanger?: boolean;
  /** Why the button does nothing without a connection. */
  offlineReason: string;
  onConfirm: (password: string) => Promise<ConfirmationOutcome>;
  onBusyChange: (isBusy: boolean) => void;
  onClose: () => void;
};

/** The content of a dialog that asks for the password before an action. */
export function PasswordConfirmation({
  children,
  confirmLabel,
  isDanger = false,
  offlineReason,
  onConfirm,
  onBusyChange,
  onClose,
}: PasswordConfirmationProps) {
  const account = useAccount();
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const { form, handleSubmit, showErrors } = useTouchedForm({ password: '' }, ({ password }) =>
    password === '' ? { password: 'Password is required' } : {},
  );

  async function submit(password: string) {
    if (isBusy) return;
    setRefusal(undefined);
    setBusy(true);
    const outcome = await onConfirm(password);
    setBusy(false);
    if (outcome.kind === 'wrongPassword') showErrors({ password: outcome.message });
    if (outcome.kind === 'refused') setRefusal(outcome.refusal);
  }
  function setBusy(next: boolean) {
    setIsBusy(next);
    onBusyChange(next);
  }

  return (
    <form
      className={`stack gap-4 ${classes.form}`}
      onSubmit={handleSubmit(({ password }) => void submit(password))}
      noValidate
    >
      {children}
      {refusal && (
        <Notice tone="error" role="alert" title={refusal.title}>
          {refusal.text}
        </Notice>
      )}
      {/* A password manager needs the user name to fill in the password. */}
      <input type="text" autoComplete="username" value={account ?? ''} readOnly hidden />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        withAsterisk={false}
        readOnly={isBusy}
        data-autofocus
        {...form.getInputProps('password')}
      />
      <div className="dialog-actions items-start">
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <OnlineButton
          type="submit"
          className={isDanger ? 'danger-button' : ''}
          loading={isBusy}
          reason={offlineReason}
        >
          {confirmLabel}
        </OnlineButton>
      </div>
      <StillTrying isPending={isBusy} />
    </form>
  );
}
