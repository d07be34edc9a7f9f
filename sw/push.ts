/// <reference lib="webworker" />

import * as v from 'valibot';
import { PushMessage } from '../src/contract/push.ts';
import { describePush } from '../src/contract/push-text.ts';
import { readOr } from '../src/device/or-warn.ts';
import { readSessionCopy } from '../src/device/worker-copies.ts';
import { registerSync } from '../src/outbox/background-sync.ts';
import { renewPush } from '../src/push/renew-push.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Shows the status that a push message contains. Browsers demand a notification for every message, so one that cannot
 * be read, and one for a customer who has logged out, shows one without details. (PRD-84)
 */
export function showPushMessages(): void {
  self.addEventListener('push', (event) => event.waitUntil(showMessage(event.data)));
}

async function showMessage(data: PushMessageData | null): Promise<void> {
  const message = readOr(undefined, () => v.parse(PushMessage, data?.json()));
  const isHidden = message?.isCustomers === true && (await readSessionCopy()) === undefined;
  if (message === undefined || isHidden) {
    await show('Your delivery has news', { body: 'Open Send to see it.', tag: 'news', url: '/deliveries' });
  } else {
    await show(describePush(message, new Date()), {
      body: 'Open to follow your delivery.',
      tag: message.guid,
      url: `/tracking?guid=${encodeURIComponent(message.guid)}`,
    });
  }
  await updateBadge();
}

/** A newer status of a package replaces the older notification, and alerts again. */
function show(title: string, { body, tag, url }: { body: string; tag: string; url: string }): Promise<void> {
  const options = { body, tag, renotify: true, icon: '/icons/icon-192.png', data: { url } };
  return self.registration.showNotification(title, options);
}

/** The icon of the installed app shows how many notifications no one has opened yet, where the system can show it. */
export async function updateBadge(): Promise<void> {
  if (!('setAppBadge' in self.navigator)) return;
  try {
    await self.navigator.setAppBadge((await self.registration.getNotifications()).length);
  } catch (error) {
    console.info('The badge could not be set', error);
  }
}

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
