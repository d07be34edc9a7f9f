import { setTimeout as pause } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Db } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';

/** PostgreSQL ends a statement after this time. */
const STATEMENT_TIMEOUT_MS = 10_000;
/**
 * We close a connection ourselves if one caller has held it for this long. It is longer than the server's own limit, so
 * it only matters if the server does not respond at all.
 */
const CHECKOUT_TIMEOUT_MS = 12_000;

/** PostgreSQL ends a transaction that does nothing for this time. */
const IDLE_IN_TRANSACTION_MS = 20_000;

export type PostgresOptions = {
  /** Called for every connection that breaks, whether it is idle or in use. */
  onError?: ((error: Error) => void) | undefined;
  poolSize?: number | undefined;
  /** 0 disables all time limits, for imports and other long maintenance work. */
  checkoutTimeoutMs?: number | undefined;
};

/** A pool of connections that survives the loss of any connection at any moment. */
export function openPool(connectionString: string, options: PostgresOptions): { db: Db; pool: pg.Pool } {
  const checkoutTimeoutMs = options.checkoutTimeoutMs ?? CHECKOUT_TIMEOUT_MS;
  const pool = new pg.Pool({
    connectionString,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: checkoutTimeoutMs === 0 ? 0 : STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: checkoutTimeoutMs === 0 ? 0 : IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    application_name: 'send',
  });
  // The pool listens for errors of idle clients only. A client that breaks while it is in use emits "error" too,
  // and without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)));
  // The client's own listener has reported the error already.
  pool.on('error', () => {});
  limitCheckouts(pool, checkoutTimeoutMs);
  return { db: releasingDatabase(pool), pool };
}

/**
 * Ends a connection that one caller holds for too long, so that a server that hangs takes no slot of the pool
 * for ever. pg's `query_timeout` does not do that: it leaves the query running on the connection, and the
 * rollback of its transaction then waits behind it.
 */
function limitCheckouts(pool: pg.Pool, timeoutMs: number): void {
  if (timeoutMs === 0) return;
  const timers = new WeakMap<pg.PoolClient, NodeJS.Timeout>();
  pool.on('acquire', (client) => {
    timers.set(
      client,
      setTimeout(() => endClient(client), timeoutMs),
    );
  });
  pool.on('release', (_error, client) => clearTimeout(timers.get(client)));
}

/** The pool drops a client that has ended when its holder releases it. */
function endClient(client: pg.PoolClient): void {
  if (client instanceof pg.Client) void client.end().catch(() => {});
}

/**
 * Drizzle never releases the client of a transaction whose BEGIN fails, so each failure would cost a slot of
 * the pool. Hence the client is checked out and released here.
 */
function releasingDatabase(pool: pg.Pool): Db {
  const db = drizzle(pool);
  const transaction: typeof db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle(client).transaction(work, config);
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
 * Waits until PostgreSQL accepts a connection. Orchestrators start a database and its clients together, and a
 * host that reboots starts them in any order.
 * @throws the last failure after `timeoutMs`, and at once for a failure that no waiting cures
 */
export async function waitForPostgres(connectionString: string, { timeoutMs, onWait }: WaitOptions) {
  let deadline: number | undefined;
  for (;;) {
    const failure = await tryToConnect(connectionString);
    if (failure === undefined) return;
    const isFirst = deadline === undefined;
    // The first attempt does not count, because it may itself take long.
    deadline ??= performance.now() + timeoutMs;
    if (!mayPass(failure) || performance.now() + RETRY_MS > deadline) throw failure;
    if (isFirst) onWait(failure);
    await pause(RETRY_MS);
  }
}

async function tryToConnect(connectionString: string): Promise<Error | undefined> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    await client.end().catch(() => {});
  }
}

/** Retrying does not help against a wrong password (class 28) or a missing database (class 3D). */
function mayPass(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return isDatabaseUnavailable(error) && !/^(28|3D)/.test(code);
}
