import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import * as v from 'valibot';
import { errorCode, OperatorError } from '../config/operator-error.ts';
import { type Db, parseRows } from './database.ts';
import { isDatabaseUnavailable, reasonOf } from './database-errors.ts';

const POOL_SIZE = 7;
const POOL_WAIT_MS = 5000;
const STATEMENT_TIMEOUT_MS = 10_000;
/**
 * We close a connection ourselves if one caller has held it for this much longer than a statement may take. It only
 * matters if PostgreSQL does not respond at all.
 */
const CHECKOUT_GRACE_MS = 2000;

export type PostgresOptions = {
  /** Called for every connection that breaks, whether it is idle or in use. */
  onError?: ((error: Error) => void) | undefined;
  poolSize?: number | undefined;
  /** How long a caller waits for a connection. */
  poolWaitMs?: number | undefined;
  /** PostgreSQL cancels a statement after this time. 0 disables all time limits, for long maintenance work. */
  statementTimeoutMs?: number | undefined;
};

/** A pool of connections that survives the loss of any connection at any moment, also through a pooler. */
export function openPool(connectionString: string, options: PostgresOptions) {
  const statementMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const poolWaitMs = options.poolWaitMs ?? POOL_WAIT_MS;
  // PostgreSQL also ends a transaction in which nothing happens.
  const limits = [`${statementMs}ms`, `${2 * statementMs}ms`] as const;
  let isPooled = false;
  const pool = new pg.Pool({
    connectionString,
    max: options.poolSize ?? POOL_SIZE,
    connectionTimeoutMillis: poolWaitMs,
    keepAlive: true,
    application_name: 'send',
    async onConnect(client) {
      isPooled = await setLimits(client, limits, poolWaitMs);
      if (isPooled) omitStatementNames(client);
    },
  });
  // The pool listens for errors of idle clients only. A client that breaks while it is in use emits "error" too,
  // and without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)));
  // The client's own listener has reported the error already.
  pool.on('error', () => {});
  limitCheckouts(pool, statementMs === 0 ? 0 : statementMs + CHECKOUT_GRACE_MS);
  const limitTransaction = async (tx: Db) => {
    if (isPooled) await tx.execute(localLimits(limits));
  };
  return { db: releasingDatabase(pool, limitTransaction), pool, isPooled: () => isPooled };
}

type Limits = readonly [statement: string, idle: string];

const localLimits = ([statement, idle]: Limits) =>
  sql`select set_config('statement_timeout', ${statement}, true), set_config('idle_in_transaction_session_timeout', ${idle}, true)`;

/**
 * Sets the time limits of a new connection by a statement, because poolers reject them as parameters of the connection.
 * Returns whether a pooler is in between, which then shows another process id than PostgreSQL. It may run each
 * transaction on another connection, which it shares with others, so each transaction sets its own limits there.
 */
async function setLimits(client: pg.ClientBase, [statement, idle]: Limits, timeoutMs: number) {
  const query = {
    text: `select set_config('statement_timeout', $1, is_pooled), set_config('idle_in_transaction_session_timeout', $2, is_pooled), is_pooled
      from (select pg_backend_pid() <> $3::int as is_pooled) as connection`,
    values: [statement, idle, 'processID' in client ? client.processID : 0],
    query_timeout: timeoutMs,
  };
  const [row] = parseRows(await client.query(query), v.object({ is_pooled: v.boolean() }));
  return row?.is_pooled ?? false;
}

/** A named statement exists on one connection only, and before version 1.21 PgBouncer does not know its name. */
function omitStatementNames(client: pg.ClientBase): void {
  const { query } = client;
  const withoutName = (config: unknown) =>
    typeof config === 'object' && config !== null && 'name' in config
      ? { ...config, name: undefined }
      : config;
  Object.assign(client, {
    query: (config: unknown, ...rest: unknown[]) =>
      Reflect.apply(query, client, [withoutName(config), ...rest]),
  });
}

/**
 * Ends a connection that one caller holds for too long, so that a server that hangs takes no slot of the pool. pg's
 * `query_timeout` would leave the query running, and the rollback waiting behind it.
 */
function limitCheckouts(pool: pg.Pool, timeoutMs: number): void {
  if (timeoutMs === 0) return;
  const timers = new WeakMap<pg.PoolClient, NodeJS.Timeout>();
  pool.on('acquire', (client) => {
    const end = () => {
      // The pool drops a client that has ended when its holder releases it.
      if (client instanceof pg.Client) void client.end().catch(() => {});
    };
    timers.set(client, setTimeout(end, timeoutMs));
  });
  pool.on('release', (_error, client) => clearTimeout(timers.get(client)));
}

/** Drizzle would never release the client of a transaction whose BEGIN fails, so it is checked out here. */
function releasingDatabase(pool: pg.Pool, prepare: (tx: Db) => Promise<void>): Db {
  const db = drizzle(pool);
  const transaction: typeof db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle(client).transaction(async (tx) => {
        await prepare(tx);
        return work(tx);
      }, config);
    } finally {
      client.release();
    }
  };
  return Object.assign(db, { transaction });
}

const RETRY_MS = 500;
const CONNECT_TIMEOUT_MS = 5000;

export type WaitOptions = {
  timeoutMs: number;
  /** Called once, before the first retry. */
  onWait: (error: Error) => void;
};

/**
 * Waits until PostgreSQL accepts a connection, and returns what identifies the database. Orchestrators start a database
 * and its clients together, and a host that reboots starts them in any order.
 * @throws OperatorError after `timeoutMs`, and at once for a failure that no waiting cures, with the last failure
 */
export async function waitForPostgres(connectionString: string, { timeoutMs, onWait }: WaitOptions) {
  let deadline: number | undefined;
  for (;;) {
    // pg reads the certificates that the address names before it connects.
    const failure = await identifyDatabase(connectionString).catch((error: Error) => error);
    if (typeof failure === 'string') return failure;
    const isFirst = deadline === undefined;
    // The first attempt does not count, because it may itself take long.
    deadline ??= performance.now() + timeoutMs;
    // Retrying does not help against a wrong password (class 28) or a missing database (class 3D).
    const mayPass = isDatabaseUnavailable(failure) && !/^(28|3D)/.test(errorCode(failure));
    if (!mayPass || performance.now() + RETRY_MS > deadline) {
      throw new OperatorError(`The database cannot be reached: ${reasonOf(failure)}`);
    }
    if (isFirst) onWait(failure);
    await pause(RETRY_MS);
  }
}

/** Returns the same text for two addresses of one database, or why it cannot be reached. */
export async function identifyDatabase(connectionString: string): Promise<string | Error> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('select current_database(), pg_postmaster_start_time()');
    return JSON.stringify(rows);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await client.end().catch(() => {});
  }
}

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
