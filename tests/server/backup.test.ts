import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { afterEach, describe, expect, test } from 'vitest';
import { restoreBackup, writeBackup } from '../../server/db/backup.ts';
import { type Db, parseRows } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import type { OpenDatabase } from '../../server/db/open-database.ts';
import { insertAudit } from '../../server/queries/audit.ts';
import { enqueueJob } from '../../server/queries/jobs.ts';
import { createApiHarness, parcel } from '../support/api-harness.ts';
import { openEmbedded, openEmptyEmbedded, openEmptyPostgres, openPostgres } from '../support/databases.ts';

const opened: OpenDatabase[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
});
const openNew = async (open: () => Promise<OpenDatabase>) => {
  const database = await open();
  opened.push(database);
  return database.db;
};

/** A database with an account, deliveries, an order, a guest, a job and an entry in the audit log. */
async function openFilled(open: () => Promise<OpenDatabase>): Promise<Db> {
  const database = await open();
  opened.push(database);
  const harness = await createApiHarness(database);
  const { user, token } = await harness.createUser('Zoë\u2028 "O\'Brien" \\ 名前');
  const body = parcel({ deliveryNote: 'First line\nsecond line\ttab' });
  const { id } = (await harness.call('createDeliveryRequest', { token, body, key: 'the-key' })).body;
  await harness.call('createDeliveryRequest', { token, body: parcel() });
  await harness.pay(id);
  await harness.ops('POST', `orderrequests/${id}/accept`);
  await harness.call('submitGuestRequest', {
    body: { firstName: 'A', lastName: 'B', email: '', pickup: 'Bray', dropoff: 'Cork' },
  });
  await enqueueJob(database.db, { kind: 'send-mail', payload: { to: user.email, big: 0.1 + 0.2 } });
  await insertAudit(database.db, { event: 'login', time: new Date(), actor: `user ${user.id}` });
  await database.db.execute(
    sql`insert into page_assets (path, type, content) values ('/assets/a.js', 'text/javascript', '\\x00ff0a')`,
  );
  // The row with the highest id has been deleted, and the next row must not get that id again.
  await database.db.execute(sql`delete from addresses`);
  return database.db;
}

async function backUp(db: Db): Promise<string[]> {
  const lines: string[] = [];
  await writeBackup(db, async (line) => void lines.push(line));
  return lines;
}

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}

/** Every row of every table as text, and the next value of each sequence. Both databases write times in their own zone. */
const contentOf = (db: Db) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`set local time zone 'UTC'`);
    return readContent(tx);
  });

async function readContent(db: Db): Promise<Record<string, unknown>> {
  const tables = parseRows(
    await db.execute(sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`),
    v.object({ name: v.string() }),
  );
  const content: Record<string, unknown> = {};
  for (const { name } of tables) {
    const columns = name === 'schema_migrations' ? sql`name` : sql`t.*`;
    const rows = await db.execute(
      sql`select (r.*)::text as row from (select ${columns} from ${sql.identifier(name)} t) r order by 1`,
    );
    content[name] = parseRows(rows, v.object({ row: v.string() })).map(({ row }) => row);
  }
  const sequences = await db.execute(
    sql`select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' order by 1`,
  );
  content.sequences = parseRows(sequences, v.object({ name: v.string(), value: v.nullable(v.string()) }));
  return content;
}

describe('A backup', () => {
  test.each([
    { from: 'PostgreSQL', openSource: openPostgres, targets: [openEmptyPostgres] },
    {
      from: 'the embedded database',
      openSource: openEmbedded,
      targets: [openEmptyEmbedded, openEmptyPostgres],
    },
  ])('of $from restores every row and sequence', async ({ openSource, targets }) => {
    const source = await openFilled(openSource);
    const lines = await backUp(source);
    const expected = await contentOf(source);
    for (const openTarget of targets) {
      const target = await openNew(openTarget);
      const count = await restoreBackup(target, each(lines));
      expect(count).toBe(lines.filter((line) => !line.startsWith('#')).length);
      expect(await contentOf(target)).toEqual(expected);
      expect(await migrate(target)).toEqual([]);
    }
  });

  test('is a consistent snapshot although a server continues to write', async () => {
    const source = await openFilled(openPostgres);
    let isWritten = false;
    const lines: string[] = [];
    await writeBackup(source, async (line) => {
      lines.push(line);
      if (isWritten) return;
      isWritten = true;
      await source.execute(sql`update users set name = 'someone else'`);
      await enqueueJob(source, { kind: 'later', payload: {} });
    });
    expect(lines.filter((line) => line.includes('someone else') || line.includes('"later"'))).toEqual([]);
  });

  test('lets no migration change a table that it has not read yet', async () => {
    const source = await openFilled(openPostgres);
    const startMigration = () =>
      source.transaction(async (tx) => {
        await tx.execute(sql`set local lock_timeout = 100`);
        await tx.execute(sql`lock table users in access exclusive mode`);
      });
    let outcome: unknown;
    await writeBackup(source, async (line) => {
      if (line === '#table users') outcome = await startMigration().catch((error) => error.cause.code);
    });
    expect(outcome).toBe('55P03');
  });

  test('that is incomplete or of another kind restores nothing', async () => {
    const lines = await backUp(await openFilled(openPostgres));
    const target = await openNew(openEmptyPostgres);
    const lastRow = lines.findLastIndex((line) => !line.startsWith('#'));
    for (const damaged of [lines.slice(0, -1), lines.toSpliced(lastRow, 1), lines.slice(1), [], ['hello']]) {
      await expect(restoreBackup(target, each(damaged))).rejects.toThrow(/not complete|not a backup/);
    }
    expect(await restoreBackup(target, each(lines))).toBeGreaterThan(0);
  });

  test('is not restored into a database that contains data', async () => {
    const source = await openFilled(openPostgres);
    const before = await contentOf(source);
    await expect(restoreBackup(source, each(await backUp(source)))).rejects.toThrow(
      'The database is not empty',
    );
    expect(await contentOf(source)).toEqual(before);
  });

  test('is restored once by two restores at the same moment, and the second says why it stops (REL-31)', async () => {
    const lines = await backUp(await openFilled(openPostgres));
    const db = await openNew(openEmptyPostgres);
    const outcomes = await Promise.allSettled([1, 2].map(() => restoreBackup(db, each(lines))));
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(reasons.map(String)).toEqual([expect.stringContaining('The database is not empty')]);
  });

  test('of an older version is migrated, and one of a newer version is refused', async () => {
    const old = await openNew(openEmptyPostgres);
    await migrate(old, { only: new Set(['0001_core.sql']) });
    await old.execute(
      sql`insert into guest_requests (created, first_name, last_name, phone, email, pickup, dropoff, note, status) values (now(), 'A', '', '', '', 'Bray', 'Cork', '', 1)`,
    );
    const lines = await backUp(old);
    const target = await openNew(openEmptyPostgres);
    expect(await restoreBackup(target, each(lines))).toBe(1);
    expect(await migrate(target)).toEqual([]);

    const fromFuture = lines.toSpliced(1, 0, '#migration 9999_future.sql');
    const empty = await openNew(openEmptyPostgres);
    await expect(restoreBackup(empty, each(fromFuture))).rejects.toThrow(
      'newer version, which has 9999_future.sql',
    );
  });
});
