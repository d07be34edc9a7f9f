import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative } from 'node:path';

/** What a running server never reads. */
const UNUSED_FILE = /\.(map|[cm]?ts|flow)$/;
const IMPORT =
  /(?:from|import\(|import|require\(|resolve\()\s*"((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[\w./-]+)?"/g;

type Manifest = { dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> };

/**
 * Copies the packages that the built server imports, and those that they need, into a directory. The other packages of
 * `dependencies` are part of the built page already.
 * @param root the directory of package.json, whose dist/server is built
 */
export function copyServerPackages(root: string, target: string, server = join(root, 'dist/server')): void {
  const folders = new Set<string>();
  const visit = (name: string, from: string) => {
    const folder = findPackage(name, from);
    if (folder === undefined || folders.has(folder)) return;
    folders.add(folder);
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const needed = { ...manifest.dependencies, ...manifest.optionalDependencies };
    for (const each of Object.keys(needed)) visit(each, folder);
  };
  for (const file of readdirSync(server).filter((name) => name.endsWith('.js'))) {
    for (const [, name = ''] of readFileSync(join(server, file), 'utf8').matchAll(IMPORT)) {
      if (!isBuiltin(name)) visit(name, root);
    }
  }
  for (const folder of folders) {
    cpSync(folder, join(target, relative(root, folder)), {
      recursive: true,
      // A nested package is copied only if the server needs it.
      filter: (path) => !UNUSED_FILE.test(path) && !path.slice(folder.length).includes('node_modules'),
    });
  }
}

/** The folder from which a module in `from` loads a package; undefined if it is optional and not installed. */
function findPackage(name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name);
  if (existsSync(folder)) return folder;
  return from === dirname(from) ? undefined : findPackage(name, dirname(from));
}

const [, program, target] = process.argv;
if (program === import.meta.filename && target !== undefined) copyServerPackages(process.cwd(), target);
