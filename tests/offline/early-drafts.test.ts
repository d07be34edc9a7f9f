import { describe, expect, test } from 'vitest';
import type { DraftFields } from '../../src/domain/draft.ts';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import { openTab } from './draft-tabs.ts';

describe('A draft typed into a form that is still empty, because the stored draft has not been read', () => {
  async function typeBeforeRead(stored: Partial<DraftFields>, typed: Partial<DraftFields>) {
    const before = await openTab();
    const storedId = before.state().createDraft({
      owner: undefined,
      fields: { ...DEFAULT_FIELDS, ...stored },
      step: 'locations',
    });
    await before.flushDrafts();
    const after = await openTab({ isHydrated: false });
    after.state().createDraft({
      owner: undefined,
      fields: { ...DEFAULT_FIELDS, ...typed },
      step: 'locations',
      continuesStored: true,
    });
    await after.useDrafts.persist.rehydrate();
    await after.flushDrafts();
    return { storedId, after };
  }
  const malahide = { name: 'Malahide', chosen: undefined };
  const howth = { name: 'Howth', chosen: undefined };

  test('continues the stored draft, if that field was empty in it (WIZ-32)', async () => {
    const { storedId, after } = await typeBeforeRead({ pickUp: malahide }, { dropOff: howth });
    expect(after.state().drafts).toMatchObject([
      { id: storedId, fields: { pickUp: malahide, dropOff: howth } },
    ]);
    expect(after.state().currentId).toBe(storedId);
    const reloaded = await openTab();
    expect(reloaded.state().drafts).toMatchObject([
      { id: storedId, fields: { pickUp: malahide, dropOff: howth } },
    ]);
  });

  test('overwrites nothing of the stored draft (WIZ-32)', async () => {
    const { storedId, after } = await typeBeforeRead({ pickUp: malahide }, { pickUp: howth });
    expect(after.names()).toEqual(['Howth', 'Malahide']);
    expect(after.state().currentId).not.toBe(storedId);
  });
});
