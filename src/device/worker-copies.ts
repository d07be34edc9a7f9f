import { entries, get } from 'idb-keyval';
import * as v from 'valibot';
import { call, isPermanent } from '../api/client.ts';
import { OUTBOX_REQUEST_TIMEOUT_MS } from '../api/timing.ts';
import { deleteRecord, openStore, putRecord } from './database.ts';

/** Copies of the session and of the base URLs, because a service worker cannot read local storage. */
const SessionCopy = v.object({ token: v.string(), account: v.string() });
const ConfigCopy = v.object({
  apiBase: v.string(),
  hookBase: v.string(),
  idempotency: v.object({ api: v.boolean(), hook: v.boolean() }),
  /** The URL template of map tiles, with {z}, {x} and {y}. The worker caches these images and no others. */
  tileUrl: v.optional(v.string()),
});
type SessionCopy = v.InferOutput<typeof SessionCopy>;
type ConfigCopy = v.InferOutput<typeof ConfigCopy>;

export const workerStore = openStore('send-session', 'copies');

/** Stores the copy, or deletes it together with the session. */
export function saveSessionCopy(session: SessionCopy | undefined): Promise<void> {
  return session === undefined
    ? deleteRecord('session', workerStore)
    : putRecord('session', session, workerStore);
}

export async function readSessionCopy(): Promise<SessionCopy | undefined> {
  const parsed = v.safeParse(SessionCopy, await get('session', workerStore));
  return parsed.success ? parsed.output : undefined;
}

export function saveConfigCopy(config: ConfigCopy): Promise<void> {
  return putRecord('bases', config, workerStore);
}

/** Undefined until a page has run for the first time. */
export async function readConfigCopy(): Promise<ConfigCopy | undefined> {
  const parsed = v.safeParse(ConfigCopy, await get('bases', workerStore));
  return parsed.success ? parsed.output : undefined;
}

/** Only what ends the session: no token and nothing of the account. */
const QueuedLogOut = v.object({ sessionId: v.string() });
type QueuedLogOut = v.InferOutput<typeof QueuedLogOut>;

const KEY_PREFIX = 'log-out ';

/** Each has a key of its own, so that tabs and the worker never overwrite each other's. */
export function saveQueuedLogOut(logOut: QueuedLogOut): Promise<void> {
  return putRecord(KEY_PREFIX + logOut.sessionId, logOut, workerStore);
}

export async function readQueuedLogOuts(): Promise<QueuedLogOut[]> {
  const records = await entries<string, unknown>(workerStore);
  return records.flatMap(([key, value]) => {
    const parsed = v.safeParse(QueuedLogOut, value);
    return key.startsWith(KEY_PREFIX) && parsed.success ? [parsed.output] : [];
  });
}

/**
 * Ends the sessions whose log-out waits on this device. Several tabs and the worker may do so at once: ending a
 * session twice changes nothing. Only the server's response removes one, because the device's clock may be wrong.
 * Returns how many still wait. (SEC-06)
 */
export async function sendQueuedLogOuts(): Promise<number> {
  let waiting = 0;
  for (const { sessionId } of await readQueuedLogOuts()) {
    const signal = AbortSignal.timeout(OUTBOX_REQUEST_TIMEOUT_MS);
    const result = await call('endSessionById', { body: { sessionId }, isQuiet: true, signal });
    if (result.ok || isPermanent(result.failure)) await deleteRecord(KEY_PREFIX + sessionId, workerStore);
    else waiting += 1;
  }
  return waiting;
}
