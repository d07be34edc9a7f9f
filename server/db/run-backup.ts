import { readDatabaseEnvironment } from '../config/environment.ts';
import { OperatorError } from '../config/operator-error.ts';
import { createBackupFile, writeBackup } from './backup.ts';
import { runDatabaseTool } from './database-tool.ts';
import { withDatabase } from './open-database.ts';

const USAGE = `npm run backup -- FILE

Writes all data of the database to a compressed file that only you can read; - writes to the standard output. A server
on PostgreSQL goes on working meanwhile; a server with the embedded database must be stopped first.`;

const STANDARD_OUTPUT = ['-', '/dev/stdout'];

await runDatabaseTool(USAGE, async (path) => {
  const { npm_lifecycle_event: script, npm_config_loglevel: level } = process.env;
  if (STANDARD_OUTPUT.includes(path) && script === 'backup' && level !== 'silent') {
    // npm has already written the name of the script there, which no one can restore.
    throw new OperatorError(`npm writes to the standard output too. Run npm run --silent backup -- ${path}`);
  }
  const { databaseUrl, dataDir } = readDatabaseEnvironment(process.env);
  return withDatabase({ databaseUrl, dataDir, poolSize: 1, statementTimeoutMs: 0 }, async (db) => {
    const file = await createBackupFile(path);
    const rows = await writeBackup(db, file.write);
    await file.finish();
    return `${rows} rows were written to ${path}.`;
  });
});
