import type { Db } from '../db/database.ts';
import type { Clock } from '../dependencies.ts';
import { findSession } from '../queries/sessions.ts';

/** How long a session counts as read. */
const MAX_AGE_MS = 30_000;
const MAX_SESSIONS = 10_000;

/** Reports the ids of sessions that any process has ended; undefined means that any session may have ended. */
export type SessionEnds = (notify: (id: string | undefined) => void) => { isActive(): boolean };
type FoundSession = NonNullable<Awaited<ReturnType<typeof findSession>>>;

/** Returns a function that finds a session, without the database if it was read a moment ago and has not ended since. */
export function createSessionCache(db: Db, clock: Clock, onSessionEnd: SessionEnds | undefined) {
  const cached = new Map<string, { found: FoundSession; generation: number; expires: number }>();
  let ends = 0;
  const notifications = onSessionEnd?.((id) => {
    ends += 1;
    if (id === undefined) cached.clear();
    else cached.delete(id);
  });
  /**
   * @param generation that of the token: a renewed token is checked in the database
   * @param mayBeCached whether the call uses nothing but the id of the user; other calls may change the session
   */
  return async (id: string, generation: number, mayBeCached: boolean) => {
    const isNotified = notifications?.isActive() ?? false;
    const now = clock.now().getTime();
    const known = cached.get(id);
    if (isNotified && mayBeCached && known?.generation === generation && now < known.expires) {
      return { ...known.found, isCached: true };
    }
    cached.delete(id);
    const before = ends;
    const found = await findSession(db, id);
    if (found === undefined) return undefined;
    if (isNotified && mayBeCached && ends === before) {
      cached.set(id, { found, generation, expires: now + MAX_AGE_MS });
      const [oldest] = cached.keys();
      if (cached.size > MAX_SESSIONS && oldest !== undefined) cached.delete(oldest);
    }
    return { ...found, isCached: false };
  };
}
