import { formatTime } from '../../domain/format.ts';
import { attentionWords } from '../../flows/submit.ts';
import type { PendingEntry } from '../../outbox/entry.ts';
import type { IconName } from '../../ui/icon-paths.ts';

/** How an entry that waits stands, in words: the state, and what is known of it. */
export function waitingWords(entry: PendingEntry): { state: string; more: string; icon: IconName } {
  switch (entry.state) {
    case 'queued':
      return { state: 'Queued', more: triedWords(entry), icon: 'clock' };
    case 'sending':
      return { state: 'Sending', more: '', icon: 'refresh' };
    case 'needsSignIn':
      return { state: 'Needs sign-in', more: 'Sign in again and it is sent.', icon: 'lock' };
    case 'needsAttention': {
      const { sentence, errors } = attentionWords(entry.attention);
      return {
        state: 'Needs attention',
        more: [sentence, ...errors.map(({ message }) => message)].join('. '),
        icon: 'warning',
      };
    }
  }
}

function triedWords({ lastTryAt, waitMs }: PendingEntry): string {
  if (lastTryAt === undefined) return 'Not tried yet.';
  const last = formatTime(new Date(lastTryAt).toISOString());
  const next = formatTime(new Date(lastTryAt + waitMs).toISOString());
  return `Last try ${last}, next try ${next} or as soon as you are online.`;
}
