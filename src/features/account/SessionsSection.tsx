import { useCallback, useEffect, useId, useState } from 'react';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { UserSession } from '../../contract/user.ts';
import { formatDate } from '../../domain/dates.ts';
import { formatAge } from '../../domain/format.ts';
import { BlockableButton, BlockedReason } from '../../ui/OnlineButton.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useIsReachable } from '../../ui/StillTrying.tsx';
import { useNow } from '../../ui/use-now.ts';
import { LOAD_SESSIONS, loadSessions, logOutDevices } from '../../use-cases/account/security.ts';
import { MissingList } from './MissingList.tsx';
import { PasswordDialog } from './PasswordDialog.tsx';
import classes from './SecurityPanel.module.css';

const OFFLINE = 'Logging out other devices needs a connection.';

/** Where the customer is logged in. The list is loaded when it is opened and never stored on the device. */
export function SessionsSection() {
  const reasonId = useId();
  const isReachable = useIsReachable();
  const [sessions, setSessions] = useState<UserSession[]>();
  /** What the open dialog logs out; it stays while the dialog closes. */
  const [ending, setEnding] = useState<UserSession | 'others'>('others');
  const [isConfirming, setIsConfirming] = useState(false);

  const load = useCallback(async () => {
    const loaded = await loadSessions();
    if (loaded !== undefined) setSessions(loaded);
  }, []);
  useEffect(() => void load(), [load]);

  function confirm(which: UserSession | 'others') {
    setEnding(which);
    setIsConfirming(true);
  }
  async function logOut(password: string) {
    const outcome = await logOutDevices(ending, password);
    if (outcome.kind === 'done') {
      await load();
      setIsConfirming(false);
    }
    return outcome;
  }

  const blockedBy = isReachable ? undefined : reasonId;
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
            <div className={`stack gap-3 p-5 text-soft ${classes.text}`} aria-hidden="true">
              <Skeleton width={60} />
              <Skeleton width={40} isSmall />
            </div>
          </div>
        </MissingList>
      ) : (
        <div className="card">
          <ul className="divided">
            {sessions.map((session) => (
              <li
                key={session.id}
                className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4`}
              >
                <SessionText session={session} />
                {!session.isCurrent && (
                  <BlockableButton
                    aria-label={`Log out ${session.device}`}
                    blockedBy={blockedBy}
                    onClick={() => confirm(session)}
                  >
                    Log out
                  </BlockableButton>
                )}
              </li>
            ))}
          </ul>
          <div className="card-foot items-center">
            {sessions.length > 1 && (
              <BlockableButton blockedBy={blockedBy} onClick={() => confirm('others')}>
                Log out all other devices
              </BlockableButton>
            )}
            {!isReachable && <BlockedReason id={reasonId}>{OFFLINE}</BlockedReason>}
            <p className={'flex items-center gap-icon w-full text-sm text-muted'}>
              If you do not recognize a device, log it out and change your password.
            </p>
          </div>
        </div>
      )}
      <PasswordDialog
        isOpen={isConfirming}
        title={ending === 'others' ? 'Log out all other devices?' : `Log out ${ending.device}?`}
        confirmLabel="Log out"
        offlineReason={OFFLINE}
        onConfirm={logOut}
        onClose={() => setIsConfirming(false)}
      >
        <p>
          {ending === 'others'
            ? 'All other devices have to log in again. You stay logged in on this device. Enter your password to confirm that it is you.'
            : 'That device has to log in again. Enter your password to confirm that it is you.'}
        </p>
      </PasswordDialog>
    </PageSection>
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
