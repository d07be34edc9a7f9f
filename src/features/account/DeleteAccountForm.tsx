import { Button } from '@mantine/core';
import { useState } from 'react';
import { useApp } from '../../stores/app.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { useAccount } from '../../stores/user.ts';
import { Notice } from '../../ui/Notice.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import { deleteAccountForever, type Refusal } from '../../use-cases/account/delete-account.ts';
import classes from './DeleteAccountForm.module.css';

type DeleteAccountFormProps = { onBusyChange: (isBusy: boolean) => void; onClose: () => void };

export function DeleteAccountForm({ onBusyChange, onClose }: DeleteAccountFormProps) {
  const account = useAccount();
  const isReachable = useApp(({ isReachable }) => isReachable);
  const unsent = useOutbox(({ entries }) => entries.filter(({ owner }) => owner === account).length);
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const { form, handleSubmit, showErrors } = useTouchedForm({ password: '' }, ({ password }) =>
    password === '' ? { password: 'Password is required' } : {},
  );

  async function submit(password: string) {
    if (isBusy) return;
    setRefusal(undefined);
    setBusy(true);
    const outcome = await deleteAccountForever(password);
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
      className={classes.form}
      onSubmit={handleSubmit(({ password }) => void submit(password))}
      noValidate
    >
      <p>Enter your password to delete your account for good. You cannot undo this.</p>
      {unsent > 0 && (
        <Notice
          tone="warn"
          title={
            unsent === 1
              ? '1 request on this device has not been sent yet. It will be discarded.'
              : `${unsent} requests on this device have not been sent yet. They will be discarded.`
          }
        />
      )}
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
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <OnlineButton
          type="submit"
          className={classes.delete ?? ''}
          loading={isBusy}
          isReachable={isReachable}
          reason="You are offline. Deleting your account needs a connection."
        >
          Delete
        </OnlineButton>
      </div>
    </form>
  );
}
