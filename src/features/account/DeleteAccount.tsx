import { useState } from 'react';
import { BOOKKEEPING_YEARS } from '../../contract/constants.ts';
import { useApp } from '../../stores/app.ts';
import { Card } from '../../ui/Card.tsx';
import { OnlineButton } from '../../ui/OnlineButton.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';
import { DeleteAccountForm } from './DeleteAccountForm.tsx';
import classes from './SecurityPanel.module.css';

/** Deletes the account after the person has entered the password. (SEC-13) */
export function DeleteAccount() {
  const isReachable = useApp(({ isReachable }) => isReachable);
  const [isOpen, setIsOpen] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  return (
    <PageSection title="Delete account">
      <Card>
        <div className={classes.text}>
          <p>
            Deleting your account removes your profile, addresses, saved cards, deliveries and devices at
            once. You cannot undo this.
          </p>
          <p>
            {`For our bookkeeping we must keep the amounts, dates and numbers of your payments for ${BOOKKEEPING_YEARS} years. Your name, card and places are removed from them.`}
          </p>
        </div>
        <div className={classes.foot}>
          <OnlineButton
            variant="default"
            size="sm"
            className={classes.delete ?? ''}
            isReachable={isReachable}
            reason="You are offline. Deleting your account needs a connection."
            onClick={() => setIsOpen(true)}
          >
            Delete account
          </OnlineButton>
        </div>
      </Card>
      <ResponsiveModal
        isOpen={isOpen}
        title="Delete your account?"
        isLocked={isBusy}
        onClose={() => setIsOpen(false)}
      >
        <DeleteAccountForm onBusyChange={setIsBusy} onClose={() => setIsOpen(false)} />
      </ResponsiveModal>
    </PageSection>
  );
}
