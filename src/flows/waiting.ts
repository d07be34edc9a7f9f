import { fieldsOf } from '../domain/payload.ts';
import { isPending, type PendingEntry, requestOf } from '../outbox/entry.ts';
import { change, discard, readEntry, withdraw } from '../outbox/queue.ts';
import { say } from '../outbox/signal.ts';
import { showAlert } from '../stores/alerts.ts';
import { flushDrafts, isKept, useDrafts } from '../stores/drafts.ts';
import { drainNow } from './outbox.ts';

/** Tries everything that waits now; an entry the person was asked about is sent again because they say so. */
export async function retryWaiting(entry: PendingEntry): Promise<void> {
  if (entry.state === 'needsAttention') {
    await change(entry.id, (standing) => ({
      ...standing,
      state: 'queued',
      attempts: 0,
      waitMs: 0,
      isWaitBinding: false,
      // The person has answered what the list could not: it is not there.
      ...(entry.attention.kind === 'unsure' && { fate: 'unsent' }),
    }));
    say({ kind: 'changed' });
  }
  await drainNow();
}

/** Whether its text may be changed now: a guest's request that may have arrived cannot be called back. */
export function canEditWaiting(entry: PendingEntry): boolean {
  return entry.state !== 'sending' && (entry.owner !== null || entry.fate !== 'unknown');
}

/**
 * Makes an entry a draft again, under its own key, on the Summary. What never reached the server leaves the
 * queue, so that it is not sent while it is being changed; what may have arrived stays and is settled first.
 */
export async function editWaiting(entry: PendingEntry): Promise<void> {
  const { intent } = entry;
  useDrafts.getState().begin({
    id: entry.id,
    owner: entry.owner ?? undefined,
    fields: fieldsOf(entry.changedTo ?? requestOf(entry)),
    step: 'summery',
    ...(intent.kind === 'submitGuestRequest' && {
      guest: {
        firstName: intent.body.firstName,
        lastName: intent.body.lastName,
        email: intent.body.email,
        phone: intent.body.phone,
      },
    }),
  });
  // On disk as a draft before it leaves the queue: a page that dies in between has it twice, and never not at all.
  await flushDrafts();
  if (await isKept(entry.id)) await withdraw(entry.id);
  say({ kind: 'changed' });
  const standing = await readEntry(entry.id);
  if (standing && isPending(standing) && standing.fate === 'unknown') {
    // What is ordered already can be edited, but for these two.
    showAlert(
      'info',
      'This request may have arrived already',
      'Its speed and priority will stay as they were.',
    );
  }
}

export async function discardWaiting(entry: PendingEntry): Promise<void> {
  await discard(entry.id);
  say({ kind: 'changed' });
}
