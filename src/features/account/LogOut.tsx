import { Button, Radio } from '@mantine/core';
import { useId, useState } from 'react';
import { showAlert } from '../../stores/alerts.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { useAccount } from '../../stores/user.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { loadWithRetries } from '../../ui/load-with-retries.ts';
import classes from './LogOut.module.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import '../../ui/choices.css';

/** Logs out after a confirmation, in which the user decides whether unsent requests stay on the device. */
export function LogOut() {
  const [isConfirming, setIsConfirming] = useState(false);
  const [isLoggingOut, setIsLoggingOut] = useState(false);
  const [retainUnsent, setRetainUnsent] = useState(true);
  const name = useId();
  const account = useAccount();
  const unsent = useOutbox(({ entries }) => entries.filter(({ owner }) => owner === account).length);

  async function logOut() {
    setIsLoggingOut(true);
    const { logOutThisDevice } = await loadWithRetries(() => import('../../use-cases/session/session.ts'));
    await logOutThisDevice({ retainUnsent });
    showAlert('success', 'Logout successful');
  }

  return (
    <>
      <Button variant="subtle" onClick={() => setIsConfirming(true)}>
        Log Out
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title="Are you sure you want to log out?"
        confirmLabel="Log Out"
        isBusy={isLoggingOut}
        onConfirm={() => void logOut()}
        onClose={() => setIsConfirming(false)}
      >
        <p>You will need to log in again to access your account.</p>
        {unsent > 0 && (
          <fieldset className={`mt-4 px-4 py-3 rounded-md text-ink ${classes.unsent}`}>
            <legend>
              {unsent === 1
                ? '1 request on this device has not been sent yet.'
                : `${unsent} requests on this device have not been sent yet.`}
            </legend>
            <Radio
              name={name}
              label="Keep for my next login"
              checked={retainUnsent}
              onChange={() => setRetainUnsent(true)}
            />
            <Radio
              name={name}
              label={unsent === 1 ? 'Discard it' : 'Discard them'}
              checked={!retainUnsent}
              onChange={() => setRetainUnsent(false)}
            />
          </fieldset>
        )}
      </ConfirmDialog>
    </>
  );
}
