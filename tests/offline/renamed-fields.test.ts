import { clear, createStore, set } from 'idb-keyval';
import { beforeEach, expect, test } from 'vitest';
import { purgeOldResponses, readEntries, readEntry, updateEntry } from '../../src/outbox/queue.ts';
import { useTracked } from '../../src/stores/tracked.ts';
import { deliveryRequest } from './fake-server.ts';

const entries = createStore('send-outbox', 'entries');
const NOW = Date.now();

/** An entry with the field names that earlier versions of the app stored. */
const oldEntry = (id: string, changes: object) => ({
  id,
  owner: 'aoife@example.com',
  intent: { kind: 'createDeliveryRequest', body: deliveryRequest() },
  createdAt: NOW,
  state: 'queued',
  fate: 'unsent',
  attempts: 0,
  waitMs: 0,
  isWaitBinding: false,
  ...changes,
});

beforeEach(() => clear(entries));

test.each([
  ['that was not sent', {}, { sendOutcome: 'notSent', retryDelayMs: 0, isRetryAfter: false }],
  [
    'of unknown outcome',
    { fate: 'unknown', waitMs: 5000, isWaitBinding: true },
    { sendOutcome: 'unknown', retryDelayMs: 5000, isRetryAfter: true },
  ],
  [
    'that waits for a login',
    { state: 'needsSignIn', fate: 'rejected' },
    { state: 'needsLogin', sendOutcome: 'rejected', retryDelayMs: 0 },
  ],
  [
    'that the server rejected',
    {
      state: 'needsAttention',
      fate: 'refused',
      attention: { kind: 'refused', status: 400, code: 'VALIDATION_EXCEPTION', errors: [] },
    },
    {
      state: 'needsAttention',
      sendOutcome: 'rejected',
      attention: { kind: 'rejected', status: 400, code: 'VALIDATION_EXCEPTION', errors: [] },
    },
  ],
  [
    'that the person must decide about',
    { state: 'needsAttention', fate: 'unknown', attention: { kind: 'unsure' } },
    { state: 'needsAttention', sendOutcome: 'unknown', attention: { kind: 'outcomeUnknown' } },
  ],
])('a stored entry %s is read after an update of the app (REL-01)', async (_title, stored, expected) => {
  await set('key-1', oldEntry('key-1', stored), entries);
  expect(await readEntry('key-1')).toMatchObject(expected);
  expect(await updateEntry('key-1', (entry) => ({ ...entry, attempts: 3 }))).toMatchObject({
    ...expected,
    attempts: 3,
  });
});

test('a stored entry that waits for a login is read after only its state was renamed (REL-04)', async () => {
  const { fate: _fate, waitMs: _waitMs, isWaitBinding: _isWaitBinding, ...common } = oldEntry('key-1', {});
  const fields = { sendOutcome: 'rejected', retryDelayMs: 0, isRetryAfter: false };
  await set('key-1', { ...common, ...fields, state: 'needsSignIn' }, entries);
  expect(await readEntry('key-1')).toMatchObject({ state: 'needsLogin', ...fields });
});

test('a stored response is read after an update of the app, and its key stays (REL-01)', async () => {
  const { fate: _fate, waitMs: _waitMs, isWaitBinding: _isWaitBinding, ...common } = oldEntry('key-1', {});
  await set('key-1', { ...common, state: 'sent', answer: { id: 'guest-7' }, sentAt: NOW }, entries);
  await set('key-2', { state: 'done', id: 'key-2', doneAt: NOW }, entries);
  expect(await readEntry('key-1')).toMatchObject({ state: 'sent', response: { id: 'guest-7' } });
  await purgeOldResponses(NOW + 2 * 24 * 3600_000);
  expect((await readEntries()).map(({ id, state }) => [id, state]).sort()).toEqual([
    ['key-1', 'done'],
    ['key-2', 'done'],
  ]);
});

test('stored tracked packages are read after an update of the app', async () => {
  const guid = '3f2b8c1e-8a4d-4e57-9a35-0d9a0c6f5b11';
  const tracking = { id: 4, guid, status: 3, history: [] };
  const state = { list: [{ guid, answer: tracking, at: 5 }] };
  await set('tracked', { state, version: 1 }, createStore('send-stores', 'slices'));
  await useTracked.persist.rehydrate();
  expect(useTracked.getState().list).toMatchObject([{ guid, tracking: { id: 4 }, at: 5 }]);
});
