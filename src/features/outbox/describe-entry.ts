import { formatTime } from '../../domain/format.ts';
import type { PendingEntry } from '../../outbox/entry.ts';
import type { IconName } from '../../ui/icon-paths.ts';
import { attentionMessage } from '../../use-cases/deliveries/submit-delivery-request.ts';

/** How an entry that waits stands, in words: the state, and what is known of it. */
export function describeEntry(entry: PendingEntry): { state: string; detail: string; icon: IconName } {
  switch (entry.state) {
    case 'queued':
      return { state: 'Queued', detail: describeAttempts(entry), icon: 'clock' };
    case 'sending':
      return { state: 'Sending', detail: '', icon: 'refresh' };
    case 'needsSignIn':
      return { state: 'Needs sign-in', detail: 'Sign in again and it is sent.', icon: 'lock' };
    case 'needsAttention': {
      const { sentence, errors } = attentionMessage(entry.attention);
      return {
        state: 'Needs attention',
        detail: [sentence, ...errors.map(({ message }) => message)].join('. '),
        icon: 'warning',
      };
    }
  }
}

function describeAttempts({ lastTryAt, waitMs }: PendingEntry): string {
  if (lastTryAt === undefined) return 'Not tried yet.';
  const last = formatTime(new Date(lastTryAt).toISOString());
  const next = formatTime(new Date(lastTryAt + waitMs).toISOString());
  return `Last try ${last}, next try ${next}, or sooner when a lost connection returns.`;
}
