import { call, type Failure, isPermanent, type Result } from '../api/client.ts';
import { type PushCopy, type PushSubject, readPushCopy, subjectKey, updatePushCopy } from './push-copy.ts';

/** `pending`: the server or the push service could not be reached, so the caller must try again later. */
type RenewalOutcome = 'unchanged' | 'renewed' | 'pending';

/**
 * Sends a subscription that the browser has renewed to the server, and deletes the earlier one there. If the browser
 * has ended its subscription, for example because it expired, this function subscribes again while the user allows
 * notifications. The copy on the device changes last. Until then each call sends the same requests again, which is
 * idempotent, so tabs and the service worker may call it at the same time. (PRD-85)
 * @param renewed the new subscription in the event `pushsubscriptionchange`, if it contains one
 */
export async function renewPush(
  pushManager: PushManager,
  renewed?: PushSubscription | null,
): Promise<RenewalOutcome> {
  const copy = await readPushCopy();
  if (copy === undefined) return 'unchanged';
  const subscription = renewed ?? (await subscribeAgain(pushManager, copy));
  if (subscription === undefined) return 'pending';
  if (subscription === 'notAllowed' || subscription.endpoint === copy.endpoint) return 'unchanged';
  const rejected = new Set<string>();
  for (const about of copy.subjects) {
    const result = await registerPush(about, subscription.toJSON(), copy.endpoint);
    if (result.ok) continue;
    if (!isRejected(result.failure)) return 'pending';
    rejected.add(subjectKey(about));
  }
  // The server may also have stored subjects for the earlier subscription that this device does not know.
  const removal = await call('unsubscribePush', { body: { endpoint: copy.endpoint }, isQuiet: true });
  if (!removal.ok && !isRejected(removal.failure)) return 'pending';
  const stored = await updatePushCopy(
    (current) =>
      current && {
        ...current,
        endpoint: subscription.endpoint,
        subjects: current.subjects.filter((about) => !rejected.has(subjectKey(about))),
      },
  );
  // No subject is left, or the user has logged out in the meantime.
  if (stored === undefined) await subscription.unsubscribe();
  return 'renewed';
}

/** Whether the server rejects the request for good, because the delivery or the session no longer exists. */
function isRejected(failure: Failure): boolean {
  return failure.kind === 'unauthorized' || isPermanent(failure);
}

/** Registers a subscription for one subject at the server. */
export function registerPush(
  about: PushSubject,
  { endpoint = '', keys = {} }: PushSubscriptionJSON,
  replaces: string | undefined,
): Promise<Result<unknown>> {
  const body = {
    endpoint,
    keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' },
    ...(replaces === undefined || replaces === endpoint ? {} : { replaces }),
  };
  if (about.kind === 'parcel') {
    return call('subscribeToParcel', { params: { orderGuid: about.guid }, body, isQuiet: true });
  }
  const deliveryId = about.kind === 'delivery' ? about.id : undefined;
  return call('subscribeToDeliveries', { body: { ...body, deliveryId }, isQuiet: true });
}

async function subscribeAgain(
  pushManager: PushManager,
  { publicKey }: PushCopy,
): Promise<PushSubscription | 'notAllowed' | undefined> {
  try {
    const existing = await pushManager.getSubscription();
    if (existing !== null) return existing;
    if (Notification.permission !== 'granted') return 'notAllowed';
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  } catch (error) {
    console.info('The browser could not renew its push subscription', error);
    return undefined;
  }
}
