import { waitFor } from '@testing-library/react';
import { createStore, get, keys } from 'idb-keyval';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import { type Intent, isPending, newEntry, type PendingEntry } from '../../src/outbox/entry.ts';
import { deleteEntry, enqueue, readEntry, updateEntry } from '../../src/outbox/queue.ts';
import { useAlerts } from '../../src/stores/alerts.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { useOutbox } from '../../src/stores/outbox.ts';
import { accountOf, useUser } from '../../src/stores/user.ts';
import { submitDeliveryRequest } from '../../src/use-cases/deliveries/submit-delivery-request.ts';
import { drainNow, refreshOutboxStore, startOutbox } from '../../src/use-cases/outbox/outbox.ts';
import { reopenAsDraft } from '../../src/use-cases/outbox/pending-entries.ts';
import { expireSession, startSession } from '../../src/use-cases/session/session.ts';
import { deliveryRequest } from '../offline/fake-server.ts';
import { AOIFE, resetAs } from '../support/account-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import '../support/fake-indexeddb.ts';
import '../support/web-locks.ts';

const BRIAN = 'brian@example.ie';
const create: Intent = { kind: 'createDeliveryRequest', body: deliveryRequest() };
const onDisk = createStore('send-outbox', 'entries');
const created = {
  ...deliveryRequest(),
  id: 7,
  created: '2026-11-01T10:00:00.000Z',
  status: 0,
  estimatedPrice: 18.4,
};
let api: ReturnType<typeof fakeApi>;

/** Starts a new page on a device where this customer is logged in. */
function open(): void {
  resetAs(AOIFE);
  api = fakeApi({
    createDeliveryRequest: () => ({ status: 201, body: created }),
    listAddresses: () => ({ body: [] }),
  });
  configureClient({
    baseUrls: () => ({ apiBase: 'http://send.test/api', hookBase: 'http://send.test/hook' }),
    session: () => {
      const { user } = useUser.getState();
      return user ? { token: user.jwtToken, account: accountOf(user) ?? '' } : undefined;
    },
  });
}

const isSent = (id: string) => waitFor(async () => expect((await readEntry(id))?.state).toBe('sent'));

beforeAll(async () => {
  open();
  await enqueue('from the last visit', AOIFE.email, create);
  await enqueue('parked at the last visit', AOIFE.email, create);
  await updateEntry('parked at the last visit', (entry) => ({ ...entry, state: 'needsLogin' }));
  startOutbox();
  await isSent('parked at the last visit').catch(() => undefined);
});

beforeEach(async () => {
  open();
  useDrafts.getState().remove('the-key-of-it');
  for (const id of await keys<string>(onDisk)) if (!id.endsWith('the last visit')) await deleteEntry(id);
});

describe('Waiting requests are sent (REL-05)', () => {
  test('when the app starts', () => isSent('from the last visit'));

  test('when the app starts after the tab of the login was closed too early', () =>
    isSent('parked at the last visit'));

  test('when the browser reports that it is online', async () => {
    await enqueue('key-1', AOIFE.email, create);
    window.dispatchEvent(new Event('online'));
    await isSent('key-1');
  });

  test('when the tab becomes visible', async () => {
    await enqueue('key-1', AOIFE.email, create);
    document.dispatchEvent(new Event('visibilitychange'));
    await isSent('key-1');
  });

  test('by a timer if the browser does not support Background Sync', async () => {
    api.script.createDeliveryRequest = () => ({ status: 503, body: {} });
    await enqueue('key-1', AOIFE.email, create);
    await drainNow();
    expect(await readEntry('key-1')).toMatchObject({ state: 'queued', attempts: 1 });
    api.script.createDeliveryRequest = () => ({ status: 201, body: created });
    await isSent('key-1');
  });

  test('by another open tab when the sending tab is closed', async () => {
    await drainNow();
    await enqueue('key-1', AOIFE.email, create);
    await updateEntry('key-1', (entry) => ({ ...entry, state: 'sending', sendOutcome: 'unknown' }));
    const timeout = vi.spyOn(globalThis, 'setTimeout');
    await refreshOutboxStore();
    expect(timeout.mock.calls.map(([, ms]) => ms)).toContain(60_000);
  });

  test('after a check every minute, however long Retry-After is', async () => {
    await enqueue('key-1', AOIFE.email, create);
    await updateEntry('key-1', (entry) => ({
      ...entry,
      lastTryAt: Date.now(),
      retryDelayMs: 600_000,
      isRetryAfter: true,
    }));
    const timeout = vi.spyOn(globalThis, 'setTimeout');
    await drainNow();
    const waits = timeout.mock.calls.map(([, ms]) => ms ?? 0);
    expect(Math.max(...waits)).toBe(60_000);
  });
});

test('A draft that is submitted in two tabs is not edited after it was created (REL-01)', async () => {
  let respond = (): void => undefined;
  api.script.createDeliveryRequest = () =>
    new Promise((resolve) => {
      respond = () => resolve({ status: 201, body: created });
    });
  // The wizard writes the fields in another order than the device stores them in.
  const { isFragile, ...others } = deliveryRequest();
  const typed: Intent = { kind: 'createDeliveryRequest', body: { isFragile, ...others } };
  const first = submitDeliveryRequest('key-twice', typed);
  await waitFor(() => expect(api.callsOf('createDeliveryRequest')).toHaveLength(1));
  const second = submitDeliveryRequest('key-twice', typed);
  await waitFor(async () => expect(await readEntry('key-twice')).toHaveProperty('submittedAt'));
  respond();
  expect(await Promise.all([first, second])).toMatchObject([{ kind: 'created' }, { kind: 'created' }]);
  expect(api.calls.filter(({ key }) => key === 'key-twice')).toHaveLength(1);
});

test('A customer who logs out while a request is being sent is not led to its payment (SES-04)', async () => {
  let respond = (): void => undefined;
  api.script.createDeliveryRequest = () =>
    new Promise((resolve) => {
      respond = () => resolve({ status: 201, body: { ...created, checkoutUrl: 'https://pay.example/1' } });
    });
  const outcome = submitDeliveryRequest('key-late', create);
  await waitFor(() => expect(api.callsOf('createDeliveryRequest')).toHaveLength(1));
  await expireSession();
  respond();
  expect(await outcome).toEqual({ kind: 'needsLogin' });
  expect(await readEntry('key-late')).toMatchObject({ state: 'sent', owner: AOIFE.email });
});

describe('A device whose storage fails', () => {
  test('sends the request directly, with its key (REL-27)', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const outcome = await submitDeliveryRequest('key-full', {
      kind: 'createDeliveryRequest',
      body: deliveryRequest(),
    });
    full.mockRestore();
    expect(outcome).toMatchObject({ kind: 'created', delivery: { id: 7 } });
    expect(api.callsOf('createDeliveryRequest')).toMatchObject([{ key: 'key-full' }]);
    expect(await get('key-full', onDisk)).toBeUndefined();
    await deleteEntry('key-full');
    expect(warn).toHaveBeenCalledWith('The request could not be saved on this device', expect.anything());
  });

  test('keeps the app running and opens the database again after a minute (REL-07)', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const broken = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
      throw new DOMException('no database', 'InvalidStateError');
    });
    const timeout = vi.spyOn(globalThis, 'setTimeout');
    await drainNow();
    expect(timeout.mock.calls.map(([, ms]) => ms)).toContain(60_000);
    timeout.mockRestore();
    await refreshOutboxStore();
    broken.mockRestore();
    expect(warn).toHaveBeenCalledWith('The outbox could not be read', expect.anything());
    await enqueue('key-1', AOIFE.email, create);
    await drainNow();
    await isSent('key-1');
  });
});

describe('Requests that wait for a session (REL-04)', () => {
  const park = async (id: string, owner: string) => {
    await enqueue(id, owner, create);
    await updateEntry(id, (entry) => ({ ...entry, state: 'needsLogin' }));
  };

  test('are sent only by a login of their own account', async () => {
    resetAs(null);
    await park('hers', AOIFE.email);
    await park('his', BRIAN);
    fakeApi({
      createDeliveryRequest: () => ({ status: 201, body: created }),
      listAddresses: () => ({ body: [] }),
    });
    startSession(AOIFE);
    await isSent('hers');
    expect(await readEntry('his')).toMatchObject({ state: 'needsLogin', sendOutcome: 'notSent' });
  });

  test('are shown only to their own account, and those of guests to everybody', async () => {
    await park('his', BRIAN);
    await park('hers', AOIFE.email);
    await enqueue('of a guest', null, create);
    await refreshOutboxStore();
    expect(
      useOutbox
        .getState()
        .entries.map(({ id }) => id)
        .toSorted(),
    ).toEqual(['hers', 'of a guest']);
  });
});

describe('A waiting request that is edited (REL-01)', () => {
  async function waiting(): Promise<PendingEntry> {
    await useDrafts.persist.rehydrate();
    const entry = await enqueue('the-key-of-it', AOIFE.email, create);
    if (!isPending(entry)) throw new Error('It was sent');
    return entry;
  }

  test('keeps its key', async () => {
    await reopenAsDraft(await waiting());
    expect(useDrafts.getState().currentId).toBe('the-key-of-it');
    expect(await readEntry('the-key-of-it')).toBeUndefined();
  });

  test('opens with what was typed since it was rejected (WIZ-32)', async () => {
    const { createDraft, updateFields } = useDrafts.getState();
    createDraft({ id: 'the-key-of-it', owner: AOIFE.email, fields: DEFAULT_FIELDS, step: 'summery' });
    const entry = await waiting();
    updateFields('the-key-of-it', { instructions: 'Ring at Number 14' });
    await reopenAsDraft(entry);
    expect(useDrafts.getState().drafts.find(({ id }) => id === 'the-key-of-it')?.fields.instructions).toBe(
      'Ring at Number 14',
    );
    expect(useDrafts.getState().currentId).toBe('the-key-of-it');
  });

  test('is stored as a draft before it leaves the queue', async () => {
    const deleteSpy = vi.spyOn(IDBObjectStore.prototype, 'delete');
    let draftsAtDelete: Promise<unknown> = Promise.resolve();
    deleteSpy.mockImplementationOnce(function (this: IDBObjectStore, key) {
      draftsAtDelete = get('drafts', createStore('send-stores', 'slices'));
      deleteSpy.mockRestore();
      return this.delete(key);
    });
    await reopenAsDraft(await waiting());
    expect(JSON.stringify(await draftsAtDelete)).toContain('the-key-of-it');
  });

  test('is resolved first if it may have arrived', async () => {
    const entry = await waiting();
    await updateEntry('the-key-of-it', () => ({
      ...newEntry('the-key-of-it', AOIFE.email, create, 1),
      sendOutcome: 'unknown',
    }));
    await reopenAsDraft(entry);
    expect(await readEntry('the-key-of-it')).toMatchObject({ state: 'queued', sendOutcome: 'unknown' });
    // The user is told that speed and priority stay as they were.
    expect(useAlerts.getState().list.at(-1)).toMatchObject({
      title: 'This request may have arrived already',
      message: 'Its speed and priority will stay as they were.',
    });
  });

  test('stays in the queue when the device cannot store the draft (REL-07)', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const entry = await waiting();
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await reopenAsDraft(entry);
    full.mockRestore();
    expect(await readEntry('the-key-of-it')).toMatchObject({ state: 'queued', sendOutcome: 'notSent' });
  });
});
