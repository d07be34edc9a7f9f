import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { readDatabaseEnvironment } from '../config/environment.ts';
import { restoreBackup } from './backup.ts';
import { runDatabaseTool } from './database-tool.ts';
import { openDatabase } from './open-database.ts';

const USAGE = `npm run restore -- FILE

Restores a backup into a database that is empty: a new PostgreSQL database, or a DATA_DIR that does not exist yet. The
backup may come from the other kind of database.`;

/** `npm run restore -- file.gz`. */
await runDatabaseTool(USAGE, async (file) => {
  const database = await openDatabase({
    ...readDatabaseEnvironment(process.env),
    poolSize: 1,
    checkoutTimeoutMs: 0,
  });
  try {
    return `${await restoreBackup(database.db, readLines(file))} rows were restored from ${file}.`;
  } finally {
    await database.close();
  }
});

/** Node's readline would also end a line at U+2028, which may be part of somebody's text. */
async function* readLines(file: string): AsyncGenerator<string> {
  const input = createReadStream(file);
  const gunzip = createGunzip();
  // `pipe` does not pass errors on.
  input.on('error', (error) => gunzip.destroy(error));
  let rest = '';
  for await (const chunk of input.pipe(gunzip).setEncoding('utf8')) {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
}
