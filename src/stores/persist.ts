import { get, update } from 'idb-keyval';
import * as v from 'valibot';
import type { PersistOptions, PersistStorage, StorageValue } from 'zustand/middleware';
import { deleteRecord, openStore, putRecord } from '../outbox/database.ts';
import { clearPendingWrites, type PendingWrite, readPendingWrites } from './pending-writes.ts';
import { useStorageQuota, withFreeSpace } from './storage-quota.ts';

// All stores share one database.
const slices = openStore('send-stores', 'slices');

type MergePersisted<P> = (stored: P, current: P) => P;

/** What a store must define so that its state survives a restart. */
export type PersistedSlice<S, P extends object> = {
  name: string;
  version: number;
  /** The part of the state that is stored. */
  partialize: (state: S) => P;
  /** Validates what is read. Use {@link validItems} for lists, so that one bad item does not cost the others. */
  schema: v.GenericSchema<unknown, P>;
  /** Converts what another version stored into the current shape; the schema validates the result. */
  migrate?: (stored: unknown, version: number) => unknown;
  /** Merges what was stored with changes that were made before the read had ended. */
  merge: (stored: P, current: S) => S;
  /** Merges what another tab has stored since with what this tab writes. Without it the last writer wins. */
  mergePersisted?: MergePersisted<P>;
};

/**
 * Options of zustand's `persist` for IndexedDB. Nothing is written before the first read has ended, so that an
 * early change cannot overwrite what was stored. A failed read counts as empty and is reported.
 */
export function persistOptions<S, P extends object>(slice: PersistedSlice<S, P>): PersistOptions<S, P> {
  let hasRead = false;
  const storage: PersistStorage<P> = {
    getItem: async (name) => {
      try {
        return await readSlice(name, slice);
      } catch (error) {
        console.warn(`The stored "${name}" could not be read`, error);
        return null;
      } finally {
        hasRead = true;
      }
    },
    setItem: async (name, value) => {
      if (!hasRead) return;
      try {
        const { mergePersisted } = slice;
        await withFreeSpace(() =>
          mergePersisted === undefined
            ? putRecord(name, value, slices)
            : writeMerged(name, value, slice, mergePersisted),
        );
        useStorageQuota.getState().setWritable(true);
      } catch (error) {
        useStorageQuota.getState().setWritable(false);
        console.warn(`"${name}" could not be stored`, error);
      }
    },
    removeItem: async (name) => {
      try {
        await deleteRecord(name, slices);
      } catch (error) {
        console.warn(`The stored "${name}" could not be removed`, error);
      }
    },
  };
  return {
    name: slice.name,
    version: slice.version,
    storage,
    skipHydration: true,
    partialize: slice.partialize,
    merge: (stored, current) => (stored == null ? current : slice.merge(stored as P, current)),
  };
}

async function readSlice<S, P extends object>(
  name: string,
  slice: PersistedSlice<S, P>,
): Promise<StorageValue<P> | null> {
  // Local storage is read first, because a session that ends during the read of the database clears it.
  const { mergePersisted } = slice;
  const pendingWrites = mergePersisted ? readPendingWrites(name) : [];
  const stored = parseRecord(await get<unknown>(name, slices), slice);
  return mergePersisted ? mergePendingWrites(stored, pendingWrites, slice, mergePersisted) : stored;
}

/** Writes this tab's state merged with what other tabs have stored and with the pending writes of closed pages. */
async function writeMerged<S, P extends object>(
  name: string,
  value: StorageValue<P>,
  slice: PersistedSlice<S, P>,
  merge: MergePersisted<P>,
): Promise<void> {
  const pendingWrites = readPendingWrites(name);
  await update<unknown>(
    name,
    (record) =>
      mergeValues(mergePendingWrites(parseRecord(record, slice), pendingWrites, slice, merge), value, merge),
    slices,
  );
  clearPendingWrites(pendingWrites);
}

/** A damaged entry is left out, so that it does not affect the others. */
function mergePendingWrites<S, P extends object>(
  stored: StorageValue<P> | null,
  pendingWrites: readonly PendingWrite[],
  slice: PersistedSlice<S, P>,
  merge: MergePersisted<P>,
): StorageValue<P> | null {
  return pendingWrites.reduce((merged, { text }) => {
    const pendingWrite = parsePendingWrite(text, slice);
    return pendingWrite ? mergeValues(merged, pendingWrite, merge) : merged;
  }, stored);
}

function mergeValues<P extends object>(
  stored: StorageValue<P> | null,
  value: StorageValue<P>,
  merge: MergePersisted<P>,
): StorageValue<P> {
  return stored === null ? value : { ...value, state: merge(stored.state, value.state) };
}

function parsePendingWrite<S, P extends object>(
  text: string,
  slice: PersistedSlice<S, P>,
): StorageValue<P> | null {
  try {
    return parseRecord(JSON.parse(text), slice);
  } catch {
    return null;
  }
}

function parseRecord<S, P extends object>(
  record: unknown,
  slice: PersistedSlice<S, P>,
): StorageValue<P> | null {
  const envelope = v.safeParse(v.object({ state: v.unknown(), version: v.optional(v.number(), 0) }), record);
  if (!envelope.success) return null;
  const { state, version } = envelope.output;
  const current = version === slice.version ? state : (slice.migrate?.(state, version) ?? state);
  const parsed = v.safeParse(slice.schema, current);
  if (!parsed.success) {
    console.warn(
      `The stored "${slice.name}" does not match its schema and is ignored`,
      parsed.issues[0].message,
    );
    return null;
  }
  return { state: parsed.output, version: slice.version };
}

/** A list schema that keeps valid items and drops the others. */
export function validItems<T extends v.GenericSchema>(item: T) {
  return v.pipe(
    v.fallback(v.array(v.unknown()), []),
    v.transform((items) =>
      items.flatMap((candidate) => {
        const parsed = v.safeParse(item, candidate);
        return parsed.success ? [parsed.output as v.InferOutput<T>] : [];
      }),
    ),
  );
}
