import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { isDatabaseUnavailable } from './database-errors.ts';

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
export async function waitForPostgres(
  connectionString: string,
  { timeoutMs, onWait }: WaitOptions,
): Promise<void> {
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
