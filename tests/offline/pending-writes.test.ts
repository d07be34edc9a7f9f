import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Intent } from '../../src/outbox/entry.ts';
import { fieldsFrom, onDisk, openTab } from './draft-tabs.ts';
import { deliveryRequest } from './fake-server.ts';

const local = new Map<string, string>();

beforeEach(() => {
  local.clear();
  vi.stubGlobal('localStorage', {
    get length() {
      return local.size;
    },
    key: (index: number) => [...local.keys()][index] ?? null,
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => void local.set(key, value),
    removeItem: (key: string) => void local.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

type Tab = Awaited<ReturnType<typeof openTab>>;

/** The tab is closed before any of its writes to the database has finished. */
function closeAtOnce(tab: Tab): void {
  tab.hidePage();
  tab.leaveDrafts();
}

/** Hydration writes what it has found, and the write deletes it from local storage. */
async function whenWritten(): Promise<void> {
  await vi.waitFor(() => expect([...local.keys()]).toEqual([]), 10_000);
}

test('a draft survives a page that was closed before the write finished (WIZ-32)', async () => {
  const before = await openTab();
  before.begin('Rathmines');
  closeAtOnce(before);
  const after = await openTab();
  expect(after.names()).toEqual(['Rathmines']);
  await whenWritten();
  expect(await onDisk()).toContain('Rathmines');
});

describe('Tabs that are closed within 300 ms of each other (WIZ-32)', () => {
  test('lose no draft of either', async () => {
    const one = await openTab();
    const two = await openTab();
    one.begin('Rathmines');
    two.begin('Howth');
    closeAtOnce(one);
    closeAtOnce(two);
    const next = await openTab();
    expect(next.names().sort()).toEqual(['Howth', 'Rathmines']);
    await whenWritten();
    expect(await onDisk()).toContain('Rathmines');
    expect(await onDisk()).toContain('Howth');
  });

  test('lose neither a draft nor a removal', async () => {
    const one = await openTab();
    const id = one.begin('Sent already');
    await one.flushDrafts();
    const two = await openTab();
    one.state().remove(id);
    two.begin('Howth');
    closeAtOnce(one);
    closeAtOnce(two);
    expect((await openTab()).names()).toEqual(['Howth']);
  });

  test('open the draft that was left last in a new tab', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const one = await openTab();
    const two = await openTab();
    one.begin('Rathmines');
    const last = two.begin('Howth');
    closeAtOnce(one);
    vi.setSystemTime(Date.now() + 1);
    closeAtOnce(two);
    expect((await openTab()).state().currentId).toBe(last);
    vi.useRealTimers();
  });
});

test('two tabs that find the same pending draft restore it once (WIZ-32)', async () => {
  const left = await openTab();
  const id = left.begin('Rathmines');
  closeAtOnce(left);
  const one = await openTab();
  const two = await openTab();
  one.state().remove(id);
  await one.flushDrafts();
  await two.flushDrafts();
  await whenWritten();
  expect((await openTab()).names()).toEqual([]);
});

test('a page that is left twice stores its latest changes only once', async () => {
  const tab = await openTab();
  const id = tab.begin('Rath');
  closeAtOnce(tab);
  tab.state().updateFields(id, fieldsFrom('Rathmines'));
  tab.leaveDrafts();
  expect(local.size).toBe(1);
  expect((await openTab()).names()).toEqual(['Rathmines']);
});

test('a damaged entry of one tab does not cost that of another (REL-07)', async () => {
  const tab = await openTab();
  tab.begin('Rathmines');
  closeAtOnce(tab);
  local.set('send-left-drafts 1 damaged', '{"state":');
  expect((await openTab()).names()).toEqual(['Rathmines']);
  await whenWritten();
});

describe('A draft whose request is in the outbox', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => void vi.useRealTimers());

  const intent: Intent = { kind: 'createDeliveryRequest', body: deliveryRequest() };

  /** A page is killed after it has queued its draft, and before it has removed the draft. */
  async function queueAndDie(state: 'queued' | 'sent' | 'done' = 'queued') {
    const tab = await openTab();
    const id = tab.begin('Rathmines');
    await tab.flushDrafts();
    const { enqueue, purgeSentEntries, resolveEntry } = await import('../../src/outbox/queue.ts');
    await enqueue(id, null, intent);
    if (state !== 'queued') await resolveEntry(id, { kind: 'guest', response: { id: 7 } });
    if (state === 'done') await purgeSentEntries(() => true);
    return { id, tab };
  }

  test.each(['queued', 'sent', 'done'] as const)(
    'is not restored while the request is %s (WIZ-32)',
    async (state) => {
      await queueAndDie(state);
      const next = await openTab();
      expect(next.names()).toEqual([]);
      expect(next.state().currentId).toBeUndefined();
      await next.flushDrafts();
      expect(await onDisk()).not.toContain('Rathmines');
    },
  );

  test('is restored if it was changed after the request was queued (WIZ-32)', async () => {
    const { id, tab } = await queueAndDie();
    vi.setSystemTime(Date.now() + 1);
    tab.state().updateFields(id, fieldsFrom('Ranelagh'));
    closeAtOnce(tab);
    expect((await openTab()).names()).toEqual(['Ranelagh']);
  });

  test.each(['queued', 'sending'] as const)(
    'is not restored after its changes were submitted while the request was %s',
    async (state) => {
      const { id, tab } = await queueAndDie();
      const { enqueue, updateEntry } = await import('../../src/outbox/queue.ts');
      await updateEntry(id, (entry) => ({ ...entry, state }));
      vi.setSystemTime(Date.now() + 1);
      tab.state().updateFields(id, fieldsFrom('Ranelagh'));
      await tab.flushDrafts();
      await enqueue(id, null, intent);
      expect((await openTab()).names()).toEqual([]);
    },
  );

  test('stays in the tab that waits for the outcome of its submit', async () => {
    const { id, tab } = await queueAndDie();
    vi.stubGlobal('navigator', {
      locks: {
        request: async () => undefined,
        query: async () => ({ held: [{ name: `send-draft ${id}` }] }),
      },
    });
    const other = await openTab();
    expect(other.names()).toEqual([]);
    other.begin('Howth');
    await other.flushDrafts();
    await tab.useDrafts.persist.rehydrate();
    expect(tab.names()).toContain('Rathmines');
  });
});
