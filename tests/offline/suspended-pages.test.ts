import { createStore, get, set, update } from 'idb-keyval';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  deleteRecord,
  openStore,
  putRecord,
  resumeDatabase,
  suspendDatabase,
} from '../../src/device/database.ts';

const DATABASE = 'suspended';
const store = openStore(DATABASE, 'records');
/** Another page, with its own connection. */
const otherConnection = createStore(DATABASE, 'records');

beforeEach(() => putRecord('name', 'Aoife', store));
afterEach(() => {
  resumeDatabase();
  vi.useRealTimers();
});

/** Resolves when no transaction of this page blocks writes of others. */
const writeFromOtherPage = () => set('fence', true, otherConnection);

test('a page that enters the bfcache does not block the databases of other pages (REL-05)', async () => {
  let isSuspended = false;
  const change = update<string>(
    'name',
    (name) => {
      if (!isSuspended) suspendDatabase();
      isSuspended = true;
      return `${name} Brennan`;
    },
    store,
  );
  await vi.waitFor(() => expect(isSuspended).toBe(true), 10_000);
  await writeFromOtherPage();
  expect(await get('name', otherConnection)).toBe('Aoife');
  resumeDatabase();
  await change;
  expect(await get('name', otherConnection)).toBe('Aoife Brennan');
});

test('a page in the bfcache starts no transaction before it is restored (REL-05)', async () => {
  suspendDatabase();
  const change = deleteRecord('name', store);
  await writeFromOtherPage();
  expect(await get('name', otherConnection)).toBe('Aoife');
  resumeDatabase();
  await change;
  expect(await get('name', otherConnection)).toBeUndefined();
});

test('the browser finishes a write without a result although the page is in the bfcache (SES-04)', async () => {
  const { commit } = IDBTransaction.prototype;
  vi.spyOn(IDBTransaction.prototype, 'commit').mockImplementationOnce(function (this: IDBTransaction) {
    commit.call(this);
    suspendDatabase();
  });
  await deleteRecord('name', store);
  expect(await get('name', otherConnection)).toBeUndefined();
});

test('a transaction that another page blocks fails after 10 s and is rolled back (REL-01)', async () => {
  const database = await connection();
  const holder = database.transaction('records', 'readwrite');
  let isHeld = true;
  const keepTransactionOpen = () => {
    if (isHeld) holder.objectStore('records').get('name').onsuccess = keepTransactionOpen;
  };
  keepTransactionOpen();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const opened = vi.spyOn(IDBDatabase.prototype, 'transaction');
  const change = update('name', () => 'Brian', store);
  const failed = expect(change).rejects.toThrow('does not respond');
  await vi.waitFor(() => expect(opened).toHaveBeenCalled(), 10_000);
  await vi.advanceTimersByTimeAsync(10_000);
  await failed;
  isHeld = false;
  await writeFromOtherPage();
  expect(await get('name', otherConnection)).toBe('Aoife');
  database.close();
});

test.each([
  ['of a newer version', 7, 'records'],
  ['without its store', 1, undefined],
])('a database %s is usable and keeps its records (REL-07)', async (what, version, has) => {
  const name = `database ${what}`;
  const before = await connection(name, version, has);
  before.close();
  const again = openStore(name, 'records');
  await putRecord('name', 'Aoife', again);
  expect(await get('name', again)).toBe('Aoife');
});

test('a database that does not open fails after 4 s, then fails at once, and is used as soon as it opens (REL-07)', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const database = await connection('never', 1, 'records');
  const request = { onsuccess: null, onerror: null, result: database } as unknown as IDBOpenDBRequest;
  const opening = vi.spyOn(IDBFactory.prototype, 'open').mockReturnValueOnce(request);
  const never = openStore('never', 'records');
  const failed = expect(get('name', never)).rejects.toThrow('does not open');
  await vi.advanceTimersByTimeAsync(4000);
  await failed;
  await expect(get('name', never)).rejects.toThrow('does not open');
  request.onsuccess?.(new Event('success'));
  await vi.advanceTimersByTimeAsync(0);
  await putRecord('name', 'Aoife', never);
  expect(await get('name', never)).toBe('Aoife');
  expect(opening).toHaveBeenCalledTimes(1);
});

function connection(name = DATABASE, version?: number, store?: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, version);
    if (store !== undefined) request.onupgradeneeded = () => void request.result.createObjectStore(store);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
