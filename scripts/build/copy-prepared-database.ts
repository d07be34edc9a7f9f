import { copyFileSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPreparedDatabase, preparedDatabaseName } from '../../server/db/prepared-database.ts';

/** Creating the database takes several seconds, so it is created again only after a migration was added. */
const CACHE = join(import.meta.dirname, '../../node_modules/.cache/prepared-database');

/** Puts the prepared embedded database into a directory, and returns its path there. */
export async function copyPreparedDatabase(directory: string): Promise<string> {
  const name = preparedDatabaseName();
  const cached = join(CACHE, name);
  if (!existsSync(cached)) {
    const archive = await createPreparedDatabase();
    mkdirSync(CACHE, { recursive: true });
    // A build that runs at the same time never sees half a file.
    writeFileSync(`${cached}.${process.pid}`, archive);
    renameSync(`${cached}.${process.pid}`, cached);
  }
  mkdirSync(directory, { recursive: true });
  copyFileSync(cached, join(directory, name));
  return join(directory, name);
}
