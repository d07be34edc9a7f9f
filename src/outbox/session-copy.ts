import { get } from 'idb-keyval';
import * as v from 'valibot';
import { drop, keep, openStore } from './database.ts';

/** The session and the bases once more, only because a worker cannot read local storage. */
const SessionCopy = v.object({ token: v.string(), account: v.string() });
const BasesCopy = v.object({
  apiBase: v.string(),
  hookBase: v.string(),
  idempotency: v.object({ api: v.boolean(), hook: v.boolean() }),
  /** Where map tiles come from, with {z}, {x} and {y} in it; the worker keeps those and no other pictures. */
  tileUrl: v.optional(v.string()),
});
type SessionCopy = v.InferOutput<typeof SessionCopy>;
type BasesCopy = v.InferOutput<typeof BasesCopy>;

const copies = openStore('send-session', 'copies');

/** Deleted with the session. */
export function keepSessionCopy(session: SessionCopy | undefined): Promise<void> {
  return session === undefined ? drop('session', copies) : keep('session', session, copies);
}

export async function readSessionCopy(): Promise<SessionCopy | undefined> {
  const parsed = v.safeParse(SessionCopy, await get('session', copies));
  return parsed.success ? parsed.output : undefined;
}

export function keepBasesCopy(bases: BasesCopy): Promise<void> {
  return keep('bases', bases, copies);
}

/** Undefined before a page has ever run. */
export async function readBasesCopy(): Promise<BasesCopy | undefined> {
  const parsed = v.safeParse(BasesCopy, await get('bases', copies));
  return parsed.success ? parsed.output : undefined;
}
