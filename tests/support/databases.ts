import { randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import pg from 'pg';
import { describe, inject } from 'vitest';
import { type OpenDatabase, openDatabase, openInMemory } from '../../server/db/open-database.ts';

type Opener = () => Promise<OpenDatabase>;

/** Runs the same tests on the embedded database and on PostgreSQL, each time on an empty database. */
export function onBothDatabases(title: string, tests: (open: Opener) => void): void {
  describe(`${title} (embedded)`, () => tests(openEmbedded));
  describe(`${title} (PostgreSQL)`, () => tests(openPostgres));
}

/** An empty embedded database in memory. */
export async function openEmbedded(): Promise<OpenDatabase> {
  return openInMemory(await openAsBlob(inject('embeddedDump')));
}

export async function openPostgres(): Promise<OpenDatabase> {
  const database = await createDatabase();
  const opened = await openDatabase({ databaseUrl: database.url, dataDir: '', poolSize: 20 });
  return {
    ...opened,
    async close() {
      await opened.close();
      await database.drop();
    },
  };
}

/** An empty database in the temporary cluster of the run. */
export async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `send_${randomBytes(6).toString('hex')}`;
  const cluster = inject('postgresUrl');
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  await once(cluster, `create database ${name}`);
  return { url: url.href, drop: () => once(cluster, `drop database ${name} with (force)`) };
}

async function once(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}
