import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate, readMigrations } from './migrate.ts';

/** The build puts the prepared database beside the bundle. Code that runs from its source has none. */
const DIRECTORY = join(import.meta.dirname, 'prepared');

const BLOCK_BYTES = 512;
const DIRECTORY_ENTRY = '5';

/** The file for exactly these migrations and this version of PGlite: another version's has another name. */
export function preparedDatabaseName(): string {
  const pglite = createRequire(import.meta.url).resolve('@electric-sql/pglite');
  // It contains the version.
  const hash = createHash('sha256').update(readFileSync(join(dirname(pglite), '../package.json'), 'utf8'));
  for (const { name, text } of readMigrations()) hash.update(`\0${name}\0${text}`);
  return `database-${hash.digest('hex').slice(0, 16)}.tar.gz`;
}

/** Creates an embedded database that has all tables and no rows of customers, and returns it as a compressed tar archive. */
export async function createPreparedDatabase(): Promise<Buffer> {
  const client = await PGlite.create();
  await migrate(drizzle(client));
  await client.exec('vacuum (analyze)');
  await client.exec('checkpoint');
  const dump = await client.dumpDataDir('gzip');
  await client.close();
  return Buffer.from(await dump.arrayBuffer());
}

/**
 * Unpacks the prepared database, because creating one takes several seconds of processor time. Returns false if
 * there is none for this version, if it is damaged or if the target contains something: PGlite then creates or
 * opens the database itself.
 *
 * All copies have the same system identifier, which only replication reads, and PGlite has no replication. The
 * archive contains no secrets: the session key is created beside the database at the first start.
 */
export function unpackPreparedDatabase(target: string, directory = DIRECTORY): boolean {
  const draft = unfinishedCopy(target);
  if (!isEmptyDirectory(target) || !unpackDraft(draft, directory)) return false;
  // A directory that is renamed when it is complete is never opened half-written.
  renameSync(draft, target);
  return true;
}

/**
 * Unpacks the prepared database into a directory that it replaces. Returns false, without a directory, if there is none
 * or if it is damaged.
 * @throws the error of the file system if it cannot be written: creating a database needs as much space
 */
export function unpackDraft(draft: string, directory = DIRECTORY): boolean {
  rmSync(draft, { recursive: true, force: true });
  const tar = readArchive(join(directory, preparedDatabaseName()));
  if (tar === undefined) return false;
  try {
    // Only this user can read the database, whatever the umask is.
    for (const { path, isDirectory, content } of readTar(tar)) {
      const file = join(draft, path);
      mkdirSync(isDirectory ? file : dirname(file), { recursive: true, mode: 0o700 });
      if (!isDirectory) writeFileSync(file, content, { mode: 0o600 });
    }
    return true;
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function readArchive(path: string): Buffer | undefined {
  try {
    return gunzipSync(readFileSync(path));
  } catch {
    return undefined;
  }
}

/** Where a database is written until it is complete. The next start deletes what a killed process has left there. */
export function unfinishedCopy(target: string): string {
  return `${target}.unpacking`;
}

/**
 * Reads the entries of a tar archive that PGlite wrote: files and directories without long names or links. PGlite's own
 * `loadDataDir` makes the first start a third longer, and a start that is killed would leave half a database.
 */
function* readTar(tar: Buffer) {
  for (let offset = 0; offset < tar.length && tar[offset] !== 0; ) {
    const field = (start: number, length: number) =>
      tar
        .toString('latin1', offset + start, offset + start + length)
        .split('\0')[0]
        ?.trim() ?? '';
    const start = offset + BLOCK_BYTES;
    const size = Number.parseInt(field(124, 12) || '0', 8);
    yield {
      path: field(0, 100),
      isDirectory: field(156, 1) === DIRECTORY_ENTRY,
      content: tar.subarray(start, start + size),
    };
    offset = start + Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES;
  }
}

export function isEmptyDirectory(directory: string): boolean {
  return !existsSync(directory) || readdirSync(directory).length === 0;
}
