import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { RouteLine } from '../../components/RouteLine.tsx';
import { formatTime } from '../../domain/dates.ts';
import { formatCount } from '../../domain/format.ts';
import { routeTitle } from '../../domain/place-labels.ts';
import { msUntilDue, type PendingEntry, requestOfEntry } from '../../outbox/entry.ts';
import { isSavedOnDevice } from '../../outbox/queue.ts';
import { askForNotifications } from '../../push/ask-permission.ts';
import { useApp } from '../../stores/app.ts';
import { useDialogs } from '../../stores/dialogs.ts';
import { needsUser, useOutbox } from '../../stores/outbox.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Icon, IconButton, type IconName } from '../../ui/Icon.tsx';
import { TextButton } from '../../ui/Links.tsx';
import { BlockableButton } from '../../ui/OnlineButton.tsx';
import { SmallButton } from '../../ui/SmallButton.tsx';
import { useNow } from '../../ui/use-now.ts';
import { attentionMessage } from '../../use-cases/deliveries/submit-delivery-request.ts';
import {
  canEditEntry,
  discardEntry,
  reopenAsDraft,
  retryEntry,
} from '../../use-cases/outbox/pending-entries.ts';
import classes from './OutboxSection.module.css';
import '../../ui/details.css';

/** The requests that are only on this device and wait to be sent. Those that the user must act on are first. */
export function OutboxList() {
  const waiting = useOutbox((state) => state.entries);
  const isReachable = useApp((state) => state.isReachable);
  const now = useNow(1000) ?? Date.now();
  const entries = [...waiting.filter(needsUser), ...waiting.filter((entry) => !needsUser(entry))];
  const navigate = useNavigate();

  async function edit(entry: PendingEntry): Promise<void> {
    await reopenAsDraft(entry);
    await navigate({ to: '/', search: {}, state: { step: 'summery', draft: entry.id } });
  }

  return (
    <section className={classes.frame} aria-labelledby="waiting-heading">
      <h2 id="waiting-heading" className="flex items-center gap-2 text-md tracking-normal">
        <Icon name="dots" className="text-accent" /> <span>{`Waiting to send (${entries.length})`}</span>
      </h2>
      <p className="text-sm text-soft">{leadText(entries)}</p>
      <ul className={`divided mt-2 ${classes.list}`}>
        {entries.map((entry) => (
          <OutboxRow
            key={entry.id}
            entry={entry}
            now={now}
            isReachable={isReachable}
            onEdit={() => void edit(entry)}
          />
        ))}
      </ul>
      <NotificationOptIn />
    </section>
  );
}

function leadText(entries: readonly PendingEntry[]): string {
  const place = entries.every(({ id }) => isSavedOnDevice(id))
    ? 'Saved on this device only.'
    : "This device can't save your requests. Keep this page open until they are sent.";
  const toCheck = entries.filter(needsUser).length;
  const others = entries.length - toCheck;
  if (toCheck === 0) {
    const [them, they] = others === 1 ? ['it', 'it is'] : ['them', 'they are'];
    return `${place} We'll send ${them} as soon as possible. You get a reference once ${they} sent. You don't need to do anything.`;
  }
  const attention = `${formatCount(toCheck, 'request needs', 'requests need')} your attention.`;
  if (others === 0) return `${attention} ${place}`;
  return `${attention} We'll send the ${others === 1 ? 'other' : 'others'} as soon as possible. ${place}`;
}

type OutboxRowProps = { entry: PendingEntry; now: number; isReachable: boolean; onEdit: () => void };

function OutboxRow({ entry, now, isReachable, onEdit }: OutboxRowProps) {
  const stateId = useId();
  const [isDiscarding, setIsDiscarding] = useState(false);
  const [isRetrying, setIsRetrying] = useState(false);
  const openAuth = useDialogs((state) => state.openAuth);
  const name = routeTitle(requestOfEntry(entry));
  const shown: PendingEntry = isRetrying ? { ...entry, state: 'sending' } : entry;
  const { state, detail, icon, attempts } = describeEntry(shown, now, isReachable);

  async function retry(): Promise<void> {
    setIsRetrying(true);
    await retryEntry(entry).finally(() => setIsRetrying(false));
  }

  return (
    <li className={`stack items-center gap-2 py-3 ${classes.row}`}>
      <RouteLine texture="unsent" className={classes.line} />
      <div className="min-w-0 wrap-anywhere">
        <h3>{name}</h3>
        <p className={`flex gap-2 text-sm text-soft ${classes.state}`}>
          <Icon name={icon} size={18} />
          <span id={stateId}>
            <b>{state}</b>
            <span>{detail !== '' && `. ${detail}`}</span>
          </span>
        </p>
        {attempts !== undefined && (
          <details className="text-sm text-soft">
            <summary className="inline-flex items-center gap-icon py-1 font-bold">
              Details <Icon name="down" size={16} />
            </summary>
            {attempts}
          </details>
        )}
      </div>
      <div className="flex items-center gap-2">
        {entry.state === 'needsLogin' ? (
          <SmallButton aria-label={`Log in to send ${name}`} onClick={() => openAuth('login')}>
            Log in
          </SmallButton>
        ) : (
          <BlockableButton
            aria-label={`${retryLabel(entry)}: ${name}`}
            blockedBy={shown.state === 'sending' || mustWait(entry, now) ? stateId : undefined}
            onClick={() => void retry()}
          >
            {retryLabel(entry)}
          </BlockableButton>
        )}
        {canEditEntry(entry) && <IconButton icon="edit" label={`Edit ${name}`} onClick={onEdit} />}
        <IconButton icon="delete" label={`Discard ${name}`} onClick={() => setIsDiscarding(true)} />
      </div>
      <ConfirmDialog
        isOpen={isDiscarding}
        title="Discard this request?"
        confirmLabel="Discard"
        isDanger
        onConfirm={() => discardEntry(entry)}
        onClose={() => setIsDiscarding(false)}
      >
        {entry.sendOutcome === 'unknown'
          ? "We got no response, so this request may have arrived. Discarding it here doesn't cancel it."
          : 'This request has not been sent. Its details will be deleted from this device.'}
      </ConfirmDialog>
    </li>
  );
}

function retryLabel(entry: PendingEntry): string {
  if (entry.state !== 'needsAttention') return 'Retry now';
  return entry.attention.kind === 'tooOld' ? 'Send now' : 'Send again';
}

type EntryDescription = {
  state: string;
  detail: string;
  icon: IconName;
  /** When the request was last sent without success. Shown on request. */
  attempts?: string;
};

/** Describes a pending entry: its state in a word, what it means for the user, and its attempts. */
function describeEntry(entry: PendingEntry, now: number, isReachable: boolean): EntryDescription {
  switch (entry.state) {
    case 'queued':
      return {
        state: 'Queued',
        detail: describeWait(entry, now, isReachable),
        icon: 'clock',
        ...(entry.attempts > 0 && { attempts: `Last attempt at ${formatClock(entry.lastTryAt ?? now)}.` }),
      };
    case 'sending':
      return { state: 'Sending', detail: '', icon: 'refresh' };
    case 'needsLogin':
      return { state: 'Log in to send', detail: 'It will be sent after you log in again.', icon: 'lock' };
    case 'needsAttention': {
      const { message, errors } = attentionMessage(entry.attention);
      return {
        state: 'Needs attention',
        detail: [message, ...errors.map((error) => error.message)].join('. '),
        icon: 'warning',
      };
    }
  }
}

/** Whether the server has asked this device to wait. Until then Retry now is disabled. */
function mustWait(entry: PendingEntry, now: number): boolean {
  return entry.state === 'queued' && entry.isRetryAfter && msUntilDue(entry, now) > 0;
}

function describeWait(entry: PendingEntry, now: number, isReachable: boolean): string {
  const wait = msUntilDue(entry, now);
  if (mustWait(entry, now)) {
    return `The server is busy and asked us to wait. We'll try again ${formatWait(wait, now)}.`;
  }
  if (!isReachable) return "We'll send it as soon as you reconnect.";
  if (entry.attempts === 0 && wait === 0) return 'Not sent yet.';
  return `We'll try again ${formatWait(wait, now)}.`;
}

function formatWait(wait: number, now: number): string {
  return wait < 60_000 ? 'in less than a minute' : `at ${formatClock(now + wait)}`;
}

function formatClock(time: number): string | undefined {
  return formatTime(new Date(time).toISOString());
}

/** Offers a notification for requests that the service worker sends while no page is open. */
export function NotificationOptIn() {
  const [permission, setPermission] = useState(currentPermission);
  if (permission === undefined) return null;
  return (
    <p className="text-sm text-soft" role="status">
      {permission === 'granted' && "We'll notify you when it's sent."}
      {permission === 'denied' && 'Notifications are blocked for this site.'}
      {permission === 'default' && (
        <TextButton onClick={() => void askForNotifications().then(setPermission)}>
          Notify me when it's sent
        </TextButton>
      )}
    </p>
  );
}

/** Undefined if the browser sends nothing while no page is open, or if the user has blocked notifications. */
function currentPermission(): NotificationPermission | undefined {
  const isSentInBackground = 'Notification' in window && 'SyncManager' in window;
  return isSentInBackground && Notification.permission !== 'denied' ? Notification.permission : undefined;
}
