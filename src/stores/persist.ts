import { clear, get, update } from 'idb-keyval';
import type { GenericSchema, InferOutput } from 'valibot';
import { create } from 'zustand';
import { type PersistOptions, type PersistStorage, persist, type StorageValue } from 'zustand/middleware';
import { openStore, putRecord } from '../device/database.ts';
import { readOr } from '../device/or-warn.ts';
import { clearPendingWrites, type PendingWrite, readPendingWrites } from './pending-writes.ts';
import { useStorageQuota, withFreeSpace } from './storage-quota.ts';

// All stores share one database.
const slices = openStore('send-stores', 'slices');

/** Deletes what all stores have stored, which a device can that is too full to store an empty state. */
export const deleteStoredSlices = () => clear(slices);

/** The version of the records of all stores. */
const VERSION = 1;

type Schemas = typeof import('./persisted-schemas.ts');
/** What a schema of persisted-schemas.ts returns. */
export type Persisted<Name extends keyof Schemas> = Schemas[Name] extends GenericSchema
  ? InferOutput<Schemas[Name]>
  : never;
let loadedSchemas: Schemas | undefined;
type ParseRecord<P> = (record: unknown) => StorageValue<P> | null;
type MergePersisted<P> = (stored: P, current: P) => P;

/** What a store must define so that its state survives a restart. */
export type PersistedSlice<S, P extends object> = {
  name: string;
  /** The part of the state that is stored. */
  partialize: (state: S) => P;
  /** Selects the schema that validates what is read. */
  schemaIn: (schemas: Schemas) => GenericSchema<unknown, P>;
  /** The changes to the state, which may have changed before the read had ended, after the stored part was read. */
  merge: (stored: P, current: S) => Partial<S>;
  /** Merges what another tab has stored since with what this tab writes. Without it the last writer wins. */
  mergePersisted?: MergePersisted<P>;
  /** Delays writes, or changes what is read. */
  wrapStorage?: (storage: PersistStorage<P>) => PersistStorage<P>;
};

type Changes<S> = Partial<S> | ((state: S) => Partial<S>);

/** A store whose state is in IndexedDB too, with actions as those of zustand's `combine`; see `persistOptions`. */
export function createPersistedStore<S extends object, P extends object, A extends object>(
  initial: S,
  slice: PersistedSlice<S, P>,
  actions: (set: (changes: Changes<S>) => void, get: () => S) => A,
) {
  return create<S & A>()(
    persist((set, get) => {
      const change = (changes: Changes<S>) =>
        set((state) => ({ ...state, ...(changes instanceof Function ? changes(state) : changes) }));
      return { ...initial, ...actions(change, get) };
    }, persistOptions<S & A, P, S>(slice)),
  );
}

/**
 * Options of zustand's `persist` for IndexedDB. Nothing is written before the first read has been merged, so that an
 * early change cannot overwrite what was stored; it is written after that. A failed read counts as empty and is
 * reported.
 */
function persistOptions<S extends D, P extends object, D = S>(
  slice: PersistedSlice<D, P>,
): PersistOptions<S, P> {
  let hasRead = false;
  let isMerged = false;
  let hasEarlyChange = false;
  const { name, partialize, mergePersisted } = slice;
  const storage: PersistStorage<P> = {
    getItem: async () => {
      let parse: ParseRecord<P> | undefined;
      try {
        // Local storage is read first, because a session that ends before the database has been read clears it.
        const pendingWrites = mergePersisted ? readPendingWrites(name) : [];
        parse = parserOf(slice, loadedSchemas ?? (await loadSchemas()));
        const stored = parse(await get<unknown>(name, slices));
        return mergePersisted ? mergePendingWrites(stored, pendingWrites, parse, mergePersisted) : stored;
      } catch (error) {
        console.warn(`The stored "${name}" could not be read`, error);
        return null;
      } finally {
        // Without its schema the record was not read at all, and must not be overwritten.
        hasRead ||= parse !== undefined;
      }
    },
    /** Returns whether the device has stored it. */
    setItem: async (_, value) => {
      hasEarlyChange = !isMerged;
      if (hasEarlyChange) return true;
      try {
        await withFreeSpace(() =>
          mergePersisted ? writeMerged(value, slice, mergePersisted) : putRecord(name, value, slices),
        );
        useStorageQuota.setState({ isWritable: true });
        return true;
      } catch (error) {
        useStorageQuota.setState({ isWritable: false });
        console.warn(`"${name}" could not be stored`, error);
        return false;
      }
    },
    // Stores are reset and never removed.
    removeItem: () => undefined,
  };
  return {
    name,
    version: VERSION,
    storage: slice.wrapStorage?.(storage) ?? storage,
    skipHydration: true,
    onRehydrateStorage: () => (state) => {
      isMerged = hasRead;
      if (!isMerged || !hasEarlyChange || state === undefined) return;
      void storage.setItem(name, { state: partialize(state), version: VERSION });
    },
    partialize,
    merge: (stored, current) =>
      stored == null ? current : { ...current, ...slice.merge(stored as P, current) },
  };
}

/** Writes this tab's state merged with what other tabs have stored and with the pending writes of closed pages. */
async function writeMerged<S, P extends object>(
  value: StorageValue<P>,
  slice: PersistedSlice<S, P>,
  merge: MergePersisted<P>,
): Promise<void> {
  const { name } = slice;
  // Once the schemas are loaded, the transaction below starts without waiting, before any later read.
  const parse = parserOf(slice, loadedSchemas ?? (await loadSchemas()));
  const pendingWrites = readPendingWrites(name);
  await update<unknown>(
    name,
    (record) => mergeValues(mergePendingWrites(parse(record), pendingWrites, parse, merge), value, merge),
    slices,
  );
  clearPendingWrites(pendingWrites);
}

/** A damaged entry is left out, so that it does not affect the others. */
function mergePendingWrites<P extends object>(
  stored: StorageValue<P> | null,
  pendingWrites: readonly PendingWrite[],
  parse: ParseRecord<P>,
  merge: MergePersisted<P>,
): StorageValue<P> | null {
  return pendingWrites.reduce((merged, { text }) => {
    const pendingWrite = readOr(null, () => parse(JSON.parse(text)));
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

async function loadSchemas(): Promise<Schemas> {
  loadedSchemas = await import('./persisted-schemas.ts');
  return loadedSchemas;
}

function parserOf<S, P extends object>(slice: PersistedSlice<S, P>, schemas: Schemas): ParseRecord<P> {
  return (record) => {
    const state = schemas.parseRecord(record, slice.name, slice.schemaIn(schemas));
    return state === undefined ? null : { state, version: VERSION };
  };
}
