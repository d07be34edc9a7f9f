import { useState } from 'react';
import { BOOKKEEPING_YEARS } from '../../contract/constants.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { useAccount } from '../../stores/user.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { deleteAccountForever } from '../../use-cases/account/delete-account.ts';
import { PasswordDialog } from './PasswordDialog.tsx';
import classes from './SecurityPanel.module.css';

const OFFLINE = 'You are offline. Deleting your account needs a connection.';

/** Deletes the account after the user has entered the password. (SEC-13) */
export function DeleteAccount() {
  const account = useAccount();
  const unsent = useOutbox(({ entries }) => entries.filter(({ owner }) => owner === account).length);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <PageSection title="Delete account">
      <Card>
        <div className={`stack gap-3 p-5 text-soft text-pretty ${classes.text}`}>
          <p>
            Deleting your account removes your profile, addresses, saved cards, deliveries and devices at
            once. You cannot undo this.
          </p>
          <p>
            {`For our bookkeeping we must keep the amounts, dates and numbers of your payments for ${BOOKKEEPING_YEARS} years. Your name, card and places are removed from them.`}
          </p>
        </div>
        <div className="card-foot items-center">
          <OnlineButton
            variant="default"
            size="sm"
            className="text-danger"
            reason={OFFLINE}
            onClick={() => setIsOpen(true)}
          >
            Delete account
          </OnlineButton>
        </div>
      </Card>
      <PasswordDialog
        isOpen={isOpen}
        title="Delete your account?"
        confirmLabel="Delete"
        isDanger
        offlineReason={OFFLINE}
        onConfirm={deleteAccountForever}
        onClose={() => setIsOpen(false)}
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
      </PasswordDialog>
    </PageSection>
  );
}
