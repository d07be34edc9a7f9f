/// <reference lib="webworker" />
import type { WorkboxPlugin } from 'workbox-core';
import { STALLED_READ_TIMEOUT_MS } from '../src/contract/constants.ts';

const controllers = new WeakMap<object, AbortController>();

/**
 * Once a read was answered from what is kept, nobody waits for the network, and if it hangs it is given up. A browser
 * sends no more than six requests at once to a server without HTTP/2: what waits to be sent would wait behind them.
 */
export const abortStalledReads: WorkboxPlugin = {
  requestWillFetch: async ({ request, state }) => {
    const controller = new AbortController();
    if (state) controllers.set(state, controller);
    // A page that gives its read up needs the connection for something else.
    request.signal.addEventListener('abort', () => controller.abort());
    return new Request(request, { signal: controller.signal });
  },
  cachedResponseWillBeUsed: async ({ cachedResponse, state }) => {
    const controller = state && controllers.get(state);
    // A late answer is still worth keeping for the next time, but not worth a connection for ever.
    if (cachedResponse && controller) setTimeout(() => controller.abort(), STALLED_READ_TIMEOUT_MS);
    return cachedResponse ?? null;
  },
};
