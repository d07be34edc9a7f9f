/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core';
import { READ_TIMEOUT_MS } from '../src/contract/constants.ts';

type Read = {
  controller: AbortController;
  timer: ReturnType<typeof setTimeout>;
  /** The page that sent the request. */
  clientId: string;
  /** The page got a cached response, and the request continues only to update the cache. */
  isAnswered: boolean;
  /** The response has begun, and its body may still be on its way to the page or to the cache. */
  hasResponse: boolean;
};

const readsByState = new WeakMap<object, Read>();
const runningReads = new Set<Read>();

/**
 * A read is never aborted because it is slow: its response is cached for the next time. It ends after a minute without
 * a response, or when {@link freeConnectionsForSubmits} needs its connection. Every strategy of the worker has this
 * plug-in, because a read that {@link abortAllReads} cannot end would keep a newer version from taking over.
 */
export const limitReads: WorkboxPlugin = {
  requestWillFetch: async ({ request, event, state }) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), READ_TIMEOUT_MS);
    const clientId = 'clientId' in event && typeof event.clientId === 'string' ? event.clientId : '';
    const read: Read = { controller, timer, clientId, isAnswered: false, hasResponse: false };
    if (state) readsByState.set(state, read);
    runningReads.add(read);
    // The page may need the connection of a read for something else, and aborts the read.
    request.signal.addEventListener('abort', () => controller.abort());
    controller.signal.addEventListener('abort', () => runningReads.delete(read));
    return new Request(request, { signal: controller.signal });
  },
  cachedResponseWillBeUsed: async ({ cachedResponse, state }) => {
    const read = state && readsByState.get(state);
    if (cachedResponse && read) read.isAnswered = true;
    return cachedResponse ?? null;
  },
  fetchDidSucceed: async ({ response, state }) => {
    const read = state && readsByState.get(state);
    if (!read) return response;
    read.hasResponse = true;
    // Workbox completes with the cached response while the request still runs. The timer then ends the read.
    if (!read.isAnswered) clearTimeout(read.timer);
    return response;
  },
  fetchDidFail: async ({ state }) => endRead(state),
  handlerDidComplete: async ({ state }) => {
    if (state && readsByState.get(state)?.hasResponse) endRead(state);
  },
};

function endRead(state: object | undefined): void {
  const read = state && readsByState.get(state);
  if (!read) return;
  clearTimeout(read.timer);
  runningReads.delete(read);
}

/**
 * Aborts the reads that nobody waits for any more: those with a response from the cache, and those of pages that are
 * gone. A submit would wait behind them, because a browser sends at most six requests at once to a server without
 * HTTP/2.
 */
export async function abortUnneededReads(clients: Clients): Promise<void> {
  for (const read of [...runningReads]) {
    if (read.hasResponse) continue;
    if (read.isAnswered || !(await clients.get(read.clientId))) abort(read);
  }
}

export function abortAllReads(): void {
  for (const read of [...runningReads]) abort(read);
}

function abort({ controller, timer }: Read): void {
  clearTimeout(timer);
  controller.abort();
}

/** Calls {@link abortUnneededReads} for each request of a page that sends something. */
export function freeConnectionsForSubmits(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('fetch', (event) => {
    const { method } = event.request;
    if (method !== 'GET' && method !== 'HEAD') event.waitUntil(abortUnneededReads(scope.clients));
  });
}
