import { clear, createStore } from 'idb-keyval';
import { beforeEach, expect, test } from 'vitest';
import type { Intent } from '../../src/outbox/entry.ts';
import { editEntry, enqueue, readEntry, resolveEntry, updateEntry } from '../../src/outbox/queue.ts';
import { deliveryRequest } from './fake-server.ts';

const AOIFE = 'aoife@example.com';
const quote = { estimatedPrice: 18.4, currency: 'EUR' };
const create = (weight = 30): Intent => ({
  kind: 'createDeliveryRequest',
  body: deliveryRequest({ weight }),
});

beforeEach(() => clear(createStore('send-outbox', 'entries')));

test('the quoted price stays with a request until its response arrives (WIZ-37)', async () => {
  await enqueue('key-1', AOIFE, create(), 1, quote);
  await resolveEntry('key-1', { kind: 'guest', response: { id: 7 } });
  expect(await readEntry('key-1')).toMatchObject({ state: 'sent', quote });
});

test('editing a waiting request updates its quoted price (WIZ-37)', async () => {
  await enqueue('key-1', AOIFE, create(), 1, quote);
  await editEntry('key-1', create(40), { ...quote, estimatedPrice: 22 });
  expect(await readEntry('key-1')).toMatchObject({ quote: { estimatedPrice: 22 } });
});

test('editing a request that may have arrived updates its quoted price (WIZ-37)', async () => {
  await enqueue('key-1', AOIFE, create(), 1, quote);
  await updateEntry('key-1', (entry) => ({ ...entry, sendOutcome: 'unknown' }));
  await editEntry('key-1', create(40), { ...quote, estimatedPrice: 22 });
  expect(await readEntry('key-1')).toMatchObject({
    quote: { estimatedPrice: 22 },
    changedTo: { weight: 40 },
  });
});
