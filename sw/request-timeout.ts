/// <reference lib="webworker" />
import { READ_TIMEOUT_MS } from '../src/api/timing.ts';

type Read = {
  /** Its signal ends the request. */
  controller: AbortController;
  timer: ReturnType<typeof setTimeout>;
  /** The page that sent the request. */
  clientId: string;
  /** The page got a cached response, and the request continues only to update the cache. */
  isAnswered: boolean;
  /** The response has begun, and its body may still be on its way to the page or to the cache. */
  hasResponse: boolean;
};

const runningReads = new Set<Read>();

/**
 * A read is never aborted because it is slow: its response is cached for the next time. It ends after a minute without
 * a response, or when {@link freeConnectionsForSubmits} needs its connection. Every request of the worker is such a
 * read, because one that {@link activateOnRequest} cannot end would keep a newer version from taking over.
 */
export function startRead({ request, clientId }: Pick<FetchEvent, 'request' | 'clientId'>): Read {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), READ_TIMEOUT_MS);
  const read: Read = { controller, timer, clientId, isAnswered: false, hasResponse: false };
  runningReads.add(read);
  // The page may need the connection of a read for something else, and aborts the read.
  request.signal.addEventListener('abort', () => controller.abort());
  controller.signal.addEventListener('abort', () => runningReads.delete(read));
  return read;
}

/** The body may take as long as it needs, unless the page no longer waits for it. */
export function noteResponse(read: Read): void {
  read.hasResponse = true;
  if (!read.isAnswered) clearTimeout(read.timer);
}

/** The response is complete, or the request has failed. */
export function endRead(read: Read): void {
  clearTimeout(read.timer);
  runningReads.delete(read);
}

/**
 * Aborts the reads that no one waits for any more: those with a response from the cache, and those of pages that are
 * gone. A submit would wait behind them, because a browser sends at most six requests at once to a server without
 * HTTP/2.
 */
export async function abortUnneededReads(clients: Clients): Promise<void> {
  for (const read of [...runningReads]) {
    if (read.hasResponse) continue;
    if (read.isAnswered || !(await clients.get(read.clientId))) abort(read);
  }
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

/**
 * A new version waits until the page activates it, because replacing files under an open page would break it. The very
 * first version takes control of the page that installed it, so that its reads are cached from the first visit on.
 */
export function activateOnRequest(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('message', ({ data }) => {
    if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
    // A worker is replaced only when its reads have ended, and one that hangs takes a minute.
    if (data?.type === 'PREPARE_TO_END') for (const read of [...runningReads]) abort(read);
  });
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
}
