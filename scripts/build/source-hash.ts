import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The inputs of a build. */
const SOURCES = [
  'src',
  'sw',
  'server',
  'scripts',
  'public',
  'index.html',
  'manifest.webmanifest',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

/** One hash of the names and contents of all sources, which does not depend on modification times. */
export function sourceHash(root: string): string {
  const hash = createHash('sha256');
  for (const path of SOURCES.flatMap((name) => listFiles(join(root, name))).sort()) {
    hash
      .update(`${relative(root, path)}\0`)
      .update(readFileSync(path))
      .update('\0');
  }
  return hash.digest('hex');
}

/** Whether dist contains a complete build of exactly these sources. */
export function isBuilt(root: string, hash: string): boolean {
  const isWhole = ['client/app.html', 'client/index.html', 'server/main.js'].every((file) =>
    existsSync(join(root, 'dist', file)),
  );
  return isWhole && existsSync(sourceHashPath(root)) && readFileSync(sourceHashPath(root), 'utf8') === hash;
}

export function writeSourceHash(root: string, hash: string): void {
  writeFileSync(sourceHashPath(root), hash);
}

function sourceHashPath(root: string): string {
  return join(root, 'dist', 'source-hash');
}

function listFiles(path: string): string[] {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (stat.isFile()) return [path];
  return (
    readdirSync(path, { recursive: true, withFileTypes: true })
      // The build itself writes these files.
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.gen.ts'))
      .map((entry) => join(entry.parentPath, entry.name))
  );
}
