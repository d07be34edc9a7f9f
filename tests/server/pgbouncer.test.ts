import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseRows } from '../../server/db/database.ts';
import { isDatabaseUnavailable } from '../../server/db/database-errors.ts';
import { type OpenDatabase, openDatabase } from '../../server/db/open-database.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { createDatabase } from '../support/databases.ts';
import { findPgBouncer, startPgBouncer } from '../support/pgbouncer.ts';

const program = findPgBouncer() ?? '';
if (program === '') console.info('PgBouncer is not installed: its tests are skipped.');

describe.skipIf(program === '').each(['transaction', 'session'] as const)(
  'PgBouncer in %s mode (PRD-95)',
  (mode) => {
    let created: Awaited<ReturnType<typeof createDatabase>>;
    let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
    let database: OpenDatabase;
    let harness: ApiHarness;
    beforeAll(async () => {
      created = await createDatabase();
      pooler = await startPgBouncer(program, created.url, mode);
      database = await openDatabase({
        databaseUrl: pooler.url,
        dataDir: '',
        poolSize: 12,
        statementTimeoutMs: 3000,
      });
      harness = await createApiHarness(database);
    });
    afterAll(async () => {
      await database.close();
      await pooler.stop();
      await created.drop();
    });

    test('serves many requests at once', async () => {
      const { token } = await harness.createUser();
      const statuses = await Promise.all(
        Array.from({ length: 60 }, (_, n) =>
          n % 3 === 0
            ? harness.status('createDeliveryRequest', { token, key: randomUUID(), body: parcel() })
            : n % 3 === 1
              ? harness.status('trackOrder', { params: { orderGuid: randomUUID() } })
              : harness.status('submitGuestRequest', { body: GUEST, key: randomUUID() }),
        ),
      );
      expect(new Set(statuses)).toEqual(new Set([201, 404]));
      expect((await harness.call('listDeliveryRequests', { token })).body).toHaveLength(20);
    });

    test('cancels a transaction that takes too long, and leaves its limit to no one else', async () => {
      const slow = database.db.transaction((tx) => tx.execute(sql`select pg_sleep(30)`));
      expect(isDatabaseUnavailable(await slow.catch((error) => error))).toBe(true);
      const other = new pg.Client(pooler.url);
      await other.connect();
      const limits = new Set<unknown>();
      for (let n = 0; n < 10; n++) {
        limits.add((await other.query('show statement_timeout')).rows[0]?.statement_timeout);
      }
      await other.end();
      expect([...limits]).toEqual(['0']);
    });

    test('lets only one transaction hold a lock', async () => {
      const locked = v.object({ locked: v.boolean() });
      const lock = sql`select pg_try_advisory_xact_lock(40) as locked`;
      await database.db.transaction(async (tx) => {
        expect(parseRows(await tx.execute(lock), locked)).toEqual([{ locked: true }]);
        expect(parseRows(await database.db.execute(lock), locked)).toEqual([{ locked: false }]);
      });
      expect(parseRows(await database.db.execute(lock), locked)).toEqual([{ locked: true }]);
    });
  },
);

const GUEST = {
  firstName: 'Una',
  lastName: 'Walsh',
  phone: '',
  email: 'una@example.ie',
  pickup: 'Bray',
  dropoff: 'Cork',
  note: '',
};
