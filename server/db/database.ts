import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/**
 * The database as queries see it: PostgreSQL's dialect, whichever of the two engines runs it. A transaction
 * has the same type, so a query never knows whether it runs inside one.
 */
export type Db = PgDatabase<PgQueryResultHKT>;
