import type { Context } from 'hono';
import { generateCookie, getCookie } from 'hono/cookie';
import * as v from 'valibot';
import type { Settings } from '../config/environment.ts';
import type { Db } from '../db/database.ts';
import { LogPosition, type Replica } from '../db/replica.ts';

/**
 * The position of the client's last write in the log of the database, so that its next reads include the write. It is
 * only set if there is a replica.
 */
const nameOf = (isSecure: boolean) => (isSecure ? '__Secure-send_position' : 'send_position');
/** A replica that is further behind is not read anyway. */
const MAX_AGE_SECONDS = 60;

/** Runs work that only reads. The work may run twice. */
export type Read = <T>(work: (db: Db) => Promise<T>) => Promise<T>;
export type ReadDependencies = {
  db: Db;
  replica?: Replica | undefined;
  settings: Pick<Settings, 'isSecure'>;
};

/** Returns how the requests of a client read: from the replica if there is one that has the client's last write. */
export function createRead(context: Context, { db, replica, settings }: ReadDependencies): Read {
  if (replica === undefined) return (work) => work(db);
  const cookie = getCookie(context, nameOf(settings.isSecure));
  const seen = v.is(LogPosition, cookie) ? cookie : undefined;
  return (work) => replica.read(work, seen);
}

/** The cookie for a client that has written. */
export async function positionCookie({ position }: Pick<Replica, 'position'>, isSecure: boolean) {
  return generateCookie(nameOf(isSecure), await position(), {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure,
    maxAge: MAX_AGE_SECONDS,
  });
}
