import { get, update } from 'idb-keyval';
import type { GenericSchema, InferOutput } from 'valibot';
import type { PersistOptions, PersistStorage, StorageValue } from 'zustand/middleware';
import { deleteRecord, openStore, putRecord } from '../device/database.ts';
import { clearPendingWrites, type PendingWrite, readPendingWrites } from './pending-writes.ts';
import { useStorageQuota, withFreeSpace } from './storage-quota.ts';

// All stores share one database.
const slices = openStore('send-stores', 'slices');

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
  version: number;
  /** The part of the state that is stored. */
  partialize: (state: S) => P;
  /** Selects the schema that validates what is read. */
  schemaIn: (schemas: Schemas) => GenericSchema<unknown, P>;
  /** Merges what was stored with changes that were made before the read had ended. */
  merge: (stored: P, current: S) => S;
  /** Merges what another tab has stored since with what this tab writes. Without it the last writer wins. */
  mergePersisted?: MergePersisted<P>;
};

/**
 * Options of zustand's `persist` for IndexedDB. Nothing is written before the first read has been merged, so that an
 * early change cannot overwrite what was stored; it is written after that. A failed read counts as empty and is
 * reported.
 */
export function persistOptions<S, P extends object>(slice: PersistedSlice<S, P>): PersistOptions<S, P> {
  let hasRead = false;
  let isMerged = false;
  let hasEarlyChange = false;
  const storage: PersistStorage<P> = {
    getItem: async (name) => {
      let parse: ParseRecord<P> | undefined;
      try {
        // Local storage is read first, because a session that ends before the database has been read clears it.
        const pendingWrites = slice.mergePersisted === undefined ? [] : readPendingWrites(name);
        parse = parserOf(slice, loadedSchemas ?? (await loadSchemas()));
        return await readSlice(name, slice, parse, pendingWrites);
      } catch (error) {
        console.warn(`The stored "${name}" could not be read`, error);
        return null;
      } finally {
        // Without its schema the record was not read at all, and must not be overwritten.
        hasRead ||= parse !== undefined;
      }
    },
    /** Returns whether the device has stored it. */
    setItem: async (name, value) => {
      hasEarlyChange = !isMerged;
      if (hasEarlyChange) return true;
      try {
        const { mergePersisted } = slice;
        await withFreeSpace(() =>
          mergePersisted === undefined
            ? putRecord(name, value, slices)
            : writeMerged(name, value, slice, mergePersisted),
        );
        useStorageQuota.getState().setWritable(true);
        return true;
      } catch (error) {
        useStorageQuota.getState().setWritable(false);
        console.warn(`"${name}" could not be stored`, error);
        return false;
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
    onRehydrateStorage: () => (state) => {
      isMerged = hasRead;
      if (!isMerged || !hasEarlyChange || state === undefined) return;
      void storage.setItem(slice.name, { state: slice.partialize(state), version: slice.version });
    },
    partialize: slice.partialize,
    merge: (stored, current) => (stored == null ? current : slice.merge(stored as P, current)),
  };
}

async function readSlice<S, P extends object>(
  name: string,
  slice: PersistedSlice<S, P>,
  parse: ParseRecord<P>,
  pendingWrites: readonly PendingWrite[],
): Promise<StorageValue<P> | null> {
  const { mergePersisted } = slice;
  const stored = parse(await get<unknown>(name, slices));
  return mergePersisted ? mergePendingWrites(stored, pendingWrites, parse, mergePersisted) : stored;
}

/** Writes this tab's state merged with what other tabs have stored and with the pending writes of closed pages. */
async function writeMerged<S, P extends object>(
  name: string,
  value: StorageValue<P>,
  slice: PersistedSlice<S, P>,
  merge: MergePersisted<P>,
): Promise<void> {
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
    const pendingWrite = parsePendingWrite(text, parse);
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

function parsePendingWrite<P extends object>(text: string, parse: ParseRecord<P>): StorageValue<P> | null {
  try {
    return parse(JSON.parse(text));
  } catch {
    return null;
  }
}

async function loadSchemas(): Promise<Schemas> {
  loadedSchemas = await import('./persisted-schemas.ts');
  return loadedSchemas;
}

function parserOf<S, P extends object>(slice: PersistedSlice<S, P>, schemas: Schemas): ParseRecord<P> {
  const { name, version } = slice;
  const schema = slice.schemaIn(schemas);
  return (record) => schemas.parseRecord(record, { name, version, schema });
}
