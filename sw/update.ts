/**
 * A new version waits until the page says so: swapping files under an open page would break it. The very first
 * one takes over the page that installed it, so that its reads are kept from the first visit on.
 */
export function activateOnRequest(self: ServiceWorkerGlobalScope): void {
  self.addEventListener('message', ({ data }) => {
    if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
  });
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
}
