import { useEffect, useId, useState } from 'react';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { BOOKKEEPING_YEARS } from '../../contract/constants.ts';
import type { UserSession } from '../../contract/user.ts';
import { formatDate } from '../../domain/dates.ts';
import { formatAge } from '../../domain/format.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { useOutbox } from '../../stores/outbox.ts';
import { useAccount } from '../../stores/user.ts';
import { downloadFile } from '../../ui/download-file.ts';
import { Notice } from '../../ui/Notice.tsx';
import { BlockableButton, BlockedReason, OnlineButton } from '../../ui/OnlineButton.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StillTrying, useIsReachable } from '../../ui/StillTrying.tsx';
import { useNow } from '../../ui/use-now.ts';
import {
  deleteAccountForever,
  exportAccountData,
  LOAD_SESSIONS,
  loadSessions,
  logOutDevices,
} from '../../use-cases/account/security.ts';
import { accountDataPage } from './account-data-page.ts';
import { DraftsToDelete } from './DraftsToDelete.tsx';
import { MissingList } from './MissingList.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import classes from './SecurityPanel.module.css';

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
      const { presets } = useApp.getState().config;
      downloadFile(`${name}.html`, 'text/html;charset=utf-8', accountDataPage(data, presets));
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
            cards, payments, devices, emails and the security log.
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

const DELETE_OFFLINE = 'Deleting your account needs a connection.';

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
            {`For our bookkeeping we must keep the amounts, dates and numbers of your payments, and their receipts with your name, email address and places, for ${BOOKKEEPING_YEARS} years.`}
          </p>
        </div>
        <div className="card-foot items-center">
          <OnlineButton
            variant="default"
            size="sm"
            className="text-danger"
            reason={DELETE_OFFLINE}
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
        offlineReason={DELETE_OFFLINE}
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

const LOG_OUT_OFFLINE = 'Logging out other devices needs a connection.';

/** Where the customer is logged in. The list is loaded when it is opened and never stored on the device. */
function SessionsSection() {
  const reasonId = useId();
  const isReachable = useIsReachable();
  const [sessions, setSessions] = useState<UserSession[]>();
  /** What the open dialog logs out. */
  const [ending, setEnding] = useState<UserSession | 'others'>();

  const load = () => loadSessions(setSessions);
  useEffect(() => void loadSessions(setSessions), []);

  async function logOut(which: UserSession | 'others', password: string) {
    const outcome = await logOutDevices(which, password);
    if (outcome.kind === 'done') {
      await load();
      setEnding(undefined);
    }
    return outcome;
  }

  const blockedBy = isReachable ? undefined : reasonId;
  const isOne = typeof ending === 'object';
  return (
    <PageSection title="Where you are logged in">
      {sessions === undefined ? (
        <MissingList
          what="devices"
          offlineText="Connect to see where you are logged in. The list is never saved on this device."
          loader={LOAD_SESSIONS}
          onRetry={() => void load()}
        >
          <div className="card">
            <div className={`stack px-5 py-4 ${classes.device}`} aria-hidden="true">
              <Skeleton width={60} />
              <Skeleton width={40} />
              <Skeleton width={25} />
            </div>
            <div className="card-foot">
              <UnknownDeviceHint />
            </div>
          </div>
        </MissingList>
      ) : (
        <div className="card">
          <ul className="divided">
            {sessions.map((session) => (
              <li
                key={session.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4"
              >
                <SessionText session={session} />
                {!session.isCurrent && (
                  <BlockableButton
                    aria-label={`Log out ${session.device}`}
                    blockedBy={blockedBy}
                    onClick={() => setEnding(session)}
                  >
                    Log out
                  </BlockableButton>
                )}
              </li>
            ))}
          </ul>
          <div className="card-foot items-center">
            {sessions.length > 1 && (
              <BlockableButton blockedBy={blockedBy} onClick={() => setEnding('others')}>
                Log out all other devices
              </BlockableButton>
            )}
            {!isReachable && <BlockedReason id={reasonId}>{LOG_OUT_OFFLINE}</BlockedReason>}
            <UnknownDeviceHint />
          </div>
        </div>
      )}
      <PasswordDialog
        isOpen={ending !== undefined}
        title={isOne ? `Log out ${ending.device}?` : 'Log out all other devices?'}
        confirmLabel="Log out"
        offlineReason={LOG_OUT_OFFLINE}
        onConfirm={(password) => logOut(ending ?? 'others', password)}
        onClose={() => setEnding(undefined)}
      >
        <p>
          {isOne
            ? 'That device has to log in again. Enter your password to confirm that it is you.'
            : 'All other devices have to log in again. You stay logged in on this device. Enter your password to confirm that it is you.'}
        </p>
      </PasswordDialog>
    </PageSection>
  );
}

function UnknownDeviceHint() {
  return (
    <p className="w-full text-sm text-muted">
      If you do not recognize a device, log it out and change your password.
    </p>
  );
}

function SessionText({ session }: { session: UserSession }) {
  const lastUsed = Date.parse(session.lastUsed);
  const now = useNow() ?? lastUsed;
  return (
    <div className={`stack justify-items-start min-w-0 wrap-anywhere ${classes.device}`}>
      <h3>{session.device}</h3>
      <small>
        {session.isCurrent ? 'In use now' : `Last used ${formatAge(lastUsed, now)}`}
        {` · Logged in ${formatDate(session.created) ?? 'at an unknown time'}`}
      </small>
      {session.isCurrent && <StatusBadge tone="plain" icon="check" label="This device" />}
    </div>
  );
}
