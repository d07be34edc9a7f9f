/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core';
import { READ_TIMEOUT_MS, READS_BESIDE_SUBMIT } from '../src/contract/constants.ts';

type Read = { controller: AbortController; timer: ReturnType<typeof setTimeout> };

const reads = new WeakMap<object, Read>();
/** Reads that were answered from the cache while their request still runs, oldest first. */
const answeredReads = new Set<Read>();

/**
 * A read is never aborted because it is slow: its response is cached for the next time. It ends after a minute, or
 * when {@link abortAnsweredReads} needs its connection.
 */
export const limitReads: WorkboxPlugin = {
  requestWillFetch: async ({ request, state }) => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), READ_TIMEOUT_MS);
    if (state) reads.set(state, { controller, timer });
    // The page may need the connection of a read for something else, and aborts the read.
    request.signal.addEventListener('abort', () => controller.abort());
    return new Request(request, { signal: controller.signal });
  },
  cachedResponseWillBeUsed: async ({ cachedResponse, state }) => {
    const read = state && reads.get(state);
    if (cachedResponse && read) answeredReads.add(read);
    return cachedResponse ?? null;
  },
  handlerDidComplete: async ({ state }) => {
    const read = state && reads.get(state);
    if (!read) return;
    clearTimeout(read.timer);
    answeredReads.delete(read);
  },
};

/**
 * Aborts reads that no page waits for any more, so that a submit does not wait behind them: a browser sends at most six
 * requests at once to a server without HTTP/2.
 */
export function abortAnsweredReads(): void {
  for (const read of [...answeredReads]) {
    if (answeredReads.size <= READS_BESIDE_SUBMIT) return;
    answeredReads.delete(read);
    clearTimeout(read.timer);
    read.controller.abort();
  }
}

/** Calls {@link abortAnsweredReads} for each request of a page that sends something. */
export function freeConnectionsForSubmits(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('fetch', ({ request }) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') abortAnsweredReads();
  });
}
