/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope;

/** The icon of the installed app shows how many notifications no one has opened yet, where the system can show it. */
export async function updateBadge(): Promise<void> {
  if (!('setAppBadge' in self.navigator)) return;
  try {
    await self.navigator.setAppBadge((await self.registration.getNotifications()).length);
  } catch (error) {
    console.info('The badge could not be set', error);
  }
}
