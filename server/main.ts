import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from './boot/logger.ts';
import { startServer } from './boot/server.ts';
import { EnvironmentError, readEnvironment } from './config/environment.ts';
import { isDatabaseUnavailable, rootCause } from './db/database-errors.ts';
import { DirectoryLockedError } from './db/directory-lock.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open-database.ts';

/** Environment → database → listen → close politely. */
try {
  await run();
} catch (error) {
  console.error(failureMessage(error));
  process.exit(1);
}

async function run(): Promise<void> {
  const settings = readEnvironment(process.env);
  // Whoever tries it out wants to read the address, not a line per request.
  const log = createLogger(settings.isDemo ? 'warn' : 'info');
  const database = await openDatabase({
    databaseUrl: settings.databaseUrl,
    dataDir: settings.dataDir,
    onError: (error) => log.error({ err: error }, 'a database connection broke'),
  });
  await migrate(database.db);
  const server = await startServer(settings, database, log);
  for (const line of startupMessage(server.url, server.hasPage)) console.info(line);
  closeOnSignal(server.close);
}

function startupMessage(url: string, hasPage: boolean): string[] {
  if (hasPage) return [`Send is at ${url}`];
  return [`The API is at ${url}/api. There is no built page: run "npm run build", or "npm run dev".`];
}

function closeOnSignal(close: () => Promise<void>): void {
  let isClosing = false;
  const onSignal = async () => {
    if (isClosing) process.exit(1);
    isClosing = true;
    await Promise.race([close(), pause(9800)]);
    process.exit(0);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/** One line for what an operator can put right; the whole story for a fault of ours. */
function failureMessage(error: unknown): string {
  const cause = rootCause(error);
  if (cause instanceof EnvironmentError || cause instanceof DirectoryLockedError) return cause.message;
  if (!(cause instanceof Error)) return String(cause);
  if (isDatabaseUnavailable(cause)) return `The database cannot be reached: ${cause.message || cause.name}`;
  if ('code' in cause && cause.code === 'EADDRINUSE') return `The address is in use: ${cause.message}`;
  return cause.stack ?? cause.message;
}
