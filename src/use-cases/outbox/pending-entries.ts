import { toDraftFields } from '../../domain/request-payload.ts';
import { broadcast } from '../../outbox/channel.ts';
import { isPending, type PendingEntry, requestOfEntry, withoutBackOff } from '../../outbox/entry.ts';
import { deleteEntry, readEntry, updateEntry, withdrawEntry } from '../../outbox/queue.ts';
import { showAlert } from '../../stores/alerts.ts';
import { flushDrafts, isDraftSaved, useDrafts } from '../../stores/drafts.ts';
import { drainNow } from './outbox.ts';

/** Tries one entry now because the person asks for it; one that needed attention is queued again for that. */
export async function retryEntry(entry: PendingEntry): Promise<void> {
  await updateEntry(entry.id, (current) => {
    if (current.state !== 'needsAttention') return withoutBackOff(current);
    const { attention, ...rest } = current;
    // The person has answered what the list could not: it is not there.
    const fate = attention.kind === 'unsure' ? 'unsent' : current.fate;
    return { ...rest, state: 'queued', fate, attempts: 0, waitMs: 0, isWaitBinding: false };
  });
  broadcast({ kind: 'changed' });
  await drainNow();
}

/** Whether its text may be changed now: a guest's request that may have arrived cannot be called back. */
export function canEditEntry(entry: PendingEntry): boolean {
  return entry.state !== 'sending' && (entry.owner !== null || entry.fate !== 'unknown');
}

/**
 * Makes an entry a draft again, under its own key, on the Summary. What never reached the server leaves the
 * queue, so that it is not sent while it is being changed; what may have arrived stays and is settled first.
 */
export async function reopenAsDraft(entry: PendingEntry): Promise<void> {
  const { intent } = entry;
  useDrafts.getState().createDraft({
    id: entry.id,
    owner: entry.owner ?? undefined,
    fields: toDraftFields(entry.changedTo ?? requestOfEntry(entry)),
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
  if (await isDraftSaved(entry.id)) await withdrawEntry(entry.id);
  broadcast({ kind: 'changed' });
  const current = await readEntry(entry.id);
  if (current && isPending(current) && current.fate === 'unknown') {
    // What is ordered already can be edited, but for these two.
    showAlert(
      'info',
      'This request may have arrived already',
      'Its speed and priority will stay as they were.',
    );
  }
}

export async function discardEntry(entry: PendingEntry): Promise<void> {
  await deleteEntry(entry.id);
  broadcast({ kind: 'changed' });
}
