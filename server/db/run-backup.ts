import { once } from 'node:events';
import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { readDatabaseEnvironment } from '../config/environment.ts';
import { writeBackup } from './backup.ts';
import { runDatabaseTool } from './database-tool.ts';
import { openDatabase } from './open-database.ts';

const USAGE = `npm run backup -- FILE

Writes all data of the database to a compressed file that only you can read. A server on PostgreSQL goes on working
meanwhile; a server with the embedded database must be stopped first.`;

/** `npm run backup -- file.gz`. */
await runDatabaseTool(USAGE, async (file) => {
  const partial = `${file}.partial`;
  const database = await openDatabase({
    ...readDatabaseEnvironment(process.env),
    poolSize: 1,
    checkoutTimeoutMs: 0,
  });
  try {
    const gzip = createGzip();
    const output = gzip.pipe(createWriteStream(partial, { mode: 0o600 }));
    const isWritten = finished(output);
    const rows = await writeBackup(database.db, async (line) => {
      if (!gzip.write(`${line}\n`)) await Promise.race([once(gzip, 'drain'), isWritten]);
    });
    gzip.end();
    await isWritten;
    await syncToDisk(partial);
    // A file that is complete only appears under its name when it is on the disk.
    renameSync(partial, file);
    return `${rows} rows were written to ${file}.`;
  } finally {
    rmSync(partial, { force: true });
    await database.close();
  }
});

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  await handle.sync();
  await handle.close();
}
