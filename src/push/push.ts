import { call, hasStatus } from '../api/client.ts';
import { pause } from '../contract/pause.ts';
import { askForNotifications } from './ask-permission.ts';
import { type PushSubject, readPushCopy, subjectKey, updatePushCopy } from './push-copy.ts';
import { endPushSubscription } from './push-record.ts';
import { registerPush } from './renew-push.ts';
import { renewPushSubscription } from './watch-push.ts';

/**
 * `dismissed`: the user closed the question; `noService`: the browser does not reach its push service, or has none;
 * `full`: the server accepts no further device.
 */
export type PushOutcome = 'on' | 'off' | 'blocked' | 'dismissed' | 'noService' | 'full' | 'failed';

/** A browser without a push service may never respond. */
const SUBSCRIBE_MAX_MS = 4500;

/** Whether notifications can be turned on: the browser has push messages, and the user has not blocked them. */
export function canNotify(): boolean {
  return (
    'Notification' in window &&
    'PushManager' in window &&
    'serviceWorker' in navigator &&
    Notification.permission !== 'denied'
  );
}

/** Which of the subjects are on. Nothing is asked and nothing is sent. */
export async function readPushSubjects(): Promise<{ isAvailable: boolean; subjects: ReadonlySet<string> }> {
  const none: ReadonlySet<string> = new Set();
  try {
    // On a first visit the worker is registered later than the page appears.
    const { pushManager } = await navigator.serviceWorker.ready;
    const subscription = await pushManager.getSubscription();
    const copy = subscription === null ? undefined : await readPushCopy();
    return { isAvailable: true, subjects: new Set(copy?.subjects.map(subjectKey)) };
  } catch {
    return { isAvailable: false, subjects: none };
  }
}

/** Turns notifications on. Call it only when the user has asked for it, because the browser may ask them now. */
export async function turnOnPush(about: PushSubject, publicKey: string): Promise<PushOutcome> {
  const permission = await askForNotifications();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'dismissed';
  const subscription = await Promise.race([subscribe(publicKey), pause(SUBSCRIBE_MAX_MS)]);
  if (subscription === undefined) return 'noService';
  const { endpoint } = subscription;
  const replaced = (await readPushCopy())?.endpoint;
  const result = await registerPush(about, subscription.toJSON(), replaced);
  if (!result.ok) return hasStatus(result.failure, 409) ? 'full' : 'failed';
  await updatePushCopy((copy) => ({
    // The copy keeps an earlier endpoint until the other subjects are registered for the new one.
    endpoint: copy?.endpoint ?? endpoint,
    publicKey,
    subjects: [...without(copy?.subjects, about), about],
  }));
  if (replaced !== undefined && replaced !== endpoint) await renewPushSubscription();
  return 'on';
}

/** Turns notifications off for one subject. Without a subject left, it ends the subscription of the browser. */
export async function turnOffPush(about: PushSubject): Promise<PushOutcome> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) {
    const body = { endpoint: subscription.endpoint, about: removalOf(about) };
    const result = await call('unsubscribePush', { body, isQuiet: true });
    if (!result.ok) return 'failed';
  }
  const left = await updatePushCopy((copy) => copy && { ...copy, subjects: without(copy.subjects, about) });
  if (left === undefined) await endPushSubscription();
  return 'off';
}

function without(subjects: readonly PushSubject[] = [], about: PushSubject): PushSubject[] {
  return subjects.filter((subject) => subjectKey(subject) !== subjectKey(about));
}

function removalOf(about: PushSubject) {
  if (about.kind === 'all') return { kind: about.kind };
  return { kind: about.kind, id: about.kind === 'delivery' ? String(about.id) : about.guid };
}

/** A subscription for another key, from before the server changed it, cannot be used and is replaced. */
async function subscribe(publicKey: string): Promise<PushSubscription | undefined> {
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    try {
      return await pushManager.subscribe(options);
    } catch (error) {
      const isOtherKey = error instanceof DOMException && error.name === 'InvalidStateError';
      if (!isOtherKey) throw error;
      const subscription = await pushManager.getSubscription();
      await subscription?.unsubscribe();
      return await pushManager.subscribe(options);
    }
  } catch (error) {
    console.info('The browser could not subscribe to push messages', error);
    return undefined;
  }
}
