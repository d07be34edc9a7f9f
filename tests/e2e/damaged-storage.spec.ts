import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { newEntry } from '../../src/outbox/entry.ts';
import { expect, test } from './fixtures.ts';
import { clearDevice } from './support/device.ts';
import type { Operator } from './support/operator.ts';
import { type IndexedDbSeed, readRows, STORAGE_FAILURES, seedIndexedDb } from './support/seed-indexeddb.ts';
import { completeAsGuest, FROM, TO } from './support/submit.ts';

const TYPED = '8 Patrick Street, Cork';
const UNSAVED = "This device can't save your receipt";

const SLICES = ['app', 'addresses', 'delivery', 'drafts', 'tracked', 'recent-places'];
const forAllSlices = (row: unknown) => Object.fromEntries(SLICES.map((name) => [name, row]));

/**
 * The request as it was typed on this device. Each state needs a new key, because the server accepts a key only once.
 */
const newDraft = () => ({
  id: randomUUID(),
  updatedAt: Date.now(),
  step: 'locations',
  fields: { pickUp: { name: TYPED }, dropOff: { name: '' } },
});

function pendingGuestEntry(lastName: string) {
  const request = {
    pickUpSnapshot: { name: FROM },
    dropOffSnapshot: { name: TO },
    weight: 30,
    volume: 1.2,
    width: 1.2,
    length: 1,
    height: 1,
    deliveryNote: '',
    deliveryType: 0,
    isPriority: false,
    isFragile: false,
  } as const;
  const guest = { firstName: 'Nuala', lastName, phone: '+353 87 123 4567', email: 'nuala@example.ie' };
  const body = { ...guest, pickup: FROM, dropoff: TO, note: '' };
  return newEntry(randomUUID(), null, { kind: 'submitGuestRequest', body, request }, Date.now());
}

type Draft = ReturnType<typeof newDraft>;

/** tests/offline/persisted-stores.test.ts damages each slice in more ways. */
type StorageState = {
  what: string;
  /** The stored slices. A slice that is left out is stored undamaged. */
  slices?: Record<string, unknown>;
  version?: number;
  /** Other entries in the queue, beside a waiting request. */
  outbox?: Record<string, unknown>;
  /** Fields that a newer version may have added to an entry. */
  addition?: object;
  /** Databases that lack their object store. */
  isHollow?: boolean;
  session?: string;
  losesDraft?: boolean;
  refusal?: keyof typeof STORAGE_FAILURES;
  cannotSave?: boolean;
};

const storageStates = (draft: Draft): StorageState[] => {
  const { id, fields } = draft;
  const drafts = (...all: unknown[]) => ({ drafts: all, currentId: id });
  return [
    {
      what: 'an older version',
      slices: { drafts: { state: drafts({ id, fields }), version: 0 } },
      session: 'null',
    },
    {
      what: 'a newer version of the databases and of what is in them, with unknown fields',
      version: 7,
      slices: { drafts: { state: { ...drafts({ ...draft, mood: 'blue' }), moods: [] }, version: 99 } },
      addition: { mood: 'blue', changedBy: null },
    },
    { what: 'meaningless data', slices: forAllSlices('\u0000garbage'), session: '{"half', losesDraft: true },
    {
      what: 'truncated data',
      slices: {
        ...forAllSlices({ state: { owner: 'aoife@example.ie' } }),
        drafts: { state: { currentId: id, drafts: [{ id, fields: { pickUp: { name: TYPED } } }] } },
      },
      session: '{"name":"Aoife"}',
    },
    {
      what: 'wrong types',
      slices: {
        ...forAllSlices({ state: { list: 'no list', updatedAt: [], config: 7 }, version: 1 }),
        drafts: { state: { drafts: 7, currentId: 9, removed: 'x', clearedAt: {}, prices: [1] }, version: 1 },
      },
      session: '[7]',
      losesDraft: true,
    },
    {
      what: 'one bad draft among good ones, and unreadable requests in the queue',
      slices: { drafts: { state: drafts(null, draft, { id: 7 }, 'x', { fields }), version: 1 } },
      outbox: {
        bad: 'garbage',
        half: { state: 'queued', id: 'half' },
        tomorrow: { ...pendingGuestEntry('Tomorrow'), state: 'x' },
      },
    },
    { what: 'databases without their stores', isHollow: true, losesDraft: true },
    { what: 'no IndexedDB', refusal: 'absent', losesDraft: true, cannotSave: true },
    { what: 'an IndexedDB that is forbidden', refusal: 'throwing', losesDraft: true, cannotSave: true },
    { what: 'an IndexedDB that fails', refusal: 'failing', losesDraft: true, cannotSave: true },
    { what: 'an IndexedDB that never opens', refusal: 'hanging', losesDraft: true, cannotSave: true },
    { what: 'a full disk', refusal: 'full', cannotSave: true },
    { what: 'a disk that becomes full with the last write', refusal: 'fullAtTheEnd', cannotSave: true },
    { what: 'blocked cookies', refusal: 'cookiesBlocked', losesDraft: true, cannotSave: true },
    { what: 'a forbidden local storage', refusal: 'localStorage' },
    { what: 'a forbidden session storage', refusal: 'sessionStorage' },
  ];
};

/** Opens the app with the stored data, and returns whether the draft was found. */
async function openApp(page: Page, keptDraft: boolean): Promise<void> {
  await page.goto('/');
  await expect(page.getByLabel('Pick-up Location')).toHaveValue(keptDraft ? TYPED : '');
  await expect(page.getByRole('alert')).toHaveCount(0);
}

type TestContext = { context: BrowserContext; operator: Operator };

/** Opens the app in a page of a device in this state, and submits a guest's request. Returns the page that is open then. */
async function expectWorking(
  page: Page,
  { context, operator }: TestContext,
  draft: Draft,
  state: StorageState,
): Promise<Page> {
  const good = { drafts: { state: { drafts: [draft], currentId: draft.id }, version: 1 } };
  const [waits, asks] = [`Waits ${randomUUID().slice(0, 8)}`, `Asks ${randomUUID().slice(0, 8)}`];
  const entry = { ...pendingGuestEntry(waits), ...state.addition };
  const { version = 1, isHollow = false, outbox = {}, slices = {} } = state;
  const seed: IndexedDbSeed = {
    'send-stores': { store: isHollow ? '' : 'slices', version, rows: { ...good, ...slices } },
    'send-outbox': { store: isHollow ? '' : 'entries', version, rows: { ...outbox, [entry.id]: entry } },
  };
  await clearDevice(page);
  await seedIndexedDb(page, seed);
  if (state.session) await page.evaluate((session) => localStorage.setItem('user', session), state.session);
  const refusal = state.refusal && (await page.addInitScript(STORAGE_FAILURES[state.refusal]));
  await openApp(page, !state.losesDraft);
  await completeAsGuest(page, FROM, TO, asks);

  let open = page;
  if (state.cannotSave) {
    // It is sent directly, and nothing says that it is saved. (REL-27)
    await expect(page.getByText(UNSAVED)).toBeVisible();
    await expect(page.getByText(/Saved on this device/)).toHaveCount(0);
    expect(await operator.guestRequests(asks)).toBe(1);
    await page.close();
    open = await context.newPage();
    await open.goto('/');
    await expect.poll(() => operator.guestRequests(waits)).toBe(1);
    // A draft that the page could not read is untouched. The one that it has sent is not offered again, although
    // the device could not store that.
    await expect(open.getByLabel('Pick-up Location')).toHaveValue(state.losesDraft ? TYPED : '');
    await expect(open.getByText('Draft restored.')).toHaveCount(0);
  } else {
    await expect(page.getByText('Delivery created').first()).toBeVisible();
    expect(await operator.guestRequests(asks)).toBe(1);
    await refusal?.dispose();
  }
  await expect.poll(() => operator.guestRequests(waits)).toBe(isHollow ? 0 : 1);
  expect(await readRows(open, 'send-outbox', Object.keys(outbox))).toEqual(Object.values(outbox));
  return open;
}

for (const [title, cannotSave] of [
  ['With damaged data, or data of another version, on the device the app works, and valid data stays', false],
  ['On a device that cannot store anything the app works, and later finds what was stored before', true],
] as const) {
  test(`${title} (REL-07, REL-27)`, async ({ guest, context, operator, errorMonitor }) => {
    // A plain-text page has no icon.
    errorMonitor.allow(/favicon\.ico/);
    let page = guest;
    for (const [index, { what, cannotSave: isFull = false }] of storageStates(newDraft()).entries()) {
      if (isFull !== cannotSave) continue;
      const draft = newDraft();
      const state = storageStates(draft)[index] ?? { what };
      page = await test.step(what, () => expectWorking(page, { context, operator }, draft, state));
    }
  });
}
