import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useIsLoading, whileLoading } from '../../stores/loaders.ts';
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

const LOADER = 'confirmPassword';

export function PasswordDialog({ isOpen, title, children, ...form }: PasswordDialogProps) {
  const isBusy = useIsLoading(LOADER);
  return (
    <ResponsiveModal isOpen={isOpen} title={title} isLocked={isBusy} onClose={form.onClose}>
      <PasswordForm {...form}>
        <WhileOpen isOpen={isOpen}>{children}</WhileOpen>
      </PasswordForm>
    </ResponsiveModal>
  );
}

function PasswordForm(props: Omit<PasswordDialogProps, 'isOpen' | 'title'>) {
  const { children, confirmLabel, isDanger = false, offlineReason, onConfirm, onClose } = props;
  const account = useAccount();
  const isBusy = useIsLoading(LOADER);
  const [refusal, setRefusal] = useState<Refusal>();
  const { form, handleSubmit, errorStatus, showErrors } = useTouchedForm(
    { password: '' },
    ({ password }) => (password === '' ? { password: 'Password is required' } : {}),
    { isBusy },
  );

  async function submit({ password }: { password: string }) {
    setRefusal(undefined);
    const outcome = await whileLoading(LOADER, () => onConfirm(password));
    if (outcome.kind === 'wrongPassword') showErrors({ password: outcome.message });
    if (outcome.kind === 'refused') setRefusal(outcome.refusal);
  }

  return (
    <form className={`stack gap-4 ${classes.form}`} onSubmit={handleSubmit(submit)} noValidate>
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
