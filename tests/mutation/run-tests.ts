import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { needsBrowser } from './mutation.ts';

/**
 * What a test file said about a tree. Only a test that fails has noticed something: a file that cannot even be
 * loaded says that the planted change is no program.
 */
export type TestRunResult =
  | { kind: 'passed' }
  | { kind: 'failed'; test: string }
  | { kind: 'broken'; said: string };

/** A test that waits for something that never comes again has noticed it too, but need not hold up the others. */
const TEST_TIMEOUT_MS = 240_000;

const Report = v.object({
  testResults: v.array(
    v.object({ assertionResults: v.array(v.object({ status: v.string(), title: v.string() })) }),
  ),
});

const running = new Set<ChildProcess>();

/** Runs one test file in a copy of the tree until its first failure; of its tests only those named, if any are. */
export function runTests(
  copy: string,
  tests: string,
  titles: readonly string[] = [],
): Promise<TestRunResult> {
  const only = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return needsBrowser({ tests }) ? inBrowser(copy, tests, only) : inNode(copy, tests, only);
}

/** Ends what still runs: whoever is interrupted leaves nothing behind. */
export function killRunningTests(): void {
  for (const { pid } of running) if (pid !== undefined) kill(pid);
}

/** `tests/server/users.test.ts` belongs to the project `server`. */
async function inNode(copy: string, tests: string, only: string): Promise<TestRunResult> {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const project = tests.split('/')[1] ?? '';
  const args = ['run', '--project', project, '--bail=1', '--reporter=json', `--outputFile=${report}`, tests];
  const { isSound, said } = await run(copy, 'vitest', [...args, ...(only === '' ? [] : ['-t', only])]);
  if (isSound) return { kind: 'passed' };
  const test = existsSync(report) ? firstFailure(JSON.parse(readFileSync(report, 'utf8'))) : undefined;
  return test === undefined ? { kind: 'broken', said } : { kind: 'failed', test };
}

function firstFailure(report: unknown): string | undefined {
  return v
    .parse(Report, report)
    .testResults.flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')?.title;
}

/** A browser meets what was built, so a copy is built anew for each fault. */
async function inBrowser(copy: string, tests: string, only: string): Promise<TestRunResult> {
  const built = await run(copy, 'vite', ['build', '--logLevel=error']);
  if (!built.isSound) return { kind: 'broken', said: built.said };
  await run(copy, 'vite', ['build', '--config', 'server/vite.config.ts', '--logLevel=error']);
  const args = ['test', tests, '--workers=1', '--retries=0', '-x', ...(only === '' ? [] : ['-g', only])];
  const { isSound, said } = await run(copy, 'playwright', args);
  if (isSound) return { kind: 'passed' };
  // `1) file:line:column › test › step`
  const test = /^\s+1\) \S+:\d+:\d+ › (.*?)(?: › .*?)?\s*─*$/m.exec(said)?.[1];
  return test === undefined ? { kind: 'broken', said } : { kind: 'failed', test };
}

function run(
  copy: string,
  program: string,
  args: readonly string[],
): Promise<{ isSound: boolean; said: string }> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that what it starts ends with it.
    const child = spawn(join('node_modules', '.bin', program), args, {
      cwd: copy,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    running.add(child);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        said += String(chunk);
      });
    }
    const timer = setTimeout(() => child.pid !== undefined && kill(child.pid), TEST_TIMEOUT_MS);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      // A test that fails may leave the servers behind that it has started.
      if (child.pid !== undefined) kill(child.pid);
      resolve({ isSound: code === 0, said });
    });
  });
}

function kill(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}
