let question: Promise<NotificationPermission> | undefined;

/**
 * Asks whether this site may show notifications, for requests that were sent and for the status of deliveries alike. A
 * person who has answered is not asked again, and two buttons never ask at the same time.
 */
export function askForNotifications(): Promise<NotificationPermission> {
  if (Notification.permission !== 'default') return Promise.resolve(Notification.permission);
  question ??= Notification.requestPermission().finally(() => {
    question = undefined;
  });
  return question;
}
