import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isDatabaseUnavailable } from '../../server/db/database-errors.ts';
import { type OpenDatabase, openDatabase } from '../../server/db/open-database.ts';
import { createDatabase } from '../support/databases.ts';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';

const POOL_SIZE = 2;

describe('A pool of PostgreSQL connections', () => {
  let created: Awaited<ReturnType<typeof createDatabase>>;
  let proxy: TcpProxy;
  let database: OpenDatabase;
  let broken: Error[];

  beforeEach(async () => {
    created = await createDatabase();
    const url = new URL(created.url);
    proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.port = String(proxy.port);
    broken = [];
    database = await openDatabase({
      databaseUrl: url.href,
      dataDir: '',
      poolSize: POOL_SIZE,
      statementTimeoutMs: 500,
      onError: (error) => broken.push(error),
    });
  });
  afterEach(async () => {
    await database.close();
    proxy.close();
    await created.drop();
  });

  const rejection = (work: Promise<unknown>) =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  /** Uses every slot of the pool at once, which fails if one is lost. */
  const useEverySlot = () =>
    Promise.all(Array.from({ length: POOL_SIZE }, () => database.db.execute(sql`select 1`)));

  test('survives the end of a connection in the middle of a transaction', async () => {
    const error = await rejection(
      database.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        await terminateConnections(created.url);
        // The termination arrives while no query is running, so only an "error" event reports it.
        await expect.poll(() => broken.length).toBeGreaterThan(0);
        await tx.execute(sql`select 1`);
      }),
    );
    expect(isDatabaseUnavailable(error)).toBe(true);
    // The error is also checked here, because the failed rollback hides the error inside the transaction.
    expect(broken).not.toEqual([]);
    await useEverySlot();
  });

  test('loses no slot when BEGIN fails', async () => {
    proxy.cutAt = /begin/i;
    for (let n = 0; n < POOL_SIZE * 2; n++) {
      const error = await rejection(database.db.transaction(async (tx) => tx.execute(sql`select 1`)));
      expect(isDatabaseUnavailable(error)).toBe(true);
    }
    expect(proxy.cuts).toBe(POOL_SIZE * 2);
    proxy.cutAt = undefined;
    await useEverySlot();
  });

  test('loses no slot when COMMIT fails', async () => {
    proxy.cutAt = /commit/i;
    for (let n = 0; n < POOL_SIZE * 2; n++) {
      const error = await rejection(database.db.transaction(async (tx) => tx.execute(sql`select 1`)));
      expect(isDatabaseUnavailable(error)).toBe(true);
    }
    proxy.cutAt = undefined;
    await useEverySlot();
  });

  test('drops connections to a server that does not respond, and reconnects later', async () => {
    await useEverySlot();
    proxy.isFrozen = true;
    const started = performance.now();
    const errors = await Promise.all([
      rejection(database.db.execute(sql`select 1`)),
      rejection(database.db.transaction(async (tx) => tx.execute(sql`select 1`))),
    ]);
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(errors.map(isDatabaseUnavailable)).toEqual([true, true]);
    proxy.isFrozen = false;
    await useEverySlot();
  });
});

test.each(['EHOSTUNREACH', 'ENETUNREACH', 'ECONNREFUSED'])(
  'The server counts %s as an unavailable database',
  (code) => {
    const error = Object.assign(new Error(`connect ${code} 10.0.0.7:5432`), { code, syscall: 'connect' });
    expect(isDatabaseUnavailable(error)).toBe(true);
  },
);

/** Ends every connection to a database except its own. */
async function terminateConnections(url: string): Promise<void> {
  const own = await openDatabase({ databaseUrl: url, dataDir: '', poolSize: 1 });
  await own.db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await own.close();
}
