import { readDatabaseEnvironment } from '../config/environment.ts';
import { readBackupFile, restoreBackup } from './backup.ts';
import type { Db } from './database.ts';
import { runDatabaseTool } from './database-tool.ts';
import { createEmbedded, withDatabase } from './open-database.ts';

const USAGE = `npm run restore -- FILE

Restores a backup into a database that is empty: a new PostgreSQL database, or a DATA_DIR without a database. - reads
from the standard input. The backup may come from the other kind of database.`;

await runDatabaseTool(USAGE, async (path) => {
  const { databaseUrl, dataDir } = readDatabaseEnvironment(process.env);
  const restore = (db: Db) => restoreBackup(db, readBackupFile(path));
  const options = { databaseUrl, dataDir, poolSize: 1, statementTimeoutMs: 0 };
  const rows = await (databaseUrl === undefined
    ? createEmbedded(dataDir, restore)
    : withDatabase(options, restore));
  return `${rows} rows were restored from ${path}.`;
});
