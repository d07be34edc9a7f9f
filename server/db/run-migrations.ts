import { readDatabaseEnvironment } from '../config/environment.ts';
import { OperatorError } from '../config/operator-error.ts';
import { runTool } from './database-tool.ts';
import { migrate, migratePostgres } from './migrate.ts';
import { withDatabase } from './open-database.ts';

/** `npm run migrate`: brings the tables up to date without starting a server. */
async function runMigrations(): Promise<number> {
  if (process.argv.length > 2) throw new OperatorError('npm run migrate takes no arguments.');
  const { databaseUrl, dataDir } = readDatabaseEnvironment(process.env);
  const names = await (databaseUrl === undefined
    ? withDatabase({ databaseUrl, dataDir }, migrate)
    : migratePostgres(databaseUrl, { onWait: (reason) => console.info(reason) }));
  console.info(names.length === 0 ? 'The database is up to date.' : `Applied ${names.join(', ')}.`);
  return 0;
}

await runTool(runMigrations, 'DATA_DIR');
