import type { Db } from '../../db/database.ts';

/** The database, or a transaction of it, and the time of the call. */
export type Context = { db: Db; now: Date };

export function inTransaction<T>({ db, now }: Context, work: (tx: Context) => Promise<T>): Promise<T> {
  return db.transaction((tx) => work({ db: tx, now }));
}

/** The time as everywhere in Stripe. */
export function toUnixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
