/**
 * Writes what a device stores with this version of the app to tests/support/devices. Run it once when a version is
 * published: `npx tsx scripts/device-fixture.ts 0.1.0`. A test reads each of these files with today's code.
 */
import '../tests/support/fake-indexeddb.ts';
import { writeFileSync } from 'node:fs';
import { createStore, entries } from 'idb-keyval';
import { saveConfigCopy, saveQueuedLogOut, saveSessionCopy } from '../src/device/worker-copies.ts';
import { DEFAULT_FIELDS } from '../src/domain/draft-defaults.ts';
import { enqueue, resolveEntry } from '../src/outbox/queue.ts';
import { updatePushCopy } from '../src/push/push-copy.ts';
import { useAddresses } from '../src/stores/addresses.ts';
import { useApp } from '../src/stores/app.ts';
import { useDelivery } from '../src/stores/delivery.ts';
import { flushDrafts, useDrafts } from '../src/stores/drafts.ts';
import { useRecentPlaces } from '../src/stores/recent-places.ts';
import { hydrateStores } from '../src/stores/reset.ts';
import { useTracked } from '../src/stores/tracked.ts';
import { anAddress } from '../tests/support/address-fixtures.ts';
import { aDelivery, anOrder } from '../tests/support/delivery-fixtures.ts';

const [version] = process.argv.slice(2);
if (version === undefined) throw new Error('Name the version, for example 0.1.0');

const OWNER = 'aoife@example.com';
const AT = 1_800_000_000_000;
const STORES = [
  ['send-stores', 'slices'],
  ['send-outbox', 'entries'],
  ['send-session', 'copies'],
] as const;

await hydrateStores();
useApp.getState().setConfig(useApp.getState().config);
useApp.getState().setConsent('granted');
useAddresses.getState().replace(OWNER, [anAddress()], AT);
useDelivery.getState().replace(OWNER, [aDelivery()], AT);
const { guid } = anOrder();
useTracked.getState().upsert({ guid, tracking: { id: 4, guid, status: 3, history: [] }, at: AT });
const chosen = { latitude: 53.35, longitude: -6.26, city: 'Dublin', postalCode: '', country: 'Ireland' };
useRecentPlaces.getState().add({ name: '12 Leinster Road, Dublin', street: '12 Leinster Road', chosen });
const pickUp = { name: '12 Leinster Road, Dublin', chosen };
useDrafts.getState().createDraft({
  id: 'draft-of-aoife',
  owner: OWNER,
  fields: { ...DEFAULT_FIELDS, pickUp },
  step: 'locations',
});
await flushDrafts();
const body = {
  pickUpSnapshot: { name: '12 Leinster Road, Dublin' },
  dropOffSnapshot: { name: '3 Abbey Street, Howth' },
  weight: 30,
  volume: 1,
  width: 1,
  length: 1,
  height: 1,
  deliveryNote: '',
  deliveryType: 0 as const,
  isPriority: false,
  isFragile: false,
};
await enqueue('key-queued', OWNER, { kind: 'createDeliveryRequest', body }, AT);
const guest = { firstName: 'Nuala', lastName: 'Byrne', phone: '', email: '' };
const guestBody = { ...guest, pickup: 'A', dropoff: 'B', note: '' };
await enqueue('key-sent', null, { kind: 'submitGuestRequest', body: guestBody, request: body }, AT);
await resolveEntry('key-sent', { kind: 'guest', response: { id: 77 } }, AT);
await saveSessionCopy({ token: 'token', account: OWNER });
await saveConfigCopy({ apiBase: '/api', hookBase: '/hook', idempotency: { api: true, hook: true } });
await saveQueuedLogOut({ sessionId: 'session-1' });
await updatePushCopy(() => ({
  endpoint: 'https://push.example/1',
  publicKey: 'key',
  subjects: [{ kind: 'all' }],
}));

// The stores write in the background.
await new Promise((resolve) => setTimeout(resolve, 1000));
const databases = await Promise.all(
  STORES.map(async ([name, store]) => ({ name, store, records: await entries(createStore(name, store)) })),
);
writeFileSync(`tests/support/devices/${version}.json`, `${JSON.stringify(databases, undefined, 2)}\n`);
process.exit();
