import { abortAllReads } from './request-timeout.ts';

/**
 * A new version waits until the page activates it, because replacing files under an open page would break it. The very
 * first version takes control of the page that installed it, so that its reads are cached from the first visit on.
 */
export function activateOnRequest(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('message', ({ data }) => {
    if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
    // A worker is replaced only when its reads have ended, and one that hangs takes a minute.
    if (data?.type === 'PREPARE_TO_END') abortAllReads();
  });
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
}
