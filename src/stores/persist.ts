import { get, update } from 'idb-keyval';
import * as v from 'valibot';
import type { PersistOptions, PersistStorage, StorageValue } from 'zustand/middleware';
import { drop, keep, openStore } from '../outbox/database.ts';
import { forgetLeftBehind, leftBehind } from './left-behind.ts';
import { useRoom, withRoom } from './room.ts';

// One database for every slice.
const slices = openStore('send-stores', 'slices');

type Join<P> = (kept: P, mine: P) => P;

/** What a slice must say about itself to survive a restart. */
export type Persisted<S, P extends object> = {
  name: string;
  version: number;
  /** What of the state is kept. */
  partialize: (state: S) => P;
  /** Judges what is read; write list schemas so that one bad item does not cost the others. */
  schema: v.GenericSchema<unknown, P>;
  /** Brings what another version kept into today's shape; the schema judges its result. */
  migrate?: (kept: unknown, version: number) => unknown;
  /** Joins what was kept with what happened before the read ended, which must not be lost. */
  merge: (kept: P, current: S) => S;
  /** Joins what another tab has kept since with what this one writes; without it the last writer wins. */
  join?: Join<P>;
};

/**
 * zustand `persist` options over IndexedDB. Nothing is written before the read has ended, so an early change
 * cannot overwrite what was kept; a failed read counts as empty and is reported.
 */
export function persisted<S, P extends object>(slice: Persisted<S, P>): PersistOptions<S, P> {
  let hasRead = false;
  const storage: PersistStorage<P> = {
    getItem: async (name) => {
      try {
        return await read(name, slice);
      } catch (error) {
        console.warn(`The kept "${name}" could not be read`, error);
        return null;
      } finally {
        hasRead = true;
      }
    },
    setItem: async (name, value) => {
      if (!hasRead) return;
      try {
        const { join } = slice;
        await withRoom(() =>
          join === undefined ? keep(name, value, slices) : keepJoined(name, value, slice, join),
        );
        useRoom.getState().setCanKeep(true);
      } catch (error) {
        useRoom.getState().setCanKeep(false);
        console.warn(`"${name}" could not be kept`, error);
      }
    },
    removeItem: async (name) => {
      try {
        await drop(name, slices);
      } catch (error) {
        console.warn(`The kept "${name}" could not be removed`, error);
      }
    },
  };
  return {
    name: slice.name,
    version: slice.version,
    storage,
    skipHydration: true,
    partialize: slice.partialize,
    merge: (kept, current) => (kept == null ? current : slice.merge(kept as P, current)),
  };
}

async function read<S, P extends object>(
  name: string,
  slice: Persisted<S, P>,
): Promise<StorageValue<P> | null> {
  const kept = understood(await get<unknown>(name, slices), slice);
  const left = slice.join && fromText(leftBehind(name), slice);
  return slice.join && left ? joined(kept, left, slice.join) : kept;
}

/** Writes what is known here, what other tabs have kept, and what a page has left behind. */
async function keepJoined<S, P extends object>(
  name: string,
  value: StorageValue<P>,
  slice: Persisted<S, P>,
  join: Join<P>,
): Promise<void> {
  const text = leftBehind(name);
  const left = fromText(text, slice);
  await update<unknown>(
    name,
    (found) => {
      const kept = understood(found, slice);
      return joined(left ? joined(kept, left, join) : kept, value, join);
    },
    slices,
  );
  forgetLeftBehind(name, text);
}

function joined<P extends object>(
  kept: StorageValue<P> | null,
  value: StorageValue<P>,
  join: Join<P>,
): StorageValue<P> {
  return kept === null ? value : { ...value, state: join(kept.state, value.state) };
}

function fromText<S, P extends object>(text: string | null, slice: Persisted<S, P>): StorageValue<P> | null {
  try {
    return text === null ? null : understood(JSON.parse(text), slice);
  } catch {
    return null;
  }
}

function understood<S, P extends object>(found: unknown, slice: Persisted<S, P>): StorageValue<P> | null {
  const envelope = v.safeParse(v.object({ state: v.unknown(), version: v.optional(v.number(), 0) }), found);
  if (!envelope.success) return null;
  const { state, version } = envelope.output;
  const current = version === slice.version ? state : (slice.migrate?.(state, version) ?? state);
  const parsed = v.safeParse(slice.schema, current);
  if (!parsed.success) {
    console.warn(`The kept "${slice.name}" has another shape and was left out`, parsed.issues[0].message);
    return null;
  }
  return { state: parsed.output, version: slice.version };
}

/** A list schema that keeps the good items and drops the others. */
export function goodItems<T extends v.GenericSchema>(item: T) {
  return v.pipe(
    v.fallback(v.array(v.unknown()), []),
    v.transform((items) =>
      items.flatMap((one) => {
        const parsed = v.safeParse(item, one);
        return parsed.success ? [parsed.output as v.InferOutput<T>] : [];
      }),
    ),
  );
}
