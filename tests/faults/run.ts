import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Fault } from './fault.ts';
import { OFFLINE_FAULTS } from './offline-faults.ts';
import { SERVER_FAULTS } from './server-faults.ts';

/**
 * `npm run test:faults` plants one fault after the other in a copy of the tree and expects the tests that it
 * names to fail. `npm run test:faults -- webhook` plants only those whose name contains the word.
 */
function runAll(words: readonly string[]): number {
  const faults = [...OFFLINE_FAULTS, ...SERVER_FAULTS].filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  const copy = copyOfTree();
  try {
    const sound = [...new Set(faults.map(({ tests }) => tests))].filter((tests) => !passes(copy, tests));
    if (sound.length > 0) throw new Error(`These tests fail without any fault: ${sound.join(', ')}`);
    const missed = faults.filter((fault) => !isCaught(copy, fault));
    console.info(`${faults.length - missed.length} of ${faults.length} planted faults were caught`);
    return missed.length === 0 ? 0 : 1;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function isCaught(copy: string, { name, file, find, replace, tests }: Fault): boolean {
  const path = join(copy, file);
  const sound = readFileSync(path, 'utf8');
  if (sound.split(find).length !== 2)
    throw new Error(`"${name}": ${file} must contain exactly once: ${find}`);
  writeFileSync(
    path,
    sound.replace(find, () => replace),
  );
  try {
    const caught = !passes(copy, tests);
    console.info(`${caught ? '✓' : '✗ not caught:'} ${name} (${tests})`);
    return caught;
  } finally {
    writeFileSync(path, sound);
  }
}

/** `tests/server/users.test.ts` belongs to the project `server`. */
function passes(copy: string, tests: string): boolean {
  const project = tests.split('/')[1] ?? '';
  const args = ['run', '--project', project, '--bail=1', '--reporter=dot', tests];
  const run = spawnSync(join('node_modules', '.bin', 'vitest'), args, { cwd: copy, encoding: 'utf8' });
  return run.status === 0;
}

/** What git knows or would take, as it is now; the packages are shared. */
function copyOfTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'send-faults-'));
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  });
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(name))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(file, join(copy, file));
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

process.exitCode = runAll(process.argv.slice(2));
