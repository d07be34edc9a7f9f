import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/**
 * The database as queries see it: both engines speak PostgreSQL's dialect. A transaction has the same type, so that
 * every query can run inside or outside of one.
 */
export type Db = PgDatabase<PgQueryResultHKT>;
