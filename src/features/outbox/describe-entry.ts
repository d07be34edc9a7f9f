import { formatTime } from '../../domain/dates.ts';
import { msUntilDue, type PendingEntry } from '../../outbox/entry.ts';
import type { IconName } from '../../ui/icon-paths.ts';
import { attentionMessage } from '../../use-cases/deliveries/submit-delivery-request.ts';

type EntryDescription = {
  state: string;
  detail: string;
  icon: IconName;
  /** When the request was last sent without success. Shown on request. */
  attempts?: string;
};

/** Describes a pending entry: its state in a word, what it means for the user, and its attempts. */
export function describeEntry(entry: PendingEntry, now: number, isReachable: boolean): EntryDescription {
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
export function mustWait(entry: PendingEntry, now: number): boolean {
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
