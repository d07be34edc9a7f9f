import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Failure, hasErrorCode } from '../../api/failure.ts';
import { deleteAccount } from '../../api/users.ts';
import { ERROR_MESSAGES, errorMessage, GENERIC_ERROR } from '../../contract/errors.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { useAccount } from '../../stores/user.ts';
import { Notice } from '../../ui/Notice.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useTouchedForm } from '../../ui/use-touched-form.ts';
import { endDeletedAccount } from '../../use-cases/session/session.ts';
import classes from './DeleteAccountForm.module.css';

type DeleteAccountFormProps = { onBusyChange: (isBusy: boolean) => void; onClose: () => void };
type Refusal = { title: string; text: string };

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
    const result = await deleteAccount(password);
    setBusy(false);
    if (!result.ok) {
      if (hasErrorCode(result.failure, 'UNAUTHORIZED')) {
        showErrors({ password: ERROR_MESSAGES.INCORRECT_PASSWORD });
      } else {
        setRefusal(refusalOf(result.failure));
      }
      return;
    }
    await endDeletedAccount();
    showAlert('success', 'Your account was deleted');
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

/** Returns undefined if the app shows the reason elsewhere: it is offline, or the person has canceled. */
function refusalOf(failure: Failure): Refusal | undefined {
  if (hasErrorCode(failure, 'ACCOUNT_HAS_DELIVERIES')) {
    return {
      title: 'You have a delivery under way',
      text: 'The driver needs its addresses. You can delete your account when it has been delivered or canceled.',
    };
  }
  if (failure.kind === 'http' && failure.status === 429) {
    const minutes = Math.ceil((failure.retryAfterMs ?? 15 * 60_000) / 60_000);
    return {
      title: 'Too many attempts',
      text: minutes === 1 ? 'Try again in 1 minute.' : `Try again in ${minutes} minutes.`,
    };
  }
  if (failure.kind === 'http') {
    return { title: errorMessage(failure.status, failure.body), text: 'Your account was not deleted.' };
  }
  if (failure.kind === 'offline' || failure.kind === 'aborted' || failure.kind === 'unauthorized')
    return undefined;
  return { title: GENERIC_ERROR, text: 'Log in again to see whether your account still exists.' };
}
