import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite } from '@electric-sql/pglite';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import pg from 'pg';
import { OperatorError } from '../config/operator-error.ts';
import { createDirectory, makePrivateDirectory } from '../config/private-directory.ts';
import type { Db } from './database.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { lockDirectory } from './directory-lock.ts';
import { openPool } from './postgres.ts';
import {
  isEmptyDirectory,
  unfinishedCopy,
  unpackDraft,
  unpackPreparedDatabase,
} from './prepared-database.ts';
import { openReplica, type Replica, type ReplicaOptions } from './replica.ts';

/**
 * By default V8 optimizes hundreds of PGlite's functions while a database is opened or created, which takes a third of the
 * processor time of a first start. With a hundred times the default budget it optimizes only those that run often afterwards.
 */
const OPTIMIZE_LATER = '--wasm-tiering-budget=200000000';

export type OpenDatabase = {
  db: Db;
  /** Handles reads, if there is one. */
  replica?: Replica | undefined;
  kind: 'embedded' | 'postgresql';
  /** Maintenance that PostgreSQL does by itself and the embedded database does not. */
  maintain(): Promise<void>;
  /** Reports new jobs, which any process may have queued. */
  onNewJobs(notify: () => void): Subscription;
  /** Reports sessions that any process has ended, over the connection that reports new jobs. */
  onSessionEnd?: (notify: Notified['onSessionEnd']) => Pick<Subscription, 'isActive'>;
  /** Whether a pooler is in front of PostgreSQL. */
  isPooled?: () => boolean;
  /** How many connections the pool has in each state, and how many callers wait for one. */
  connections?: () => { idle: number; busy: number; waiting: number };
  close(): Promise<void>;
};

type OpenDatabaseOptions = ReplicaOptions & {
  databaseUrl: string | undefined;
  /** The address of PostgreSQL itself, if `databaseUrl` is that of a pooler. */
  directUrl?: string | undefined;
  replicaUrl?: string | undefined;
  dataDir: string;
  /** The directory of the prepared embedded database, if it is not the one of the build. */
  preparedDir?: string;
};

/** Opens PostgreSQL if a URL is given, and otherwise the embedded database in the data directory. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<OpenDatabase> {
  return options.databaseUrl === undefined
    ? openEmbedded(options)
    : openPostgres(options.databaseUrl, options);
}

/**
 * Opens a database for the work of a tool, and closes it afterwards.
 * @throws OperatorError if there is no embedded database: a tool without the settings of the server must not create one
 */
export async function withDatabase<T>(
  options: OpenDatabaseOptions,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataDir } = options;
  if (databaseUrl === undefined && isEmptyDirectory(join(dataDir, 'pg'))) {
    throw new OperatorError(`There is no database in DATA_DIR ${dataDir}. Set DATABASE_URL or DATA_DIR.`);
  }
  const database = await openDatabase(options);
  return work(database.db).finally(() => database.close());
}

/** @throws OperatorError if another process uses the directory, or other users can read it */
async function openEmbedded({ dataDir, preparedDir }: OpenDatabaseOptions): Promise<OpenDatabase> {
  setFlagsFromString(OPTIMIZE_LATER);
  makePrivateDirectory(dataDir);
  const unlock = await lockDirectory(dataDir);
  try {
    const directory = join(dataDir, 'pg');
    const isPrepared = unpackPreparedDatabase(directory, preparedDir);
    const client = await PGlite.create({ dataDir: directory });
    // The migrations of a prepared database ran when it was built, but here they apply from now on.
    if (isPrepared) await client.exec('update schema_migrations set applied = now()');
    return { ...embeddedDatabase(client), close: () => client.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Creates an embedded database without tables and fills it. It appears under its name when `fill` has succeeded;
 * otherwise nothing of it stays behind. Only for programs that end afterwards.
 * @throws OperatorError if the data directory contains a database
 */
export async function createEmbedded<T>(dataDir: string, fill: (db: Db) => Promise<T>): Promise<T> {
  setFlagsFromString(OPTIMIZE_LATER);
  const created = createDirectory(dataDir);
  makePrivateDirectory(dataDir);
  const unlock = await lockDirectory(dataDir);
  const target = join(dataDir, 'pg');
  const draft = unfinishedCopy(target);
  let incomplete = created ?? draft;
  process.once('exit', () => rmSync(incomplete, { recursive: true, force: true }));
  try {
    if (!isEmptyDirectory(target)) {
      throw new OperatorError(`${dataDir} contains a database. Restore into a new DATA_DIR.`);
    }
    // Emptying the prepared database takes a fraction of the processor time of creating one.
    const isPrepared = unpackDraft(draft);
    const client = await PGlite.create({ dataDir: draft });
    if (isPrepared) await client.exec('drop schema public cascade; create schema public');
    const result = await fill(drizzle(client)).finally(() => client.close());
    renameSync(draft, target);
    incomplete = draft;
    return result;
  } catch (error) {
    // PGlite aborts without a reason if it cannot write.
    if (!isDatabaseUnavailable(error)) throw error;
    throw new OperatorError(`${dataDir} could not be written. Is there enough space?`);
  } finally {
    unlock();
  }
}

export function embeddedDatabase(client: PGlite): Omit<OpenDatabase, 'close'> {
  const db = drizzle(client);
  return {
    db,
    kind: 'embedded',
    // Only this process uses the embedded database, so no notification is lost.
    onNewJobs(notify) {
      const unsubscribe = client.listen(JOBS_CHANNEL, notify);
      return { isActive: () => true, stop: async () => (await unsubscribe)() };
    },
    async maintain() {
      await db.execute(sql`checkpoint`);
      await db.execute(sql`vacuum (analyze)`);
    },
  };
}

function openPostgres(connectionString: string, options: OpenDatabaseOptions): OpenDatabase {
  const { db, pool, isPooled } = openPool(connectionString, options);
  const { directUrl, replicaUrl } = options;
  const replica = replicaUrl === undefined ? undefined : openReplica(replicaUrl, db, options);
  let subscription: Subscription | undefined;
  let onSessionEnd: Notified['onSessionEnd'] = () => {};
  return {
    db,
    replica,
    kind: 'postgresql',
    maintain: async () => {},
    onNewJobs(onNewJobs) {
      const isPooledAddress = directUrl === undefined ? isPooled : () => false;
      subscription = subscribe(directUrl ?? connectionString, isPooledAddress, {
        onNewJobs,
        onSessionEnd: (id) => onSessionEnd(id),
        onFailure(error) {
          const name = directUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
          options.onError?.(new Error(`No notifications arrive over ${name}`, { cause: error }));
        },
      });
      return subscription;
    },
    onSessionEnd(notify) {
      onSessionEnd = notify;
      return { isActive: () => subscription?.isActive() ?? false };
    },
    isPooled,
    connections: () => ({
      idle: pool.idleCount,
      busy: pool.totalCount - pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async close() {
      await replica?.close();
      await pool.end();
    },
  };
}

/** The channel of the trigger that reports new jobs. */
const JOBS_CHANNEL = 'send_jobs';
/** The channel of the trigger that reports the ids of ended sessions. */
const SESSIONS_CHANNEL = 'send_sessions';
const RECONNECT_MS = 5000;

export type Subscription = {
  /** Whether notifications arrive. They do not while the connection is broken, nor through a pooler. */
  isActive(): boolean;
  stop(): Promise<void>;
};

type Notified = {
  onNewJobs: () => void;
  /** Gets the id of the session, or undefined if any may have ended. */
  onSessionEnd: (id: string | undefined) => void;
  /** Called once if the connection fails, until it has worked again. */
  onFailure: (error: unknown) => void;
};

/**
 * Reports notifications over a connection of its own, and connects again if it breaks. A pooler gives each transaction
 * any connection, so no notification would arrive.
 * @param isPooled whether the address is that of a pooler
 */
function subscribe(
  connectionString: string,
  isPooled: () => boolean,
  { onNewJobs, onSessionEnd, onFailure }: Notified,
): Subscription {
  let client: pg.Client | undefined;
  let isActive = false;
  let hasFailed = false;
  const connect = async () => {
    if (isPooled() || client !== undefined) return;
    const connection = new pg.Client({ connectionString, keepAlive: true, application_name: 'send' });
    client = connection;
    const forget = () => {
      if (client === connection) client = undefined;
      isActive = false;
    };
    connection.on('error', forget);
    connection.on('end', forget);
    connection.on('notification', ({ channel, payload }) =>
      channel === JOBS_CHANNEL ? onNewJobs() : onSessionEnd(payload),
    );
    try {
      await connection.connect();
      await connection.query(`listen ${JOBS_CHANNEL}; listen ${SESSIONS_CHANNEL}`);
      isActive = client === connection;
      hasFailed = false;
      // Jobs may have been queued and sessions ended meanwhile.
      onNewJobs();
      onSessionEnd(undefined);
    } catch (error) {
      if (!hasFailed) onFailure(error);
      hasFailed = true;
      forget();
      await connection.end().catch(() => {});
    }
  };
  let connecting = connect();
  const timer = setInterval(() => {
    connecting = connect();
  }, RECONNECT_MS);
  return {
    isActive: () => isActive,
    async stop() {
      clearInterval(timer);
      await connecting;
      await client?.end().catch(() => {});
    },
  };
}
