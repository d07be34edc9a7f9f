/** Ends all notifications of this device, also without a connection. The server learns it from its next message. */
export async function endPushSubscription(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  } catch (error) {
    console.warn('Notifications could not be ended', error);
  }
}
