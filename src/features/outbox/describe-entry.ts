import { formatTime } from '../../domain/dates.ts';
import type { PendingEntry } from '../../outbox/entry.ts';
import type { IconName } from '../../ui/icon-paths.ts';
import { attentionMessage } from '../../use-cases/deliveries/submit-delivery-request.ts';

/** Describes a pending entry: its state, a detail and an icon. */
export function describeEntry(entry: PendingEntry): { state: string; detail: string; icon: IconName } {
  switch (entry.state) {
    case 'queued':
      return { state: 'Queued', detail: describeAttempts(entry), icon: 'clock' };
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

function describeAttempts({ lastTryAt, retryDelayMs }: PendingEntry): string {
  if (lastTryAt === undefined) return 'Not sent yet.';
  const last = formatTime(new Date(lastTryAt).toISOString());
  const next = formatTime(new Date(lastTryAt + retryDelayMs).toISOString());
  return `Last attempt at ${last}. Next attempt at ${next}, or as soon as you reconnect.`;
}
