import { formatTime } from '../../domain/dates.ts';
import type { PendingEntry } from '../../outbox/entry.ts';
import type { IconName } from '../../ui/icon-paths.ts';
import { attentionMessage } from '../../use-cases/deliveries/submit-delivery-request.ts';

type EntryDescription = {
  state: string;
  detail: string;
  icon: IconName;
  /** When the request was sent without success and when it is sent again. Shown on request. */
  attempts?: string;
};

/** Describes a pending entry: its state in a word, what it means for the person, and its attempts. */
export function describeEntry(entry: PendingEntry): EntryDescription {
  switch (entry.state) {
    case 'queued':
      return { ...describeQueued(entry), icon: 'clock' };
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

function describeQueued({ lastTryAt, retryDelayMs }: PendingEntry): Omit<EntryDescription, 'icon'> {
  if (lastTryAt === undefined) return { state: 'Queued', detail: 'Not sent yet.' };
  const last = formatTime(new Date(lastTryAt).toISOString());
  const next = formatTime(new Date(lastTryAt + retryDelayMs).toISOString());
  return {
    state: 'Queued',
    detail: "We'll try again soon.",
    attempts: `Last attempt at ${last}. Next attempt at ${next}, or as soon as you reconnect.`,
  };
}
