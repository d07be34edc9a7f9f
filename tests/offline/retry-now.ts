import { type DrainDependencies, type DrainReport, drain } from '../../src/outbox/drain.ts';
import { ignoreBackoff, isPending } from '../../src/outbox/entry.ts';
import { readEntries, updateEntry } from '../../src/outbox/queue.ts';

/** Presses Retry on everything that is queued; a drain alone never shortens a wait. */
export async function retryNow(dependencies: DrainDependencies): Promise<DrainReport> {
  for (const entry of await readEntries()) {
    if (isPending(entry) && entry.state === 'queued') await updateEntry(entry.id, ignoreBackoff);
  }
  return drain(dependencies);
}
