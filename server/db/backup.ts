import { randomBytes } from 'node:crypto';
import { createReadStream, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import * as v from 'valibot';
import { OperatorError } from '../config/operator-error.ts';
import { type Db, parseRows } from './database.ts';
import { isDatabaseUnavailable, reasonOf, rootCause } from './database-errors.ts';
import { MIGRATION_LOCK_ID, type MigrateOptions, migrate, migrationFiles } from './migrate.ts';

/**
 * A backup is a text of lines, the same for both databases, so that an embedded database can be restored into
 * PostgreSQL. A line that begins with `#` is a directive; every other line is a row of the table named last, as
 * PostgreSQL writes it in JSON. JavaScript never parses the rows, so no value loses precision.
 */
const FORMAT = 'send-backup 1';
const ROWS_PER_READ = 500;
const MIGRATIONS_TABLE = 'schema_migrations';

const Names = v.object({ name: v.string() });
const Line = v.object({ line: v.string() });
const Sequence = v.object({ name: v.string(), value: v.string() });
const Reference = v.object({ from: v.string(), to: v.string() });

/** Writes all tables as they are at one moment, while servers go on working; returns the number of rows. */
export async function writeBackup(db: Db, write: (line: string) => Promise<void>): Promise<number> {
  return db.transaction(
    async (tx) => {
      // The first statement takes the snapshot that all others see.
      const applied = await tx.execute(sql`select name from schema_migrations order by name`);
      await write(`#${FORMAT}`);
      for (const { name } of parseRows(applied, Names)) await write(`#migration ${name}`);
      let count = 0;
      const tables = await tablesInOrder(tx);
      // A migration would remove columns and rewritten rows also from this snapshot.
      const names = sql.join(
        tables.map((table) => sql.identifier(table)),
        sql`, `,
      );
      await tx.execute(sql`lock table ${names} in access share mode`);
      for (const table of tables) {
        await write(`#table ${table}`);
        count += await writeRows(tx, table, write);
      }
      // Sequences are not part of the snapshot. Read after the rows, they are never behind them.
      const sequences = await tx.execute(
        sql`select sequencename as name, last_value::text as value from pg_sequences where schemaname = 'public' and last_value is not null order by sequencename`,
      );
      for (const { name, value } of parseRows(sequences, Sequence)) await write(`#sequence ${name} ${value}`);
      await write(`#end ${count}`);
      return count;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

async function writeRows(tx: Db, table: string, write: (line: string) => Promise<void>): Promise<number> {
  let count = 0;
  await tx.execute(
    sql`declare backup_rows no scroll cursor for select row_to_json(t)::text as line from ${sql.identifier(table)} t`,
  );
  for (;;) {
    const result = await tx.execute(sql`fetch ${sql.raw(String(ROWS_PER_READ))} from backup_rows`);
    const rows = parseRows(result, Line);
    for (const { line } of rows) await write(line);
    count += rows.length;
    if (rows.length < ROWS_PER_READ) break;
  }
  await tx.execute(sql`close backup_rows`);
  return count;
}

/**
 * Restores a backup into an empty database, all of it or nothing, and applies the migrations that are newer than
 * the backup; returns the number of rows.
 * @throws OperatorError if the file is not a backup, is not complete, or does not fit the database
 */
export async function restoreBackup(
  db: Db,
  lines: AsyncIterable<string>,
  options: Pick<MigrateOptions, 'directory'> = {},
): Promise<number> {
  return db.transaction(async (tx) => {
    // Another restore, or a server that migrates the same database, waits until this one has ended.
    await tx.execute(sql.raw(`select pg_advisory_xact_lock(${MIGRATION_LOCK_ID})`));
    if ((await listTables(tx)).length > 0) {
      throw new OperatorError(
        'The database is not empty. Restore into a new one, so that nothing is overwritten.',
      );
    }
    const migrations = new Set<string>();
    let table: string | undefined;
    let rows: string[] = [];
    let count = 0;
    let isComplete = false;
    let isFirst = true;

    const flush = async () => {
      if (table !== undefined && rows.length > 0) await insertRows(tx, table, rows);
      count += rows.length;
      rows = [];
    };
    for await (const line of lines) {
      if (isFirst && line !== `#${FORMAT}`) throw new OperatorError('The file is not a backup of Send.');
      isFirst = false;
      if (!line.startsWith('#')) {
        rows.push(line);
        if (rows.length === ROWS_PER_READ) await flush();
        continue;
      }
      await flush();
      const [directive, name = '', value = ''] = line.slice(1).split(' ');
      if (directive === 'migration') migrations.add(name);
      if (directive === 'table') {
        if (table === undefined) await createTables(tx, migrations, options);
        table = name;
      }
      if (directive === 'sequence') await tx.execute(sql`select setval(${name}::regclass, ${value}::bigint)`);
      if (directive === 'end') isComplete = Number(name) === count;
    }
    if (!isComplete)
      throw new OperatorError('The backup is not complete: its end is missing. Nothing was restored.');
    await migrate(tx, options);
    return count;
  });
}

/** Creates the tables as they were when the backup was made. */
async function createTables(
  tx: Db,
  migrations: ReadonlySet<string>,
  options: Pick<MigrateOptions, 'directory'>,
): Promise<void> {
  const known = new Set(migrationFiles(options.directory));
  const unknown = [...migrations].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new OperatorError(
      `The backup was made by a newer version, which has ${unknown.join(', ')}. Restore it with that version.`,
    );
  }
  await migrate(tx, { ...options, only: migrations });
}

async function insertRows(tx: Db, table: string, rows: readonly string[]): Promise<void> {
  const name = sql.identifier(table);
  const records = sql`jsonb_populate_recordset(null::${name}, ${`[${rows.join(',')}]`}::jsonb)`;
  try {
    await tx.execute(sql`insert into ${name} overriding system value select * from ${records}`);
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error;
    const cause = rootCause(error);
    const reason = cause instanceof Error ? reasonOf(cause) : String(cause);
    throw new OperatorError(`A row of ${table} does not fit the database (${reason}). Nothing was restored.`);
  }
}

/** A table comes after the tables that its foreign keys refer to. */
async function tablesInOrder(tx: Db): Promise<string[]> {
  const tables = (await listTables(tx)).filter((name) => name !== MIGRATIONS_TABLE);
  const result = await tx.execute(
    sql`select a.relname as "from", b.relname as "to" from pg_constraint c join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid where c.contype = 'f' and a.oid <> b.oid`,
  );
  const references = parseRows(result, Reference);
  const ordered: string[] = [];
  const visit = (table: string) => {
    if (ordered.includes(table)) return;
    for (const { from, to } of references) if (from === table) visit(to);
    ordered.push(table);
  };
  tables.forEach(visit);
  return ordered;
}

async function listTables(tx: Db): Promise<string[]> {
  const result = await tx.execute(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
  );
  return parseRows(result, Names).map(({ name }) => name);
}

/** In characters. Compressing each row for itself takes several times as long. */
const BLOCK_LENGTH = 256 * 1024;
/** Compressing more takes longer than reading the rows. */
const LEVEL = 3;

export type BackupFile = { write(line: string): Promise<void>; finish(): Promise<void> };

/**
 * Creates the compressed file of a backup. It appears under its name when it is complete and on the disk. `-`, devices
 * and pipes are written to instead.
 * @throws OperatorError if it cannot be written
 */
export async function createBackupFile(path: string): Promise<BackupFile> {
  const { output, publish } = await openOutput(path).catch((error) => Promise.reject(unusable(path, error)));
  const gzip = createGzip({ level: LEVEL });
  const writing = pipeline(gzip, output).catch((error) => Promise.reject(unusable(path, error)));
  // The next write reports the failure.
  writing.catch(() => {});
  let block = '';
  let compressing = Promise.resolve();

  /** Returns when the previous block is compressed, so that the next one is read while this one is compressed. */
  const writeBlock = async () => {
    const text = block;
    block = '';
    await compressing;
    if (gzip.destroyed) await writing;
    compressing = new Promise((resolve) => gzip.write(text, () => resolve()));
  };
  return {
    async write(line) {
      block += `${line}\n`;
      if (block.length >= BLOCK_LENGTH) await writeBlock();
    },
    async finish() {
      await writeBlock();
      gzip.end();
      await writing;
      publish();
    },
  };
}

async function openOutput(path: string): Promise<{ output: Writable; publish(): void }> {
  const known = statSync(path, { throwIfNoEntry: false });
  if (path === '-' || path === '/dev/stdout') return { output: process.stdout, publish() {} };
  if (known !== undefined && !known.isFile()) {
    const handle = await open(path, 'w');
    return { output: handle.createWriteStream(), publish() {} };
  }
  // No one can guess the name, and the file must not exist, so no one else has it open.
  const partial = `${path}.${randomBytes(6).toString('hex')}.partial`;
  process.once('exit', () => rmSync(partial, { force: true }));
  const handle = await open(partial, 'wx', 0o600);
  return { output: handle.createWriteStream({ flush: true }), publish: () => renameSync(partial, path) };
}

/**
 * The lines of a compressed backup; `-` is the standard input. Node's readline would also end a line at U+2028, which
 * may be part of a text.
 * @throws OperatorError if it cannot be read
 */
export async function* readBackupFile(path: string): AsyncGenerator<string> {
  const input: Readable = path === '-' ? process.stdin : createReadStream(path);
  const gunzip = createGunzip();
  // `pipe` does not pass errors on.
  input.on('error', (error) => gunzip.destroy(error));
  let rest = '';
  try {
    for await (const chunk of input.pipe(gunzip).setEncoding('utf8')) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw unusable(path, error);
  }
}

function unusable(path: string, error: unknown): OperatorError {
  return new OperatorError(`${path} cannot be used: ${error instanceof Error ? error.message : error}`);
}
