/// <reference lib="webworker" />

import { registerSync } from '../src/outbox/background-sync.ts';
import { renewPush } from '../src/push/renew-push.ts';

declare const self: ServiceWorkerGlobalScope;

/** Sends a push subscription that the browser has renewed or ended to the server. (PRD-85) */
export function sendRenewedSubscription(): void {
  self.addEventListener('pushsubscriptionchange', (event) => {
    event.waitUntil(sendOrRetry(event.newSubscription));
  });
}

/** Without a connection, the next sync event or start of the app tries again. Firefox passes no subscription. */
async function sendOrRetry(renewed: PushSubscription | null): Promise<void> {
  const outcome = await renewPush(self.registration.pushManager, renewed);
  if (outcome === 'pending') await registerSync(self.registration);
}
