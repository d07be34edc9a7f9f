import { readdirSync, readFileSync } from 'node:fs';
import { createStore, setMany } from 'idb-keyval';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { readConfigCopy, readQueuedLogOuts, readSessionCopy } from '../../src/device/worker-copies.ts';
import { readEntries } from '../../src/outbox/queue.ts';
import { readPushCopy } from '../../src/push/push-copy.ts';
import { useAddresses } from '../../src/stores/addresses.ts';
import { useApp } from '../../src/stores/app.ts';
import { useDelivery } from '../../src/stores/delivery.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { useRecentPlaces } from '../../src/stores/recent-places.ts';
import { hydrateStores } from '../../src/stores/reset.ts';
import { useTracked } from '../../src/stores/tracked.ts';

/** Made by scripts/device-fixture.ts when the version was published. */
const FOLDER = 'tests/support/devices';
const Databases = v.array(
  v.object({
    name: v.string(),
    store: v.string(),
    records: v.array(v.tuple([v.string(), v.unknown()])),
  }),
);

test.each(readdirSync(FOLDER))('what a device has stored with version %s is read (REL-07)', async (file) => {
  const stored = v.parse(Databases, JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')));
  for (const { name, store, records } of stored) await setMany(records, createStore(name, store));
  await hydrateStores();
  expect(useApp.getState()).toMatchObject({ hasConfig: true, consent: 'granted' });
  expect(useAddresses.getState()).toMatchObject({ owner: 'aoife@example.com', isLoaded: true });
  expect(useAddresses.getState().list).toHaveLength(1);
  expect(useDelivery.getState().list).toHaveLength(1);
  expect(useTracked.getState().list).toMatchObject([{ tracking: { id: 4, status: 3 } }]);
  expect(useRecentPlaces.getState().list).toMatchObject([{ name: '12 Leinster Road, Dublin' }]);
  expect(useDrafts.getState().drafts).toMatchObject([
    {
      id: 'draft-of-aoife',
      fields: { pickUp: { name: '12 Leinster Road, Dublin', chosen: { latitude: 53.35 } } },
    },
  ]);
  const entries = await readEntries();
  expect(entries).toHaveLength(2);
  expect(entries).toContainEqual(expect.objectContaining({ id: 'key-queued', state: 'queued' }));
  expect(entries).toContainEqual(
    expect.objectContaining({ state: 'sent', kind: 'guest', response: { id: 77 } }),
  );
  expect(await readSessionCopy()).toEqual({ token: 'token', account: 'aoife@example.com' });
  expect(await readConfigCopy()).toMatchObject({ apiBase: '/api' });
  expect(await readQueuedLogOuts()).toEqual([{ sessionId: 'session-1' }]);
  expect(await readPushCopy()).toMatchObject({ subjects: [{ kind: 'all' }] });
});
