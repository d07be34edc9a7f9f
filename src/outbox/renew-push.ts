import { type Failure, isPermanent, type Result } from '../api/failure.ts';
import { subscribeToDeliveries, subscribeToParcel, unsubscribePush } from '../api/push.ts';
import { type PushCopy, type PushSubject, readPushCopy, subjectKey, updatePushCopy } from './push-copy.ts';

/** `waiting`: the server or the push service could not be reached, so it has to be tried again. */
type RenewalOutcome = 'unchanged' | 'renewed' | 'waiting';

/**
 * Tells the server about a subscription that the browser has renewed, and removes the earlier one. A subscription that
 * the browser has ended, for example because it expired, is made again while the person allows notifications. The copy
 * on the device changes last: until then every call of this function sends the same again, which changes nothing at the
 * server, so that tabs and the worker may do so at once. (PRD-85)
 * @param renewed the subscription of the event `pushsubscriptionchange`, if it states one
 */
export async function renewPush(
  pushManager: PushManager,
  renewed?: PushSubscription | null,
): Promise<RenewalOutcome> {
  const copy = await readPushCopy();
  if (copy === undefined) return 'unchanged';
  const subscription = renewed ?? (await subscribeAgain(pushManager, copy));
  if (subscription === undefined) return 'waiting';
  if (subscription === 'notAllowed' || subscription.endpoint === copy.endpoint) return 'unchanged';
  const ended = new Set<string>();
  for (const about of copy.subjects) {
    const result = await registerPush(about, subscription.toJSON(), copy.endpoint);
    if (result.ok) continue;
    if (!isRefused(result.failure)) return 'waiting';
    ended.add(subjectKey(about));
  }
  // What the server knows of the earlier subscription and this device does not, it forgets now.
  const removal = await unsubscribePush({ endpoint: copy.endpoint });
  if (!removal.ok && !isRefused(removal.failure)) return 'waiting';
  const stored = await updatePushCopy(
    (current) =>
      current && {
        ...current,
        endpoint: subscription.endpoint,
        subjects: current.subjects.filter((about) => !ended.has(subjectKey(about))),
      },
  );
  // Nothing is left, or somebody has logged out in the meantime.
  if (stored === undefined) await subscription.unsubscribe();
  return 'renewed';
}

/** The delivery or the session no longer exists. */
function isRefused(failure: Failure): boolean {
  return failure.kind === 'unauthorized' || isPermanent(failure);
}

/** Registers a subscription for one subject. */
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
  switch (about.kind) {
    case 'all':
      return subscribeToDeliveries(body);
    case 'delivery':
      return subscribeToDeliveries({ ...body, deliveryId: about.id });
    case 'parcel':
      return subscribeToParcel(about.guid, body);
  }
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
