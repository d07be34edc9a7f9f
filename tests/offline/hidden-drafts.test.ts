import { afterEach, expect, test, vi } from 'vitest';
import { HIDDEN_DRAFT_MS } from '../../src/stores/drafts.ts';
import { fieldsFrom, onDisk, openTab } from './draft-tabs.ts';

const OWNER = 'aoife@example.ie';
const USER = { name: 'Aoife Brennan', email: OWNER, phoneNumber: null, jwtToken: 'token' };
const START = Date.UTC(2026, 10, 1);
const DAY = 24 * 3600_000;

/** A page of the app that starts while this account, or no one, is logged in. */
async function openPage(user: typeof USER | null) {
  const tab = await openTab({ isHydrated: false });
  const { useUser } = await import('../../src/stores/user.ts');
  useUser.setState({ user });
  await tab.useDrafts.persist.rehydrate();
  await tab.flushDrafts();
  return tab;
}

async function hideDraft(): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  const tab = await openPage(USER);
  tab.begin('Malahide', OWNER);
  await tab.flushDrafts();
}
afterEach(() => vi.useRealTimers());

test('a draft of an account that is logged out returns after a reload and its login (SES-05)', async () => {
  await hideDraft();
  const guest = await openPage(null);
  expect(guest.names()).toEqual([]);
  const owner = await openPage(USER);
  expect(owner.names(OWNER)).toEqual(['Malahide']);
  expect(owner.state().currentId).toBe(owner.state().drafts[0]?.id);
});

test('a hidden draft is deleted if two days agree that a page has first hidden it 30 days ago (SES-05)', async () => {
  await hideDraft();
  vi.setSystemTime(START + 40 * DAY);
  await openPage(null);
  vi.setSystemTime(START + 40 * DAY + HIDDEN_DRAFT_MS + 1);
  await openPage(null);
  await openPage(null);
  expect(await onDisk()).toContain('Malahide');
  vi.setSystemTime(START + 41 * DAY + HIDDEN_DRAFT_MS + 1);
  await openPage(null);
  expect(await onDisk()).not.toContain('Malahide');
});

test('one start with a clock that is a year ahead deletes no hidden draft, nor do two with a right one between (SES-05)', async () => {
  await hideDraft();
  await openPage(null);
  for (const day of [365, 1, 400, 2]) {
    vi.setSystemTime(START + day * DAY);
    await openPage(null);
    expect(await onDisk()).toContain('Malahide');
  }
  expect((await openPage(USER)).names(OWNER)).toEqual(['Malahide']);
  expect(await onDisk()).not.toContain('seenOldAt');
});

test('a page that hides a draft while the clock is years behind does not shorten its 30 days (SES-05)', async () => {
  await hideDraft();
  vi.setSystemTime(Date.UTC(2020, 0, 1));
  await openPage(null);
  vi.setSystemTime(START + HIDDEN_DRAFT_MS - 1);
  await openPage(null);
  expect((await openPage(USER)).names(OWNER)).toEqual(['Malahide']);
});

test('a login ends the time for which a draft is hidden (SES-05)', async () => {
  await hideDraft();
  await openPage(null);
  vi.setSystemTime(START + HIDDEN_DRAFT_MS - 1);
  await openPage(USER);
  vi.setSystemTime(START + HIDDEN_DRAFT_MS + 1);
  await openPage(null);
  expect((await openPage(USER)).names(OWNER)).toEqual(['Malahide']);
});

test('what a guest types before the stored drafts are read does not change a hidden draft (SES-05)', async () => {
  await hideDraft();
  const guest = await openTab({ isHydrated: false });
  guest.state().createDraft({
    owner: undefined,
    fields: { ...fieldsFrom(''), dropOff: { name: 'Howth', chosen: undefined } },
    step: 'locations',
    continuesStored: true,
  });
  await guest.useDrafts.persist.rehydrate();
  await guest.flushDrafts();
  expect(guest.names()).toEqual(['']);
  const owner = await openPage(USER);
  const [draft] = owner.state().drafts.filter((one) => one.owner === OWNER);
  expect(draft?.fields.dropOff.name).toBe('');
});

test('a draft that a guest has begun belongs to the account that is logged in when a page opens (WIZ-32)', async () => {
  const guest = await openPage(null);
  guest.begin('Skerries');
  await guest.flushDrafts();
  const owner = await openPage(USER);
  expect(owner.names(OWNER)).toEqual(['Skerries']);
  expect((await openPage(null)).names()).toEqual([]);
});
