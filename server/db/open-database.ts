import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import pg from 'pg';
import type { Db } from './database.ts';
import { lockDirectory } from './directory-lock.ts';

export type OpenDatabase = {
  db: Db;
  kind: 'embedded' | 'postgresql';
  /** Housekeeping that PostgreSQL does by itself and the embedded one does not. */
  maintain(): Promise<void>;
  close(): Promise<void>;
};

type OpenDatabaseOptions = {
  databaseUrl: string | undefined;
  dataDir: string;
  /** Told of connections that break while nobody uses them. */
  onError?: (error: Error) => void;
  poolSize?: number;
};

/** PostgreSQL where an address is given, else the embedded database in the data directory. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  return options.databaseUrl === undefined
    ? openEmbedded(options.dataDir)
    : openPostgres(options.databaseUrl, options);
}

/** @throws DirectoryLocked where another process has the directory */
async function openEmbedded(dataDir: string): Promise<OpenDatabase> {
  mkdirSync(dataDir, { recursive: true });
  const unlock = lockDirectory(dataDir);
  try {
    const client = await PGlite.create({ dataDir: join(dataDir, 'pg') });
    return { ...embeddedDatabase(client), close: () => client.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** For tests: gone when the process ends. */
export async function openInMemory(): Promise<OpenDatabase> {
  const client = await PGlite.create();
  return { ...embeddedDatabase(client), close: () => client.close() };
}

function embeddedDatabase(client: PGlite): Omit<OpenDatabase, 'close'> {
  const db = drizzlePglite(client);
  return {
    db,
    kind: 'embedded',
    async maintain() {
      await db.execute(sql`checkpoint`);
      await db.execute(sql`vacuum (analyze)`);
    },
  };
}

function openPostgres(connectionString: string, options: OpenDatabaseOptions): OpenDatabase {
  const pool = new pg.Pool({
    connectionString,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 20_000,
    application_name: 'send',
  });
  pool.on('error', (error) => options.onError?.(error));
  return {
    db: drizzlePg(pool),
    kind: 'postgresql',
    maintain: async () => {},
    close: () => pool.end(),
  };
}
