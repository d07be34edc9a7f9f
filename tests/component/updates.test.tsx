import { waitFor } from '@testing-library/react';
import { createStore, get } from 'idb-keyval';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { configureClient } from '../../src/api/send-call.ts';
import { DEFAULT_FIELDS } from '../../src/domain/draft-defaults.ts';
import { registerWorker } from '../../src/pwa/register.ts';
import { useUpdate } from '../../src/pwa/update.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { submitDeliveryRequest } from '../../src/use-cases/deliveries/submit-delivery-request.ts';
import { deliveryRequest } from '../offline/fake-server.ts';
import { AOIFE, resetAs } from '../support/account-fixtures.ts';
import { fakeApi } from '../support/fake-api.ts';
import '../support/fake-indexeddb.ts';
import '../support/web-locks.ts';

const worker = vi.hoisted(() => ({
  listeners: new Map<string, () => void>(),
  messageSkipWaiting: vi.fn(),
  /** What the browser says about the worker when the page registers it. */
  registration: {} as { waiting?: object; active?: object | null },
  /** Happens while the page registers the worker, which takes as long as the page loads. */
  duringRegistration: () => {},
}));
vi.mock('workbox-window', () => ({
  Workbox: class {
    addEventListener = (type: string, listener: () => void) => worker.listeners.set(type, listener);
    messageSkipWaiting = worker.messageSkipWaiting;
    register = async () => {
      worker.duringRegistration();
      const { registration } = worker;
      return registration instanceof EventTarget
        ? registration
        : Object.assign(new EventTarget(), registration);
    };
    update = async () => undefined;
  },
}));

class FakeContainer extends EventTarget {
  controller: object | null = null;
  register = vi.fn(async () => worker.registration);
}
let container: FakeContainer;

const fireWaiting = () => worker.listeners.get('waiting')?.();
/** A newer worker takes control of the page. */
function takeControl(): void {
  container.controller = { postMessage: () => undefined };
  worker.registration = { active: container.controller };
  container.dispatchEvent(new Event('controllerchange'));
}
let reload: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  resetAs(AOIFE);
  sessionStorage.clear();
  worker.listeners.clear();
  worker.messageSkipWaiting.mockReset();
  worker.duringRegistration = () => {};
  useUpdate.setState({ isOffered: false, isApplying: false });
  reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  delete window.openingWorker;
});

/** Simulates a page that a service worker controls, or the first visit. */
async function start(controller: object | null, registration: object = {}): Promise<void> {
  vi.stubEnv('DEV', false);
  vi.stubGlobal('setInterval', () => 0);
  container = new FakeContainer();
  container.controller =
    controller && Object.assign(controller, { postMessage: () => undefined, ...controller });
  worker.registration = Object.assign(registration, { active: controller });
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: container });
  await registerWorker();
}

describe('A worker that could not be installed (REL-28)', () => {
  /** The browser has begun an installation, which fails. */
  function failInstallation(registration: EventTarget): void {
    const installing = Object.assign(new EventTarget(), { state: 'redundant' });
    Object.assign(registration, { installing });
    registration.dispatchEvent(new Event('updatefound'));
    installing.dispatchEvent(new Event('statechange'));
  }

  test('is installed again with backoff on the first visit', async () => {
    const registration = Object.assign(new EventTarget(), { active: null });
    await start(null, registration);
    worker.registration = registration;
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    failInstallation(registration);
    await vi.advanceTimersByTimeAsync(4000);
    expect(container.register).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(container.register).toHaveBeenCalledOnce();
    failInstallation(registration);
    await vi.advanceTimersByTimeAsync(14_000);
    expect(container.register).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1000);
    expect(container.register).toHaveBeenCalledTimes(2);
  });

  test('is fetched again with backoff as an update', async () => {
    const update = vi.fn(async () => undefined);
    const registration = Object.assign(new EventTarget(), { update });
    await start({}, registration);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    failInstallation(registration);
    await vi.advanceTimersByTimeAsync(5000);
    expect(update).toHaveBeenCalledOnce();
    expect(container.register).not.toHaveBeenCalled();
  });

  test('is asked at each start to fetch what is missing, until all is there (REL-29)', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const results = [false, true];
    const postMessage = vi.fn((message: object, [port]: MessagePort[] = []) => {
      expect(message).toEqual({ type: 'RESTORE_FILES' });
      port?.postMessage(results.shift());
    });
    await start({ postMessage });
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1), 10_000);
    expect(postMessage).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(5000);
    await vi.waitFor(() => expect(results).toEqual([]), 10_000);
    expect(postMessage).toHaveBeenCalledTimes(2);
  });
});

describe('A new version (REL-19)', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
  });

  test('waits until the user accepts it, and then reloads once', async () => {
    await start({});
    fireWaiting();
    expect(useUpdate.getState().isOffered).toBe(true);
    expect(worker.messageSkipWaiting).not.toHaveBeenCalled();
    await useUpdate.getState().apply();
    expect(worker.messageSkipWaiting).toHaveBeenCalledOnce();
    expect(reload).not.toHaveBeenCalled();
    takeControl();
    takeControl();
    expect(reload).toHaveBeenCalledOnce();
  });

  test('reloads the page if the old worker does not end, and asks again only after three reloads', async () => {
    await start({});
    fireWaiting();
    await useUpdate.getState().apply();
    for (const reloads of [1, 2, 3]) {
      expect(worker.messageSkipWaiting).toHaveBeenCalledTimes(reloads);
      vi.advanceTimersByTime(4000);
      expect(reload).toHaveBeenCalledTimes(reloads);
      vi.clearAllTimers();
      useUpdate.setState({ isOffered: false, isApplying: false });
      await start({}, { waiting: {} });
      fireWaiting();
      expect(useUpdate.getState().isOffered).toBe(reloads === 3);
    }
  });

  test('is applied although the user or a missing file reloads the page first', async () => {
    await start({});
    fireWaiting();
    await useUpdate.getState().apply();
    vi.clearAllTimers();

    useUpdate.setState({ isOffered: false, isApplying: false });
    await start({}, { waiting: {} });
    fireWaiting();
    expect(useUpdate.getState().isOffered).toBe(false);
    expect(worker.messageSkipWaiting).toHaveBeenCalledTimes(2);
    takeControl();
    expect(reload).toHaveBeenCalledOnce();

    await start({});
    fireWaiting();
    expect(useUpdate.getState().isOffered).toBe(true);
  });

  test('is offered again if the user stays on the page because of something unsaved', async () => {
    await start({ postMessage: () => undefined });
    fireWaiting();
    await useUpdate.getState().apply();
    takeControl();
    expect(reload).toHaveBeenCalledOnce();
    expect(useUpdate.getState().isApplying).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(reload).toHaveBeenCalledOnce();
    expect(useUpdate.getState()).toMatchObject({ isOffered: true, isApplying: false });
    await useUpdate.getState().apply();
    expect(reload).toHaveBeenCalledTimes(2);
  });

  test('is applied once if it takes control while the page that has accepted it still loads', async () => {
    sessionStorage.setItem('update-reloads', '2');
    worker.duringRegistration = takeControl;
    await start({});
    expect(reload).toHaveBeenCalledOnce();
    expect(useUpdate.getState().isOffered).toBe(false);
  });

  test('is applied once if it took control before the code of the page that has accepted it ran', async () => {
    sessionStorage.setItem('update-reloads', '2');
    window.openingWorker = {} as ServiceWorker;
    await start({});
    expect(reload).toHaveBeenCalledOnce();
  });

  test('is applied if the browser names it as active a moment before it takes control', async () => {
    sessionStorage.setItem('update-reloads', '2');
    worker.duringRegistration = () => {
      worker.registration = { active: {} };
    };
    await start({});
    expect(reload).not.toHaveBeenCalled();
    takeControl();
    expect(reload).toHaveBeenCalledOnce();
  });

  test('is offered if it takes control while a page of the old version loads in another tab', async () => {
    worker.duringRegistration = takeControl;
    await start({});
    expect(reload).not.toHaveBeenCalled();
    expect(useUpdate.getState().isOffered).toBe(true);
  });

  test('is shown by one more reload, because the old worker may have served the page of the first one', async () => {
    sessionStorage.setItem('update-reloads', '2');
    await start({});
    expect(reload).toHaveBeenCalledOnce();
    await start({});
    expect(reload).toHaveBeenCalledOnce();
  });

  test('is shown by one more reload, although the old worker had taken three reloads to end', async () => {
    await start({});
    fireWaiting();
    await useUpdate.getState().apply();
    for (const _ of [1, 2]) {
      vi.advanceTimersByTime(4000);
      vi.clearAllTimers();
      await start({}, { waiting: {} });
      fireWaiting();
    }
    vi.advanceTimersByTime(4000);
    vi.clearAllTimers();
    expect(reload).toHaveBeenCalledTimes(3);
    await start({});
    expect(reload).toHaveBeenCalledTimes(4);
    await start({});
    expect(reload).toHaveBeenCalledTimes(4);
  });

  test('is offered if the accepted one before it served the page', async () => {
    sessionStorage.setItem('update-reloads', '2');
    await start({});
    reload.mockClear();
    await start({});
    fireWaiting();
    expect(worker.messageSkipWaiting).not.toHaveBeenCalled();
    expect(useUpdate.getState().isOffered).toBe(true);
    takeControl();
    expect(reload).not.toHaveBeenCalled();
  });

  test('accepted in another tab does not reload this tab', async () => {
    await start({});
    takeControl();
    expect(reload).not.toHaveBeenCalled();
    expect(useUpdate.getState().isOffered).toBe(true);
  });

  test('is not offered on the first visit', async () => {
    await start(null);
    takeControl();
    expect(reload).not.toHaveBeenCalled();
    expect(useUpdate.getState().isOffered).toBe(false);
  });

  test('is applied after the draft is on disk (WIZ-32)', async () => {
    await useDrafts.persist.rehydrate();
    const id = useDrafts
      .getState()
      .createDraft({ owner: AOIFE.email, fields: DEFAULT_FIELDS, step: 'locations' });
    let storedAtReload: Promise<unknown> = Promise.resolve();
    useUpdate.getState().offer(() => {
      storedAtReload = get('drafts', createStore('send-stores', 'slices'));
    });
    await useUpdate.getState().apply();
    expect(JSON.stringify(await storedAtReload)).toContain(id);
  });

  test('is applied after a running submission has finished', async () => {
    vi.useRealTimers();
    let response = (_: { status: number; body: unknown }) => {};
    fakeApi({
      createDeliveryRequest: () =>
        new Promise((resolve) => {
          response = resolve;
        }),
    });
    configureClient({
      baseUrls: () => ({ apiBase: 'http://send.test/api', hookBase: 'http://send.test/hook' }),
      session: () => ({ token: AOIFE.jwtToken, account: AOIFE.email }),
    });
    const events: string[] = [];
    const nothing = response;
    const submitting = submitDeliveryRequest('key-1', {
      kind: 'createDeliveryRequest',
      body: deliveryRequest(),
    }).then(() => events.push('sent'));
    await waitFor(() => expect(response).not.toBe(nothing));
    useUpdate.getState().offer(() => events.push('applied'));
    const applying = useUpdate.getState().apply();
    await Promise.resolve();
    response({ status: 400, body: {} });
    await Promise.all([submitting, applying]);
    expect(events).toEqual(['sent', 'applied']);
  });
});
