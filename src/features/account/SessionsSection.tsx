import { Button } from '@mantine/core';
import { useCallback, useEffect, useId, useState } from 'react';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { UserSession } from '../../contract/user.ts';
import { formatDate } from '../../domain/dates.ts';
import { formatAge } from '../../domain/format.ts';
import { useApp } from '../../stores/app.ts';
import { useLoaders } from '../../stores/loaders.ts';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageSection } from '../../ui/PageSection.tsx';
import { ResponsiveModal } from '../../ui/ResponsiveModal.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { LOAD_SESSIONS, loadSessions, logOutDevices } from '../../use-cases/session/logged-in-devices.ts';
import { PasswordConfirmation } from './PasswordConfirmation.tsx';
import classes from './SecurityPanel.module.css';

const OFFLINE = 'You are offline. Logging out other devices needs a connection.';

/** Where the customer is logged in. The list is loaded when it is opened and never stored on the device. */
export function SessionsSection() {
  const reasonId = useId();
  const isReachable = useApp(({ isReachable }) => isReachable);
  const [sessions, setSessions] = useState<UserSession[]>();
  /** What the open dialog logs out; it stays while the dialog closes. */
  const [ending, setEnding] = useState<UserSession | 'others'>('others');
  const [isConfirming, setIsConfirming] = useState(false);
  const [isBusy, setIsBusy] = useState(false);

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

  const offlineProps = isReachable
    ? {}
    : ({ 'data-disabled': true, 'aria-disabled': true, 'aria-describedby': reasonId } as const);
  return (
    <PageSection title="Where you are logged in">
      {sessions === undefined ? (
        <MissingSessions isReachable={isReachable} onRetry={() => void load()} />
      ) : (
        <Card>
          <ul className="divided">
            {sessions.map((session) => (
              <li
                key={session.id}
                className={`flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4`}
              >
                <SessionText session={session} />
                {!session.isCurrent && (
                  <Button
                    variant="default"
                    size="sm"
                    aria-label={`Log out ${session.device}`}
                    {...offlineProps}
                    onClick={isReachable ? () => confirm(session) : undefined}
                  >
                    Log out
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <div className="card-foot items-center">
            {sessions.length > 1 && (
              <Button
                variant="default"
                size="sm"
                {...offlineProps}
                onClick={isReachable ? () => confirm('others') : undefined}
              >
                Log out all other devices
              </Button>
            )}
            {!isReachable && (
              <p id={reasonId} className={'flex items-center gap-icon w-full text-sm text-muted'}>
                <Icon name="offline" size={18} />
                {OFFLINE}
              </p>
            )}
            <p className={'flex items-center gap-icon w-full text-sm text-muted'}>
              If you do not recognize a device, log it out and change your password.
            </p>
          </div>
        </Card>
      )}
      <ResponsiveModal
        isOpen={isConfirming}
        title={ending === 'others' ? 'Log out all other devices?' : `Log out ${ending.device}?`}
        isLocked={isBusy}
        onClose={() => setIsConfirming(false)}
      >
        <PasswordConfirmation
          confirmLabel="Log out"
          offlineReason={OFFLINE}
          onConfirm={logOut}
          onBusyChange={setIsBusy}
          onClose={() => setIsConfirming(false)}
        >
          <p>
            {ending === 'others'
              ? 'All other devices have to log in again. You stay logged in on this device. Enter your password to confirm that it is you.'
              : 'That device has to log in again. Enter your password to confirm that it is you.'}
          </p>
        </PasswordConfirmation>
      </ResponsiveModal>
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

/** Shown instead of a list that is loading or could not be loaded. */
function MissingSessions({ isReachable, onRetry }: { isReachable: boolean; onRetry: () => void }) {
  const isLoading = useLoaders(({ loading }) => loading[LOAD_SESSIONS] === true);
  // Before the first request has started, there is no failure to show.
  const [hasBegun, setHasBegun] = useState(false);
  useEffect(() => void setHasBegun(true), []);
  if (isLoading || !hasBegun) {
    return (
      <>
        <p role="status">Loading devices...</p>
        <Card aria-label="Loading">
          <div className={`stack gap-3 p-5 text-soft text-pretty ${classes.text}`} aria-hidden="true">
            <Skeleton width={60} />
            <Skeleton width={40} isSmall />
          </div>
        </Card>
      </>
    );
  }
  return (
    <Notice
      tone="plain"
      role="status"
      title={isReachable ? 'Your devices could not be loaded' : 'You are offline'}
      action={
        <Button variant="default" size="sm" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {isReachable
        ? 'Try again in a moment.'
        : 'Connect to see where you are logged in. The list is never saved on this device.'}
    </Notice>
  );
}
