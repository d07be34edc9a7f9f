/// <reference lib="webworker" />

import * as v from 'valibot';
import { PushMessage } from '../src/contract/push-message.ts';
import { describePush } from '../src/contract/push-text.ts';
import { readSessionCopy } from '../src/device/worker-copies.ts';
import { updateBadge } from './badge.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Shows the status that a push message contains. Browsers demand a notification for every message, so one that cannot
 * be read, and one for a customer who has logged out, shows one without details. (PRD-84)
 */
export function showPushMessages(): void {
  self.addEventListener('push', (event) => event.waitUntil(showMessage(event.data)));
}

async function showMessage(data: PushMessageData | null): Promise<void> {
  const message = readMessage(data);
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

function readMessage(data: PushMessageData | null): PushMessage | undefined {
  try {
    const parsed = v.safeParse(PushMessage, data?.json());
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** A newer status of a package replaces the older notification, and alerts again. */
function show(title: string, { body, tag, url }: { body: string; tag: string; url: string }): Promise<void> {
  const options = { body, tag, renotify: true, icon: '/icons/icon-192.png', data: { url } };
  return self.registration.showNotification(title, options);
}
