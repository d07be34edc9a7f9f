/// <reference lib="webworker" />

import { SYNC_TAG } from '../src/outbox/channel.ts';
import { renewPush } from '../src/outbox/renew-push.ts';

declare const self: ServiceWorkerGlobalScope;

/** TypeScript's worker library does not know this event yet. Firefox states no subscription in it. */
type SubscriptionChangeEvent = ExtendableEvent & { readonly newSubscription?: PushSubscription | null };
type SyncManager = { register: (tag: string) => Promise<void> };

/** The browser has renewed or ended its push subscription: the server gets the new one. (PRD-85) */
export function sendRenewedSubscription(): void {
  self.addEventListener('pushsubscriptionchange', ((event: SubscriptionChangeEvent) => {
    event.waitUntil(sendOrRetry(event.newSubscription));
  }) as EventListener);
}

/** Without a connection a sync event tries again, or else the next start of the app. */
async function sendOrRetry(renewed: PushSubscription | null | undefined): Promise<void> {
  if ((await renewPush(self.registration.pushManager, renewed)) !== 'waiting') return;
  if (supportsBackgroundSync(self.registration)) await self.registration.sync.register(SYNC_TAG);
}

function supportsBackgroundSync(
  registration: ServiceWorkerRegistration,
): registration is ServiceWorkerRegistration & { sync: SyncManager } {
  return 'sync' in registration;
}
