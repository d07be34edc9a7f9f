import { createStore, get, set } from 'idb-keyval';
import { afterEach, beforeEach, vi } from 'vitest';
import type { DraftFields } from '../../src/domain/draft.ts';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';

export const disk = createStore('send-stores', 'slices');

const flushes: (() => Promise<void>)[] = [];

/** A page of the app, with its own memory and the shared disk. */
export async function openTab({ isHydrated = true } = {}) {
  vi.resetModules();
  const {
    useDrafts,
    flushDrafts,
    savePendingDrafts: leaveDrafts,
    draftsOf,
  } = await import('../../src/stores/drafts.ts');
  const { suspendDatabase: hidePage } = await import('../../src/device/database.ts');
  flushes.push(flushDrafts);
  if (isHydrated) await useDrafts.persist.rehydrate();
  const state = () => useDrafts.getState();
  return {
    useDrafts,
    flushDrafts,
    leaveDrafts,
    hidePage,
    state,
    begin: (from: string, owner?: string) =>
      state().createDraft({ owner, fields: fieldsFrom(from), step: 'locations' }),
    names: (owner?: string) => draftsOf(state().drafts, owner).map(({ fields }) => fields.pickUp.name),
  };
}

export function fieldsFrom(name: string): DraftFields {
  return { ...DEFAULT_FIELDS, pickUp: { name, chosen: undefined } };
}

export async function onDisk(): Promise<string> {
  return JSON.stringify((await get('drafts', disk)) ?? {});
}

beforeEach(async () => {
  await set('drafts', undefined, disk);
});

// A tab that stays open writes 300 ms later, during the next test.
afterEach(async () => {
  for (const flush of flushes.splice(0)) await flush();
});
