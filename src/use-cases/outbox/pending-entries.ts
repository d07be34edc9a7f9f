import * as v from 'valibot';
import { GuestDetails } from '../../domain/draft.ts';
import { toDraftFields } from '../../domain/request-payload.ts';
import { broadcast } from '../../outbox/channel.ts';
import { ignoreBackoff, isPending, type PendingEntry, requestOfEntry } from '../../outbox/entry.ts';
import { deleteEntries, deleteEntry, readEntry, updateEntry, withdrawEntry } from '../../outbox/queue.ts';
import { showAlert } from '../../stores/alerts.ts';
import { useApp } from '../../stores/app.ts';
import { flushDrafts, hiddenDrafts, isDraftSaved, useDrafts } from '../../stores/drafts.ts';
import { currentAccount } from '../../stores/user.ts';
import { drainNow } from './outbox.ts';

/**
 * Sends one entry now because the user asked for it. An entry that needed attention is queued again. Without a
 * network it stays queued, and an alert says so.
 */
export async function retryEntry(entry: PendingEntry): Promise<void> {
  await updateEntry(entry.id, (current) => {
    if (current.state !== 'needsAttention') return ignoreBackoff(current);
    const { attention, ...rest } = current;
    // By sending again, the user has decided that the earlier attempt did not succeed.
    const sendOutcome = attention.kind === 'outcomeUnknown' ? 'notSent' : current.sendOutcome;
    return { ...rest, state: 'queued', sendOutcome, attempts: 0, retryDelayMs: 0, isRetryAfter: false };
  });
  broadcast({ kind: 'changed' });
  await drainNow();
  if (!useApp.getState().isReachable) {
    showAlert('info', 'You are still offline', "We'll send it as soon as you reconnect.");
  }
}

/** Whether an entry may be edited now. A guest's request that may have arrived cannot be changed. */
export function canEditEntry(entry: PendingEntry): boolean {
  return entry.state !== 'sending' && (entry.owner !== null || entry.sendOutcome !== 'unknown');
}

/**
 * Makes an entry a draft again, under its own key, at the Summary step. An entry that never reached the server leaves
 * the queue, so that it is not sent while the user edits it. An entry that may have arrived stays in the queue until
 * its outcome is known.
 */
export async function reopenAsDraft(entry: PendingEntry): Promise<void> {
  const { id, intent } = entry;
  const { drafts, resume, createDraft } = useDrafts.getState();
  const open = drafts.find((draft) => draft.id === id);
  // The draft of a rejected request contains what was typed since.
  if (open && (open.owner === undefined || open.owner === currentAccount())) {
    resume(id);
  } else {
    createDraft({
      id,
      owner: entry.owner ?? undefined,
      fields: toDraftFields(entry.changedTo ?? requestOfEntry(entry), useApp.getState().config.presets),
      step: 'summery',
      ...(intent.kind === 'submitGuestRequest' && { guest: v.parse(GuestDetails, intent.body) }),
    });
  }
  // The draft is written before the entry leaves the queue, so that a page that is closed in between loses neither.
  await flushDrafts();
  if (await isDraftSaved(entry.id)) await withdrawEntry(entry.id);
  broadcast({ kind: 'changed' });
  const current = await readEntry(entry.id);
  if (current && isPending(current) && current.sendOutcome === 'unknown') {
    // A delivery that exists can be edited, except for its speed and priority.
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

/** Discards the requests and drafts that wait for the login of their account. (REL-34) */
export async function discardParked(): Promise<void> {
  const account = currentAccount();
  await deleteEntries((owner) => owner !== null && owner !== account);
  const { drafts, remove } = useDrafts.getState();
  for (const { id } of hiddenDrafts(drafts, account)) remove(id);
  broadcast({ kind: 'changed' });
}
