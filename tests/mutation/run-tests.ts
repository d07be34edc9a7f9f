import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { needsBrowser } from './mutation.ts';

/**
 * The result of a test file in a copy of the sources. Only a failed test has caught the mutation: a test file that
 * cannot be loaded at all says that the mutation is not a valid program.
 */
export type TestRunResult =
  | { kind: 'passed' }
  | { kind: 'failed'; test: string }
  | { kind: 'notRun'; output: string };

/** A mutation may make a test wait forever. That counts as caught, but must not delay the others. */
const TEST_TIMEOUT_MS = 120_000;
/** A file that has not ended by then is killed, and has caught nothing. */
const FILE_TIMEOUT_MS = 2 * TEST_TIMEOUT_MS;

const Report = v.object({
  testResults: v.array(
    v.object({ assertionResults: v.array(v.object({ status: v.string(), title: v.string() })) }),
  ),
});

const running = new Set<ChildProcess>();

/** Runs one test file in a copy until its first failure. With `titles` only the tests of these names run. */
export function runTests(
  copy: string,
  tests: string,
  titles: readonly string[] = [],
): Promise<TestRunResult> {
  const only = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  return needsBrowser({ tests }) ? runInBrowser(copy, tests, only) : runInNode(copy, tests, only);
}

/** Ends the tests that are still running, so that an interrupted run leaves no processes behind. */
export function killRunningTests(): void {
  for (const { pid } of running) if (pid !== undefined) kill(pid);
}

/** `tests/server/users.test.ts` belongs to the project `server`. */
async function runInNode(copy: string, tests: string, only: string): Promise<TestRunResult> {
  const report = join(copy, 'report.json');
  rmSync(report, { force: true });
  const project = tests.split('/')[1] ?? '';
  const reporter = ['--reporter=json', `--outputFile=${report}`];
  const args = [
    'run',
    '--project',
    project,
    '--bail=1',
    `--testTimeout=${TEST_TIMEOUT_MS}`,
    ...reporter,
    tests,
  ];
  const { hasPassed, output } = await run(copy, 'vitest', [...args, ...(only === '' ? [] : ['-t', only])]);
  if (hasPassed) return { kind: 'passed' };
  const test = existsSync(report) ? firstFailure(JSON.parse(readFileSync(report, 'utf8'))) : undefined;
  return test === undefined ? { kind: 'notRun', output } : { kind: 'failed', test };
}

function firstFailure(report: unknown): string | undefined {
  return v
    .parse(Report, report)
    .testResults.flatMap(({ assertionResults }) => assertionResults)
    .find(({ status }) => status === 'failed')?.title;
}

/** Browser tests run against the build, so the copy is built again for each mutation. */
async function runInBrowser(copy: string, tests: string, only: string): Promise<TestRunResult> {
  const built = await run(copy, 'vite', ['build', '--logLevel=error']);
  if (!built.hasPassed) return { kind: 'notRun', output: built.output };
  await run(copy, 'vite', ['build', '--config', 'server/vite.config.ts', '--logLevel=error']);
  const args = ['test', tests, '--workers=1', '--retries=0', '-x', ...(only === '' ? [] : ['-g', only])];
  const { hasPassed, output } = await run(copy, 'playwright', args);
  if (hasPassed) return { kind: 'passed' };
  // `1) file:line:column › test › step`
  const test = /^\s+1\) \S+:\d+:\d+ › (.*?)(?: › .*?)?\s*─*$/m.exec(output)?.[1];
  return test === undefined ? { kind: 'notRun', output } : { kind: 'failed', test };
}

function run(
  copy: string,
  program: string,
  args: readonly string[],
): Promise<{ hasPassed: boolean; output: string }> {
  return new Promise((resolve, reject) => {
    // The child has its own process group, so that everything it starts can be ended with it.
    const child = spawn(join('node_modules', '.bin', program), args, {
      cwd: copy,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += String(chunk);
      });
    }
    const timer = setTimeout(() => child.pid !== undefined && kill(child.pid), FILE_TIMEOUT_MS);
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      running.delete(child);
      // A failed test may leave servers behind that it started.
      if (child.pid !== undefined) kill(child.pid);
      resolve({ hasPassed: code === 0, output });
    });
  });
}

function kill(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // The process group has already ended.
  }
}
