import '../support/fake-indexeddb.ts';
import '../support/web-locks.ts';
import { clear, createStore } from 'idb-keyval';
import { vi } from 'vitest';
import { saveConfigCopy, saveSessionCopy } from '../../src/device/worker-copies.ts';
import { SYNC_TAG } from '../../src/outbox/channel.ts';
import type { Intent } from '../../src/outbox/entry.ts';
import { deliveryRequest } from '../offline/fake-server.ts';
import type { AOIFE } from '../support/account-fixtures.ts';
import { runInWorker } from '../support/service-worker.ts';

const request = deliveryRequest();
export const asCustomer: Intent = { kind: 'createDeliveryRequest', body: request };
export const asGuest: Intent = {
  kind: 'submitGuestRequest',
  request,
  body: { firstName: 'Nuala', lastName: 'Byrne', phone: '', email: '', pickup: 'A', dropoff: 'B', note: '' },
};

export const html = (status: number) => () =>
  new Response('<html><h1>Not ours</h1></html>', { status, headers: { 'content-type': 'text/html' } });
export const reject = (): never => {
  throw new TypeError('Failed to fetch');
};

/** The network and the server of a test. Each field defines the response to one kind of request. */
export class FakeNetwork {
  creates = 0;
  readonly createdKeys: (string | null)[] = [];
  /** The response to a create instead of the server's. */
  create: (() => Response | Promise<Response>) | undefined;
  /** The response to every other call. */
  read: () => Response | Promise<Response> = () => Response.json([]);
  health: () => Response | Promise<Response> = () => Response.json({ status: 'ok' });
  /** The response to every request of any kind. It takes precedence over the other fields. */
  everything: (() => Response | Promise<Response>) | undefined;

  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const received = new Request(
      input instanceof Request ? input : new URL(String(input), location.origin),
      init,
    );
    const aborted = new Promise<never>((_, fail) => {
      received.signal.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')));
    });
    aborted.catch(() => undefined);
    return Promise.race([aborted, this.respond(received)]);
  };

  private async respond(received: Request): Promise<Response> {
    const { pathname } = new URL(received.url);
    const isCreate = received.method === 'POST' && /orderrequests$|^\/hook\//.test(pathname);
    if (isCreate) this.creates += 1;
    if (this.everything) return this.everything();
    if (pathname === '/healthz') return this.health();
    if (!isCreate) return this.read();
    if (this.create) return this.create();
    this.createdKeys.push(received.headers.get('idempotency-key'));
    const created = '2026-11-01T10:00:00.000Z';
    const delivery = { ...request, id: this.createdKeys.length, created, status: 0, estimatedPrice: 18.4 };
    return Response.json(pathname.startsWith('/hook') ? { id: delivery.id } : delivery, { status: 201 });
  }
}

const closers: (() => void)[] = [];

/** Ends every tab and worker of the test, whose listeners would otherwise run on like open tabs. */
export function closeTabs(): void {
  for (const close of closers.splice(0)) close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

function watchListeners(target: Window | Document): void {
  const add = target.addEventListener.bind(target);
  vi.spyOn(target, 'addEventListener').mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject) => {
      add(type, listener);
      closers.push(() => target.removeEventListener(type, listener));
    },
  );
}

function watchChannels(): void {
  const Channel = BroadcastChannel;
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Channel {
      constructor(name: string) {
        super(name);
        closers.push(() => this.close());
      }
    },
  );
}

/**
 * Starts the whole client once more on the same device, as another tab does.
 * @param beforeServices what a user does before the services have started
 */
export async function openTab(beforeServices: () => Promise<unknown> = async () => undefined) {
  vi.resetModules();
  // A page loads these with its other files, before anyone can act.
  await Promise.all([import('../../src/api/send-call.ts'), import('../../src/stores/persisted-schemas.ts')]);
  const { startApp: prepare } = await import('../../src/startup/boot.ts');
  const { startOutbox } = await import('../../src/use-cases/outbox/outbox.ts');
  const { watchConnectivity } = await import('../../src/pwa/connectivity.ts');
  prepare();
  await beforeServices();
  startOutbox();
  watchConnectivity();
  const [{ useApp }, { useOutbox }, { useAlerts }] = await Promise.all([
    import('../../src/stores/app.ts'),
    import('../../src/stores/outbox.ts'),
    import('../../src/stores/alerts.ts'),
  ]);
  const { call, abortUserWait: stopWaiting } = await import('../../src/api/client.ts');
  const { submitDeliveryRequest } = await import('../../src/use-cases/deliveries/submit-delivery-request.ts');
  return { useApp, useOutbox, useAlerts, call, stopWaiting, submitDeliveryRequest };
}

/** Starts the service worker's side of the outbox. A browser may wake it at any time. */
export async function startWorker(): Promise<void> {
  vi.resetModules();
  vi.stubGlobal('Notification', { permission: 'denied' });
  await runInWorker('sync', 'drainOnSync');
}

export function wakeWorker(): void {
  const waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined);
  window.dispatchEvent(Object.assign(new Event('sync'), { tag: SYNC_TAG, waitUntil }));
}

/** Sets what the browser reports about the network, and dispatches its event. */
export function claimOnLine(isOnLine: boolean): void {
  Object.defineProperty(navigator, 'onLine', { value: isOnLine, configurable: true });
  window.dispatchEvent(new Event(isOnLine ? 'online' : 'offline'));
}

/** Runs work that needs no time. The fake database uses turns of the real event loop. */
export async function turns(count = 12): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Advances the fake clock in steps of half a second. */
export async function elapse(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await vi.advanceTimersByTimeAsync(500);
    await turns();
  }
}

export async function freshDevice(account: typeof AOIFE | null): Promise<FakeNetwork> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] });
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  watchListeners(window);
  watchListeners(document);
  watchChannels();
  const network = new FakeNetwork();
  vi.stubGlobal('fetch', network.fetch);
  Object.defineProperty(navigator, 'onLine', { value: true, configurable: true });
  await clear(createStore('send-outbox', 'entries'));
  if (account === null) localStorage.removeItem('user');
  else localStorage.setItem('user', JSON.stringify(account));
  await saveSessionCopy(account ? { token: account.jwtToken, account: account.email } : undefined);
  await saveConfigCopy({
    apiBase: `${location.origin}/api`,
    hookBase: `${location.origin}/hook`,
    idempotency: { api: true, hook: true },
  });
  return network;
}
