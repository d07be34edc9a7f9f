import { readDatabaseEnvironment } from '../config/environment.ts';
import { OperatorError } from '../config/operator-error.ts';
import { failureMessage } from './database-errors.ts';
import { migrate, migratePostgres } from './migrate.ts';
import { withDatabase } from './open-database.ts';

/** `npm run migrate`: brings the tables up to date without starting a server. */
try {
  const names = await runMigrations();
  console.info(names.length === 0 ? 'The database is up to date.' : `Applied ${names.join(', ')}.`);
} catch (error) {
  console.error(failureMessage(error, 'DATA_DIR'));
  process.exitCode = 1;
}

/** @throws OperatorError for an argument, because the command has none */
async function runMigrations(): Promise<string[]> {
  if (process.argv.length > 2) throw new OperatorError('npm run migrate takes no arguments.');
  const { databaseUrl, dataDir } = readDatabaseEnvironment(process.env);
  if (databaseUrl !== undefined) {
    return migratePostgres(databaseUrl, { onWait: (reason) => console.info(reason) });
  }
  return withDatabase({ databaseUrl, dataDir }, migrate);
}
