import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { packageOf } from './support/source-tree.ts';

const DIST = 'dist/server';
const programs = readdirSync(DIST).filter((name) => name.endsWith('.js'));
const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);

/** A deployment runs `npm prune --omit=dev` after the build, which removes tsx and every other tool. */
describe('The built programs', () => {
  test.each(['main.js', 'migrate.js', 'backup.js', 'restore.js', 'ops.js', 'gazetteer.js'])(
    'include %s',
    (name) => {
      expect(programs).toContain(name);
    },
  );

  test.each(programs)('%s imports only packages that stay installed', (name) => {
    const source = readFileSync(join(DIST, name), 'utf8');
    const imported = [...source.matchAll(/^\s*import\b[^'"]*['"]([^'"]+)['"]/gm)].map(
      ([, path = '']) => path,
    );
    const missing = imported.filter(
      (path) => !path.startsWith('.') && !isBuiltin(path) && dependencies[packageOf(path)] === undefined,
    );
    expect(missing).toEqual([]);
  });

  test.each([
    ['ops.js', {}, 2, 'Usage: npm run ops'],
    ['ops.js list', {}, 2, 'OPS_TOKEN is not set.'],
    ['gazetteer.js', {}, 2, 'npm run gazetteer -- places.csv'],
    ['backup.js', {}, 2, 'npm run backup -- FILE'],
    ['restore.js', {}, 2, 'npm run restore -- FILE'],
    ['backup.js my file', {}, 2, 'npm run backup -- FILE'],
    ['restore.js monday.gz tuesday.gz', {}, 2, 'npm run restore -- FILE'],
    ['migrate.js --help', {}, 1, 'npm run migrate takes no arguments'],
    ['migrate.js', { DATABASE_URL: 'mysql://x' }, 1, 'DATABASE_URL must be an address'],
    ['migrate.js', { DATA_DIR: '/dev/null/send' }, 1, 'There is no database in DATA_DIR /dev/null/send'],
    ['stripe-check.js', { PORT: 'x' }, 1, 'PORT must be'],
  ])('%s runs with %j', (call, env, status, expected) => {
    const [name = '', ...args] = call.split(' ');
    const run = spawnSync(process.execPath, [join(DIST, name), ...args], {
      env,
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect(run.stdout + run.stderr).toContain(expected);
    expect(run.stdout + run.stderr).not.toMatch(/^ +at /m);
    expect(run.status).toBe(status);
  });
});
