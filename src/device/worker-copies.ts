import { get } from 'idb-keyval';
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
