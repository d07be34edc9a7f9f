import { useId, useState } from 'react';
import { BOOKKEEPING_YEARS } from '../../contract/constants.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { useAccount } from '../../stores/user.ts';
import { downloadFile } from '../../ui/download-file.ts';
import { Notice } from '../../ui/Notice.tsx';
import { BlockableButton, BlockedReason, OnlineButton } from '../../ui/OnlineButton.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { StillTrying } from '../../ui/StillTrying.tsx';
import { deleteAccountForever, exportAccountData } from '../../use-cases/account/security.ts';
import { accountDataPage } from './account-data-page.ts';
import { DraftsToDelete } from './DraftsToDelete.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import classes from './SecurityPanel.module.css';
import { SessionsSection } from './SessionsSection.tsx';

/** The sessions of the account, a copy of its data, and its deletion. */
export function SecurityPanel() {
  return (
    <div className="stack gap-6">
      <SessionsSection />
      <AccountDataExport />
      <DeleteAccount />
    </div>
  );
}

type Format = 'page' | 'json';

/** Downloads a copy of everything that the server stores about the account. (SEC-12) */
function AccountDataExport() {
  const reasonId = useId();
  const isReachable = useApp(({ isReachable }) => isReachable);
  const [pending, setPending] = useState<Format>();

  async function download(format: Format) {
    if (pending !== undefined) return;
    setPending(format);
    const data = await exportAccountData();
    setPending(undefined);
    if (data === undefined) return;
    const name = `send-data-${data.exported.slice(0, 10)}`;
    if (format === 'json') {
      downloadFile(`${name}.json`, 'application/json', JSON.stringify(data, null, 2));
    } else {
      downloadFile(
        `${name}.html`,
        'text/html;charset=utf-8',
        accountDataPage(data, useApp.getState().config.presets),
      );
    }
    showAlert('success', 'Your data was downloaded');
  }

  const buttonProps = (format: Format) => ({
    loading: isReachable && pending === format,
    blockedBy: isReachable ? undefined : reasonId,
    onClick: () => void download(format),
  });
  return (
    <PageSection title="Your data">
      <div className="card">
        <div className={`stack gap-3 p-5 text-soft ${classes.text}`}>
          <p>
            Download a copy of everything that we store about your account: profile, addresses, deliveries,
            cards, payments, devices and the security log.
          </p>
        </div>
        <div className="card-foot items-center">
          <BlockableButton {...buttonProps('page')}>Download as a page</BlockableButton>
          <BlockableButton {...buttonProps('json')}>Download as JSON</BlockableButton>
          <StillTrying isPending={pending !== undefined} />
          {!isReachable && (
            <BlockedReason id={reasonId}>Downloading your data needs a connection.</BlockedReason>
          )}
        </div>
      </div>
    </PageSection>
  );
}

const OFFLINE = 'Deleting your account needs a connection.';

/** Deletes the account after the user has entered the password. (SEC-13) */
function DeleteAccount() {
  const account = useAccount();
  const unsent = useOutbox(({ entries }) => entries.filter(({ owner }) => owner === account).length);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <PageSection title="Delete account">
      <div className="card">
        <div className={`stack gap-3 p-5 text-soft ${classes.text}`}>
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
      </div>
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
        <DraftsToDelete />
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
