/// <reference lib="webworker" />

import { requestHealth } from '../src/api/health.ts';
import { configureClient } from '../src/api/send-call.ts';
import { DEFAULT_CONFIG } from '../src/contract/default-config.ts';
import { isAwaitingPayment } from '../src/contract/rules.ts';
import { readConfigCopy, readSessionCopy, sendQueuedLogOuts } from '../src/device/worker-copies.ts';
import { SYNC_TAG } from '../src/outbox/channel.ts';
import { drain } from '../src/outbox/drain.ts';
import { readEntries } from '../src/outbox/queue.ts';
import { renewPush } from '../src/push/renew-push.ts';
import { updateBadge } from './push.ts';
import { abortUnneededReads } from './request-timeout.ts';

declare const self: ServiceWorkerGlobalScope;

type SyncEvent = ExtendableEvent & { readonly tag: string };

/** Sends waiting requests when the browser reports that the network is back, whether a page is open or not. */
export function drainOnSync(): void {
  configureClient({
    baseUrls: async () => (await readConfigCopy()) ?? DEFAULT_CONFIG,
    session: readSessionCopy,
  });
  // TypeScript's worker library does not know Background Sync yet.
  self.addEventListener('sync', ((event: SyncEvent) => {
    if (event.tag === SYNC_TAG) event.waitUntil(sendInWorker());
  }) as EventListener);
}

/** Each task runs, whatever the result of the other is. */
async function sendInWorker(): Promise<void> {
  const results = await Promise.allSettled([drainInWorker(), sendLogOutsInWorker(), renewPushInWorker()]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

async function sendLogOutsInWorker(): Promise<void> {
  if ((await sendQueuedLogOuts()) > 0) throw new Error('Some log-outs still wait to be sent');
}

async function renewPushInWorker(): Promise<void> {
  if ((await renewPush(self.registration.pushManager)) === 'pending') {
    throw new Error('The renewed push subscription has not been sent yet');
  }
}

async function drainInWorker(): Promise<void> {
  await abortUnneededReads(self.clients);
  const before = new Set((await readEntries()).filter(({ state }) => state === 'sent').map(({ id }) => id));
  const { nextDueMs } = await drain({
    account: async () => (await readSessionCopy())?.account,
    supportsIdempotency: async () => ((await readConfigCopy()) ?? DEFAULT_CONFIG).idempotency,
    // The report of the browser that the network is back is only a hint.
    isReachable: async () => {
      const config = await readConfigCopy();
      return (await requestHealth(config && [config.apiBase, config.hookBase])) === 'reachable';
    },
  });
  await notifySent(before);
  // If the promise rejects, the browser fires another sync event.
  if (nextDueMs !== undefined) throw new Error('Some requests still wait to be sent');
}

/** Shows a notification about requests that were sent while no page was visible, if the user has allowed it. */
async function notifySent(before: Set<string>): Promise<void> {
  if (Notification.permission !== 'granted') return;
  const pages = await self.clients.matchAll({ type: 'window' });
  if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
  const { account } = (await readSessionCopy()) ?? {};
  for (const entry of await readEntries()) {
    if (entry.state !== 'sent' || before.has(entry.id)) continue;
    if (entry.owner !== null && entry.owner !== account) continue;
    const isCustomers = entry.kind === 'customer';
    const isDue = isCustomers && isAwaitingPayment(entry.response) && !entry.response.unclearPlaces?.length;
    await self.registration.showNotification(isDue ? 'Ready to pay' : 'Your request has been sent', {
      body: isDue ? 'Your request has been sent. Pay to have it accepted.' : 'We have received it.',
      tag: entry.id,
      data: { url: isCustomers ? `/deliveries/${entry.response.id}` : '/' },
    });
  }
}

export function openOnNotificationClick(): void {
  self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { url } = event.notification.data ?? {};
    if (typeof url === 'string') event.waitUntil(openOrFocus(new URL(url, self.location.origin).href));
    event.waitUntil(updateBadge());
  });
}

async function openOrFocus(url: string): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (page === undefined) {
    await self.clients.openWindow(url);
    return;
  }
  await page.focus();
  await page.navigate(url);
}
