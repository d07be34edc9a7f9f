import { getMany } from 'idb-keyval';
import { openStore } from '../device/database.ts';

/**
 * The object store of the outbox. With Chrome's default, relaxed durability, "complete" fires before the data is on
 * disk. The app says "saved" only when it is.
 */
export const entryStore = openStore('send-outbox', 'entries', { durability: 'strict' });

/**
 * When each of these keys was last submitted, in milliseconds since 1970; keys that are not in the outbox are left
 * out. It parses no entries, because every page needs it at start, before the code of the outbox has loaded.
 */
export async function readSubmitTimes(ids: readonly string[]): Promise<Map<string, number>> {
  const records = await getMany<unknown>([...ids], entryStore);
  return new Map(
    ids.flatMap((id, index) => {
      const time = submitTimeOf(records[index]);
      return time === undefined ? [] : [[id, time]];
    }),
  );
}

function submitTimeOf(entry: unknown): number | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  if ('submittedAt' in entry && typeof entry.submittedAt === 'number') return entry.submittedAt;
  if ('createdAt' in entry && typeof entry.createdAt === 'number') return entry.createdAt;
  if ('doneAt' in entry && typeof entry.doneAt === 'number') return entry.doneAt;
  return undefined;
}
