import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Intent } from '../../src/outbox/entry.ts';
import { enqueue, readEntry } from '../../src/outbox/queue.ts';
import { asGuest, closeTabs, elapse, type FakeNetwork, freshDevice, openTab, turns } from './fake-network.ts';

/** A draft is sent while a second tab, which shows the same draft, changes and sends it too. */
const changedGuest = { ...asGuest, body: { ...asGuest.body, note: 'Ring the bell' } } as Intent;
let network: FakeNetwork;

beforeEach(async () => {
  network = await freshDevice(null);
});
afterEach(closeTabs);

test.each(['sending', 'sent'] as const)(
  'a changed request of a guest is kept if an earlier version is %s (WIZ-32)',
  async (state) => {
    let arrive = (): void => undefined;
    if (state === 'sending') {
      network.create = () =>
        new Promise((resolve) => {
          arrive = () => resolve(Response.json({ id: 1 }, { status: 201 }));
        });
    }
    const tab = await openTab();
    void tab.submitDeliveryRequest('draft-1', asGuest);
    await elapse(1000);
    const before = await readEntry('draft-1');
    expect(before?.state).toBe(state);
    await elapse(1000);
    const outcome = await tab.submitDeliveryRequest('draft-1', changedGuest);
    expect(outcome).toMatchObject({ kind: 'rejected', message: expect.stringMatching(/earlier version/) });
    // A later submit time would make the next page leave the changed draft out.
    expect(await readEntry('draft-1')).toEqual(before);
    arrive();
    await turns();
  },
);

test('a changed request of a guest that has not been sent replaces the earlier version', async () => {
  await enqueue('draft-1', null, asGuest);
  const tab = await openTab();
  expect(await tab.submitDeliveryRequest('draft-1', changedGuest)).toMatchObject({ kind: 'received' });
  expect(await readEntry('draft-1')).toMatchObject({ intent: changedGuest });
});
