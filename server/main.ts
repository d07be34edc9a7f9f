import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createLogger } from './boot/logger.ts';
import { type RunningServer, startServer } from './boot/server.ts';
import { readEnvironment, type Settings } from './config/environment.ts';
import { OperatorError } from './config/operator-error.ts';
import { checkDatabaseHealth } from './db/database.ts';
import { failureMessage, reasonOf } from './db/database-errors.ts';
import { migrate, migratePostgres, requireMigrations } from './db/migrate.ts';
import { type OpenDatabase, openDatabase } from './db/open-database.ts';
import { checkConnectionLimits, identifyDatabase, waitForPostgres } from './db/postgres.ts';

/** A supervisor usually kills a process ten seconds after SIGTERM. */
const STOP_MS = 9800;
/** Longer than the steps after the delay take together, which server/http/listen.ts limits. */
const MIN_STOP_MS = 5000;

/** Reads the environment, opens the database, listens, and shuts down in order after a signal. */
await run().catch((error) => {
  console.error(failureMessage(error, 'DATA_DIR'));
  process.exit(1);
});

async function run(): Promise<void> {
  const settings = readEnvironment(process.env);
  // An operator who tries the server out wants to read its URL and not a line per request.
  const log = createLogger(settings.isDemo ? 'warn' : 'info');
  const notify = settings.isDemo ? console.info : (line: string) => log.info(line);
  for (const warning of settings.warnings) log.warn(warning);
  const database = await prepareDatabase(settings, log, notify);
  const server = await startServer(settings, database, log);
  for (const line of startupMessage(server, database.kind)) notify(line);
  closeOnSignal(server, settings.shutdownDelayMs);
}

type Notify = (line: string) => void;

async function prepareDatabase(settings: Settings, log: Logger, notify: Notify): Promise<OpenDatabase> {
  const { databaseUrl, databaseDirectUrl: directUrl, replicaUrl, databaseWaitMs, dataDir } = settings;
  const { connections, migratesOnStart } = settings;
  if (databaseUrl !== undefined) {
    const identity = await waitForPostgres(databaseUrl, {
      timeoutMs: databaseWaitMs,
      onWait: (error) =>
        notify(
          `The database cannot be reached (${reasonOf(error)}). Waiting for it for up to ${databaseWaitMs / 1000} seconds.`,
        ),
    });
    const direct = directUrl === undefined ? identity : await identifyDatabase(directUrl);
    if (typeof direct === 'string' && direct !== identity) {
      throw new OperatorError('DATABASE_DIRECT_URL leads to another database than DATABASE_URL.');
    }
    if (typeof direct !== 'string' && migratesOnStart) {
      throw new OperatorError(`DATABASE_DIRECT_URL cannot be reached: ${reasonOf(direct)}`);
    }
    if (migratesOnStart) await migratePostgres(directUrl ?? databaseUrl, { onWait: notify });
  }
  const database = await openDatabase({
    databaseUrl,
    directUrl,
    replicaUrl,
    dataDir,
    ...connections,
    onError: (error) => log.error({ err: error }, 'a database connection broke'),
    onReplicaChange: (error) =>
      error === undefined
        ? log.info('the replica handles reads again')
        : log.warn({ err: error }, 'the replica cannot be used: the primary handles all reads'),
  });
  if (database.kind === 'postgresql') {
    const { poolSize } = connections;
    // The first connection shows whether a pooler is in between.
    await checkDatabaseHealth(database.db);
    const isPooled = database.isPooled?.() ?? false;
    const warning = await checkConnectionLimits(database.db, { poolSize, isPooled });
    if (warning !== undefined) log.warn(warning);
  }
  if (databaseUrl === undefined && migratesOnStart) await migrate(database.db);
  if (!migratesOnStart) await requireMigrations(database.db);
  return database;
}

function startupMessage({ url, hasPage }: RunningServer, database: OpenDatabase['kind']): string[] {
  const address = hasPage
    ? `Send is at ${url}`
    : `The API is at ${url}/api. There is no built page: run "npm run build", or "npm run dev".`;
  if (database === 'postgresql') return [address];
  return [
    address,
    'It uses the embedded database, which is for trying out: a power cut may lose the last writes. For real use, set DATABASE_URL.',
  ];
}

function closeOnSignal(server: RunningServer, delayMs: number): void {
  let isClosing = false;
  const closeAfter = async (delay: number) => {
    if (isClosing) process.exit(1);
    isClosing = true;
    await Promise.race([server.close(delay), pause(Math.max(STOP_MS, delay + MIN_STOP_MS))]);
    process.exit(0);
  };
  process.on('SIGTERM', () => closeAfter(delayMs));
  // Ctrl+C in a terminal: no load balancer has to notice anything.
  process.on('SIGINT', () => closeAfter(0));
}
