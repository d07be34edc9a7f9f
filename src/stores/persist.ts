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
  mergePersisted?: (stored: P, current: P) => P;
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
  const merge = (stored: P | undefined, newer: P) =>
    stored && mergePersisted ? mergePersisted(stored, newer) : newer;

  /** The state in a record and in the pending writes of closed pages, of which those that are damaged are left out. */
  function readState(record: unknown, pendingWrites: readonly PendingWrite[], schemas: Schemas) {
    const parse = (written: unknown) => schemas.parseRecord(written, name, slice.schemaIn(schemas));
    return pendingWrites.reduce((state, { text }) => {
      const pendingWrite = readOr(undefined, () => parse(JSON.parse(text)));
      return pendingWrite ? merge(state, pendingWrite) : state;
    }, parse(record));
  }

  /** Writes this tab's state merged with what other tabs have stored and with the pending writes of closed pages. */
  async function writeMerged(value: StorageValue<P>): Promise<void> {
    // Once the schemas are loaded, the transaction below starts without waiting, before any later read.
    const schemas = loadedSchemas ?? (await loadSchemas());
    const pendingWrites = readPendingWrites(name);
    await update<unknown>(
      name,
      (record) => ({ ...value, state: merge(readState(record, pendingWrites, schemas), value.state) }),
      slices,
    );
    clearPendingWrites(pendingWrites);
  }

  const storage: PersistStorage<P> = {
    getItem: async () => {
      try {
        // Local storage is read first, because a session that ends before the database has been read clears it.
        const pendingWrites = mergePersisted ? readPendingWrites(name) : [];
        const schemas = loadedSchemas ?? (await loadSchemas());
        // Without its schema the record would not be read at all, and must not be overwritten.
        hasRead = true;
        const state = readState(await get<unknown>(name, slices), pendingWrites, schemas);
        return state === undefined ? null : { state, version: VERSION };
      } catch (error) {
        console.warn(`The stored "${name}" could not be read`, error);
        return null;
      }
    },
    /** Returns whether the device has stored it. */
    setItem: async (_, value) => {
      hasEarlyChange = !isMerged;
      if (hasEarlyChange) return true;
      try {
        await withFreeSpace(() => (mergePersisted ? writeMerged(value) : putRecord(name, value, slices)));
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

async function loadSchemas(): Promise<Schemas> {
  loadedSchemas = await import('./persisted-schemas.ts');
  return loadedSchemas;
}
