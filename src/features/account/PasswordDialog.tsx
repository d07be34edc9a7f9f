import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useAccount } from '../../stores/user.ts';
import { Notice } from '../../ui/Notice.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import { WhileOpen } from '../../ui/WhileOpen.tsx';
import type { ConfirmationOutcome, Refusal } from '../../use-cases/account/security.ts';
import classes from './PasswordDialog.module.css';

type PasswordDialogProps = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  /** The action cannot be undone: the confirm button is red. */
  isDanger?: boolean;
  /** Why the button does nothing without a connection. */
  offlineReason: string;
  onConfirm: (password: string) => Promise<ConfirmationOutcome>;
  onClose: () => void;
};
export function PasswordDialog({ isOpen, title, children, ...form }: PasswordDialogProps) {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <ResponsiveModal isOpen={isOpen} title={title} isLocked={isBusy} onClose={form.onClose}>
      <PasswordForm {...form} isBusy={isBusy} onBusyChange={setIsBusy}>
        <WhileOpen isOpen={isOpen}>{children}</WhileOpen>
      </PasswordForm>
    </ResponsiveModal>
  );
}

type PasswordFormProps = Omit<PasswordDialogProps, 'isOpen' | 'title'> & {
  isBusy: boolean;
  onBusyChange: (isBusy: boolean) => void;
};

function PasswordForm(props: PasswordFormProps) {
  const {
    children,
    confirmLabel,
    isDanger = false,
    offlineReason,
    onConfirm,
    onClose,
    isBusy,
    onBusyChange,
  } = props;
  const account = useAccount();
  const [refusal, setRefusal] = useState<Refusal>();
  const { form, handleSubmit, errorStatus, showErrors } = useTouchedForm({ password: '' }, ({ password }) =>
    password === '' ? { password: 'Password is required' } : {},
  );

  async function submit(password: string) {
    if (isBusy) return;
    setRefusal(undefined);
    onBusyChange(true);
    const outcome = await onConfirm(password);
    onBusyChange(false);
    if (outcome.kind === 'wrongPassword') showErrors({ password: outcome.message });
    if (outcome.kind === 'refused') setRefusal(outcome.refusal);
  }

  return (
    <form
      className={`stack gap-4 ${classes.form}`}
      onSubmit={handleSubmit(({ password }) => void submit(password))}
      noValidate
    >
      {errorStatus}
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
    </form>
  );
}
