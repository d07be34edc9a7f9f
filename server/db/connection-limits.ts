import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { OperatorError } from '../config/operator-error.ts';
import { type Db, parseRows } from './database.ts';

const Limits = v.object({ allowed: v.number(), used: v.number(), statement_timeout: v.string() });

/**
 * Compares the connections that a process may open with those that PostgreSQL allows. Returns a warning, if any.
 * @throws OperatorError if they can never be enough for this process alone
 */
export async function checkConnectionLimits(
  db: Db,
  { poolSize, isPooled }: { poolSize: number; isPooled: boolean },
): Promise<string | undefined> {
  const result = await db.execute(sql`
    select least(
        current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
          - coalesce(current_setting('reserved_connections', true)::int, 0),
        (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
        (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as allowed,
      (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('statement_timeout') as statement_timeout`);
  const [limits] = parseRows(result, Limits);
  if (limits === undefined) return undefined;
  const { allowed, used } = limits;
  if (isPooled) {
    return limits.statement_timeout === '0'
      ? "DATABASE_URL leads to a pooler, and the role has no statement_timeout. Set one: alter role … set statement_timeout = '10s'."
      : undefined;
  }
  // One more connection listens for new jobs.
  const needed = poolSize + 1;
  if (needed > allowed) {
    throw new OperatorError(
      `DATABASE_POOL_SIZE is ${poolSize}, but PostgreSQL allows only ${allowed} connections, of which each process needs one more.`,
    );
  }
  if (used + needed <= allowed) return undefined;
  return `PostgreSQL allows ${allowed} connections, ${used} are in use, and this process may open ${needed}. Lower DATABASE_POOL_SIZE, raise max_connections or use a pooler.`;
}
