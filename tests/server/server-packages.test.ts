import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyServerPackages } from '../../scripts/server-packages.ts';
import { builtProgram } from '../support/built-program.ts';
import { spawnServer } from '../support/spawned-server.ts';

const MEGABYTE = 1_000_000;

let image: string;
let server: string;
beforeAll(() => {
  image = mkdtempSync(join(tmpdir(), 'send-image-'));
  server = join(image, 'dist/server');
  cpSync('package.json', join(image, 'package.json'));
  cpSync(dirname(builtProgram('main')), server, { recursive: true });
  copyServerPackages(process.cwd(), image, server);
});
afterAll(() => rmSync(image, { recursive: true, force: true }));

test('the image contains at most 60 MB of packages, and none of the page (PRD-102)', () => {
  const packages = join(image, 'node_modules');
  const files = readdirSync(packages, { recursive: true, encoding: 'utf8' });
  const bytes = files.reduce((sum, file) => sum + statSync(join(packages, file)).size, 0);
  expect(bytes).toBeGreaterThan(MEGABYTE);
  expect(bytes).toBeLessThan(60 * MEGABYTE);
  expect(files.filter((file) => /^(react|leaflet|@mantine|typescript)/.test(file))).toEqual([]);
});

test('the server runs with these packages alone (PRD-102)', async () => {
  const running = spawnServer({ DATA_DIR: join(image, 'data') }, [join(server, 'main.js')]);
  expect((await fetch(`${await running.url}/readyz`)).status).toBe(200);
  await running.kill('SIGTERM');
});

test.each(['migrate', 'backup', 'restore', 'gazetteer', 'ops', 'stripe-check'])(
  'the program "%s" finds its packages there (PRD-102)',
  (name) => {
    const { stderr, stdout } = spawnSync(process.execPath, [join(server, `${name}.js`)], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATABASE_URL: 'postgres://localhost:1/none' },
    });
    expect(stdout + stderr).not.toBe('');
    expect(stderr).not.toContain('ERR_MODULE_NOT_FOUND');
  },
);
