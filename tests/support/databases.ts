import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import pg from 'pg';
import { describe, inject } from 'vitest';
import { type OpenDatabase, openDatabase, openInMemory } from '../../server/db/open-database.ts';

type Opener = () => Promise<OpenDatabase>;

/** Runs the same tests on the embedded database and on PostgreSQL, each on a database of its own without rows. */
export function onBothDatabases(title: string, tests: (open: Opener) => void): void {
  describe(`${title} (embedded)`, () => tests(openEmbedded));
  describe(`${title} (PostgreSQL)`, () => tests(openPostgres));
}

/** An embedded database in memory, with all tables and no rows. */
export async function openEmbedded(): Promise<OpenDatabase> {
  return openInMemory(await openAsBlob(inject('embeddedDump')));
}

/** An embedded database in memory without tables. */
export const openEmptyEmbedded = () => openInMemory();

/** A PostgreSQL database with all tables and no rows. */
export const openPostgres = () => openPostgresCopy(inject('postgresTemplate'));

/** A PostgreSQL database without tables. */
export const openEmptyPostgres = () => openPostgresCopy();

async function openPostgresCopy(template?: string): Promise<OpenDatabase> {
  const database = await createDatabase(template);
  const opened = await openDatabase({ databaseUrl: database.url, dataDir: '', poolSize: 20 });
  return {
    ...opened,
    async close() {
      await opened.close();
      await database.drop();
    },
  };
}

/** A database in the run's temporary cluster: empty, or a copy of `template`. */
export async function createDatabase(
  template = 'template1',
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `send_${randomBytes(6).toString('hex')}`;
  const cluster = inject('postgresUrl');
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  await once(cluster, `create database ${name} template ${template}`);
  return { url: url.href, drop: () => once(cluster, `drop database ${name} with (force)`) };
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
