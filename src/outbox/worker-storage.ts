import { entries, get } from 'idb-keyval';
import * as v from 'valibot';
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

/** The record of push-copy.ts. */
export const PUSH_COPY_KEY = 'push';

/** Whether notifications are turned on. This module loads at start, and the code of push-copy.ts only if needed. */
export async function hasPushCopy(): Promise<boolean> {
  return (await get(PUSH_COPY_KEY, workerStore)) !== undefined;
}

export function deletePushCopy(): Promise<void> {
  return deleteRecord(PUSH_COPY_KEY, workerStore);
}

/** Only what ends the session: no token and nothing of the account. */
const QueuedLogOut = v.object({ sessionId: v.string() });
export type QueuedLogOut = v.InferOutput<typeof QueuedLogOut>;

const LOG_OUT_PREFIX = 'log-out ';

/** Each has a key of its own, so that tabs and the worker never overwrite each other's. */
export function saveQueuedLogOut(logOut: QueuedLogOut): Promise<void> {
  return putRecord(LOG_OUT_PREFIX + logOut.sessionId, logOut, workerStore);
}

export function deleteQueuedLogOut(sessionId: string): Promise<void> {
  return deleteRecord(LOG_OUT_PREFIX + sessionId, workerStore);
}

export async function readQueuedLogOuts(): Promise<QueuedLogOut[]> {
  const records = await entries<string, unknown>(workerStore);
  return records.flatMap(([key, value]) => {
    const parsed = v.safeParse(QueuedLogOut, value);
    return key.startsWith(LOG_OUT_PREFIX) && parsed.success ? [parsed.output] : [];
  });
}
