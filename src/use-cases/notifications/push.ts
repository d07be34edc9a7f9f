import type { Failure, Result } from '../../api/failure.ts';
import { subscribeToDeliveries, subscribeToParcel, unsubscribePush } from '../../api/push.ts';
import { endPushSubscription } from '../storage/push-subscription.ts';
import { askForNotifications } from './ask-permission.ts';

/** What a device is notified about: all deliveries of the customer, one of them, or a parcel by its number. */
export type PushSubject =
  | { kind: 'all' }
  | { kind: 'delivery'; id: number }
  | { kind: 'parcel'; guid: string };

/** `dismissed`: the person closed the question; `full`: the server accepts no further device. */
export type PushOutcome = 'on' | 'off' | 'blocked' | 'dismissed' | 'full' | 'failed';

/** The subjects that this device has turned on. A log-out clears local storage and ends the subscription. */
const STORAGE_KEY = 'send-push';

/** Whether notifications can be turned on: the browser has push messages, and the person has not blocked them. */
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
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration === undefined) return { isAvailable: false, subjects: none };
    const subscription = await registration.pushManager.getSubscription();
    return { isAvailable: true, subjects: subscription === null ? none : readStored() };
  } catch {
    return { isAvailable: false, subjects: none };
  }
}

/** Turns notifications on. Call it only when the person has asked for it, because the browser may ask them now. */
export async function turnOnPush(about: PushSubject, publicKey: string): Promise<PushOutcome> {
  const permission = await askForNotifications();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'dismissed';
  const subscription = await subscribe(publicKey);
  if (subscription === undefined) return 'failed';
  const result = await register(about, subscription);
  if (!result.ok) return isFull(result.failure) ? 'full' : 'failed';
  store(new Set([...readStored(), subjectKey(about)]));
  return 'on';
}

/** Turns them off for one subject. After the last one the browser forgets the subscription. */
export async function turnOffPush(about: PushSubject): Promise<PushOutcome> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  if (subscription) {
    const result = await unsubscribePush({ endpoint: subscription.endpoint, about: removalOf(about) });
    if (!result.ok) return 'failed';
  }
  const left = new Set(readStored());
  left.delete(subjectKey(about));
  store(left);
  if (left.size === 0) await endPushSubscription();
  return 'off';
}

export function subjectKey(about: PushSubject): string {
  switch (about.kind) {
    case 'all':
      return 'all';
    case 'delivery':
      return `delivery ${about.id}`;
    case 'parcel':
      return `parcel ${about.guid.toLowerCase()}`;
  }
}

function register(about: PushSubject, subscription: PushSubscriptionJSON): Promise<Result<unknown>> {
  const { endpoint = '', keys = {} } = subscription;
  const body = { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' } };
  switch (about.kind) {
    case 'all':
      return subscribeToDeliveries(body);
    case 'delivery':
      return subscribeToDeliveries({ ...body, deliveryId: about.id });
    case 'parcel':
      return subscribeToParcel(about.guid, body);
  }
}

function removalOf(about: PushSubject) {
  switch (about.kind) {
    case 'all':
      return { kind: about.kind };
    case 'delivery':
      return { kind: about.kind, id: String(about.id) };
    case 'parcel':
      return { kind: about.kind, id: about.guid };
  }
}

/** A subscription for another key, from before the server changed it, cannot be used and is replaced. */
async function subscribe(publicKey: string): Promise<PushSubscriptionJSON | undefined> {
  try {
    const { pushManager } = await navigator.serviceWorker.ready;
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    try {
      return (await pushManager.subscribe(options)).toJSON();
    } catch (error) {
      const isOtherKey = error instanceof DOMException && error.name === 'InvalidStateError';
      if (!isOtherKey) throw error;
      await endPushSubscription();
      store(new Set());
      return (await pushManager.subscribe(options)).toJSON();
    }
  } catch (error) {
    console.info('The browser could not subscribe to push messages', error);
    return undefined;
  }
}

function isFull(failure: Failure): boolean {
  return failure.kind === 'http' && failure.status === 409;
}

function readStored(): ReadonlySet<string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : []);
  } catch {
    return new Set();
  }
}

function store(subjects: ReadonlySet<string>): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...subjects]));
  } catch (error) {
    console.info('What this device is notified about could not be saved', error);
  }
}
