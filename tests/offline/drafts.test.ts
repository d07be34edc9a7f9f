import { get, set } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AOIFE } from '../support/account-fixtures.ts';
import { disk, fieldsFrom, onDisk, openTab } from './draft-tabs.ts';

describe('A tab that opens while another tab begins a draft (WIZ-39)', () => {
  /** Another tab begins a draft: it takes the lock first and writes the draft afterwards. */
  async function beginElsewhere(): Promise<void> {
    openElsewhere.push({ name: 'send-draft draft-of-the-other-tab' });
    const draft = {
      id: 'draft-of-the-other-tab',
      fields: fieldsFrom('Howth'),
      step: 'locations',
      guest: { firstName: '', lastName: '', email: '', phone: '' },
      updatedAt: Date.now(),
    };
    const state = { drafts: [draft], currentId: draft.id, removed: {}, clearedAt: 0 };
    await set('drafts', { state, version: 1 }, disk);
  }
  const openElsewhere: { name: string }[] = [];
  let whileQuerying = async (): Promise<void> => undefined;

  beforeEach(() => {
    openElsewhere.length = 0;
    const query = async () => {
      const held = [...openElsewhere];
      await whileQuerying();
      return { held };
    };
    vi.stubGlobal('navigator', { locks: { request: async () => undefined, query } });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test.each([
    ['before it reads', true],
    ['while it asks which drafts are open', false],
  ])('does not open that draft, when it was begun %s', async (_, isBefore) => {
    if (isBefore) await beginElsewhere();
    whileQuerying = isBefore ? async () => undefined : beginElsewhere;
    const tab = await openTab();
    expect(tab.state().currentId).toBeUndefined();
  });

  test('does not open it either when the browser duplicates that tab with its session storage', async () => {
    await beginElsewhere();
    vi.stubGlobal('sessionStorage', { getItem: () => 'draft-of-the-other-tab', setItem: () => undefined });
    const tab = await openTab();
    expect(tab.names()).toEqual(['Howth']);
    expect(tab.state().currentId).toBeUndefined();
  });
});

describe('A draft', () => {
  test('is written 300 ms after the last key (WIZ-32)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const tab = await openTab();
    const id = tab.begin('Rath');
    tab.state().updateFields(id, { pickUp: { name: 'Rathmines', chosen: undefined } });
    await vi.advanceTimersByTimeAsync(300);
    vi.useRealTimers();
    await vi.waitFor(async () => expect(await onDisk()).toContain('Rathmines'), 10_000);
  });

  test('is also written while typing continues without a pause (WIZ-32)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const tab = await openTab();
    const id = tab.begin('R');
    for (const text of ['Ra', 'Rat', 'Rath', 'Rathm', 'Rathmi']) {
      await vi.advanceTimersByTimeAsync(100);
      tab.state().updateFields(id, { pickUp: { name: text, chosen: undefined } });
    }
    vi.useRealTimers();
    await vi.waitFor(async () => expect(await onDisk()).toContain('"Rat"'), 10_000);
  });

  test('that changes a delivery is stored under another owner, so that version 0.1.0 offers it to no one as a new request (DET-46)', async () => {
    const tab = await openTab();
    const draft = { id: 'delivery-7', owner: AOIFE.email, fields: fieldsFrom('Howth') };
    tab.state().createDraft({ ...draft, step: 'summery' });
    await tab.flushDrafts();
    expect(await onDisk()).toContain(`"owner":"edit ${AOIFE.email}"`);
    expect((await openTab()).names(AOIFE.email)).toEqual(['Howth']);
  });

  test('survives a reload with its key, step and guest details', async () => {
    const before = await openTab();
    const id = before.begin('Rathmines');
    before.state().setStep(id, 'delivery');
    before.state().setGuest(id, { firstName: 'Niamh', lastName: 'Byrne', email: '', phone: '' });
    await before.flushDrafts();
    const after = await openTab();
    expect(after.state().currentId).toBe(id);
    expect(after.state().drafts).toEqual(before.state().drafts);
    expect(after.state().drafts[0]).toMatchObject({ id, step: 'delivery', guest: { firstName: 'Niamh' } });
  });

  test('typed before the read has finished is stored beside the old one', async () => {
    const before = await openTab();
    before.begin('Old');
    await before.flushDrafts();
    const after = await openTab({ isHydrated: false });
    const id = after.begin('New');
    await after.useDrafts.persist.rehydrate();
    expect(after.names()).toEqual(expect.arrayContaining(['Old', 'New']));
    expect(after.state().currentId).toBe(id);
    await after.flushDrafts();
    expect(await onDisk()).toContain('New');
  });

  test('keeps the key that it was created with', async () => {
    const tab = await openTab();
    const id = tab.begin('A');
    tab.state().updateFields(id, fieldsFrom('B'));
    tab.state().setStep(id, 'summery');
    expect(tab.state().drafts.map((draft) => draft.id)).toEqual([id]);
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

describe('Two tabs', () => {
  test('do not overwrite each other’s drafts', async () => {
    const one = await openTab();
    const two = await openTab();
    one.begin('One');
    two.begin('Two');
    await one.flushDrafts();
    await two.flushDrafts();
    one.begin('Three');
    await one.flushDrafts();
    expect((await openTab()).names()).toEqual(expect.arrayContaining(['One', 'Two', 'Three']));
  });

  test('keep the newer version of the same draft', async () => {
    const one = await openTab();
    const id = one.begin('First');
    await one.flushDrafts();
    const two = await openTab();
    const begun = Date.now();
    await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(begun), { interval: 1 });
    two.state().updateFields(id, fieldsFrom('Second'));
    await two.flushDrafts();
    one.begin('Another');
    await one.flushDrafts();
    expect((await openTab()).names()).toEqual(expect.arrayContaining(['Second', 'Another']));
  });

  test('do not restore a draft that one of them has sent or discarded', async () => {
    const one = await openTab();
    const id = one.begin('Gone');
    await one.flushDrafts();
    const two = await openTab();
    one.state().remove(id);
    await one.flushDrafts();
    two.begin('Other');
    await two.flushDrafts();
    expect((await openTab()).names()).toEqual(['Other']);
  });

  test('lose all drafts when one of them logs out', async () => {
    const one = await openTab();
    const two = await openTab();
    one.begin('Secret', 'aoife@example.ie');
    await one.flushDrafts();
    two.state().reset();
    await two.flushDrafts();
    expect(await onDisk()).not.toContain('Secret');
    expect((await openTab()).state().drafts).toEqual([]);
  });
});

describe('A clock that is set back by three days', () => {
  const DAYS = 3 * 24 * 3600_000;
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAYS }));
  afterEach(() => void vi.useRealTimers());

  test('does not lose what is typed afterwards (WIZ-32)', async () => {
    const before = await openTab();
    const id = before.begin('Typed in the future');
    await before.flushDrafts();
    vi.setSystemTime(Date.now() - DAYS);
    before.state().updateFields(id, fieldsFrom('Typed now'));
    await before.flushDrafts();
    expect((await openTab()).names()).toEqual(['Typed now']);
  });

  test('does not restore discarded drafts or those of a log-out (SES-04)', async () => {
    const tab = await openTab();
    const id = tab.begin('Discarded');
    await tab.flushDrafts();
    vi.setSystemTime(Date.now() - DAYS);
    tab.state().remove(id);
    await tab.flushDrafts();
    expect((await openTab()).names()).toEqual([]);
    vi.setSystemTime(Date.now() + DAYS);
    tab.begin('Of the account');
    await tab.flushDrafts();
    vi.setSystemTime(Date.now() - DAYS);
    tab.state().reset();
    await tab.flushDrafts();
    expect((await openTab()).names()).toEqual([]);
    tab.begin('Of the next');
    await tab.flushDrafts();
    expect((await openTab()).names()).toEqual(['Of the next']);
  });
});

describe('A draft is visible', () => {
  test('only to its owner', async () => {
    const tab = await openTab();
    tab.begin('Mine', 'aoife@example.ie');
    tab.begin('A guest’s');
    expect(tab.names('aoife@example.ie')).toEqual(['Mine']);
    expect(tab.names()).toEqual(['A guest’s']);
    expect(tab.names('someone@example.ie')).toEqual([]);
  });

  test('to the account that a guest logs in to', async () => {
    const tab = await openTab();
    const id = tab.begin('Mine');
    const { useUser } = await import('../../src/stores/user.ts');
    useUser.setState({ user: AOIFE });
    tab.state().assignOwner();
    expect(tab.names('aoife@example.ie')).toEqual(['Mine']);
    expect(tab.state().currentId).toBe(id);
  });
});

test('discarding a draft can be undone', async () => {
  const tab = await openTab();
  const id = tab.begin('Back');
  const [draft] = tab.state().drafts;
  tab.state().remove(id);
  expect(tab.names()).toEqual([]);
  if (draft) tab.state().restore(draft);
  await tab.flushDrafts();
  expect((await openTab()).names()).toEqual(['Back']);
});

test('an unsent request that is edited becomes a draft under its old key', async () => {
  const tab = await openTab();
  const id = tab.begin('Sent too early');
  tab.state().remove(id);
  tab.state().createDraft({ id, owner: undefined, fields: fieldsFrom('Corrected'), step: 'summery' });
  await tab.flushDrafts();
  const after = await openTab();
  expect(after.state().drafts).toMatchObject([
    { id, step: 'summery', fields: { pickUp: { name: 'Corrected' } } },
  ]);
});

test('one damaged draft affects neither the other drafts nor its own valid fields', async () => {
  const tab = await openTab();
  tab.begin('Good');
  await tab.flushDrafts();
  const stored = await get<{ state: { drafts: unknown[] } }>('drafts', disk);
  if (!stored) throw new Error('Nothing was kept');
  stored.state.drafts.push({ id: 7 }, null, {
    id: 'half-of-a-draft',
    updatedAt: Date.now(),
    step: 'nowhere',
    fields: { pickUp: { name: 'Half' }, size: 9 },
  });
  await set('drafts', stored, disk);
  const after = await openTab();
  expect(after.names()).toEqual(expect.arrayContaining(['Good', 'Half']));
  expect(after.state().drafts.find(({ id }) => id === 'half-of-a-draft')).toMatchObject({
    step: 'locations',
    fields: { size: 'standard', weight: 'light', dropOff: { name: '' } },
  });
});

test('a stored draft keeps the measurements of a preset that only its deployment knows (PRD-71)', async () => {
  const tab = await openTab();
  const id = tab.begin('Pallet');
  const presetSides = { width: 1.2, length: 0.8, height: 1.5 };
  tab.state().updateFields(id, { size: 'pallet', presetSides, weight: 'unknown' });
  await tab.flushDrafts();
  const { drafts } = (await openTab()).state();
  expect(drafts).toMatchObject([{ fields: { size: 'pallet', presetSides, weight: 'light' } }]);
});

test('a draft of a newer version is read as far as it is understood', async () => {
  const tab = await openTab();
  tab.begin('Tomorrow');
  await tab.flushDrafts();
  const stored = await get<{ version: number }>('drafts', disk);
  await set('drafts', { ...stored, version: 99 }, disk);
  expect((await openTab()).names()).toEqual(['Tomorrow']);
});

test('a change after a submit with a clock that was a day ahead is not taken for submitted (WIZ-32)', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const tab = await openTab();
  const { markSubmitted } = await import('../../src/stores/drafts.ts');
  const id = tab.begin('Malahide');
  vi.setSystemTime(Date.now() + 24 * 3600_000);
  const submittedAt = markSubmitted(id);
  vi.setSystemTime(Date.now() - 24 * 3600_000);
  tab.state().updateFields(id, { instructions: 'Ring twice' });
  tab.state().remove(id, submittedAt);
  expect(tab.state().drafts).toMatchObject([{ id, fields: { instructions: 'Ring twice' } }]);
  vi.useRealTimers();
});
