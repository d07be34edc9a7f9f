import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';

/** Where the parts leave their counts. */
export const RESULTS = 'node_modules/.cache/test-results';

export type TestSuite = {
  name: string;
  description: string;
  command: readonly string[];
  /** Parts without which this one makes no sense. */
  requires?: readonly string[];
  /** Reads how many tests passed and failed, where the part runs tests. */
  count?: () => Count | undefined;
};
type Count = { passed: number; failed: number };
export type SuiteResult = Count & { name: string; isOk: boolean; seconds: number };

const VitestReport = v.object({ numPassedTests: v.number(), numFailedTests: v.number() });
const PlaywrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
});

export const testSuites: readonly TestSuite[] = [
  { name: 'types', description: 'TypeScript, one project per runtime', command: ['tsc', '-b'] },
  { name: 'lint', description: 'lint and format', command: ['biome', 'check', '.'] },
  { name: 'unused', description: 'unused files, exports and dependencies', command: ['knip'] },
  vitest('architecture', 'who may import whom'),
  vitest('unit', 'pure rules'),
  vitest('component', 'screens and parts in happy-dom'),
  vitest('offline', 'the outbox under network faults'),
  vitest('server', 'every call, on both databases'),
  { name: 'build', description: 'page, worker and server', command: ['npm', 'run', 'build'] },
  { ...vitest('budgets', 'what each route loads'), requires: ['build'] },
  {
    name: 'e2e',
    description: 'the main job in a real browser',
    command: ['playwright', 'test'],
    requires: ['build'],
    count: () => {
      const report = readReport('e2e', PlaywrightReport);
      return (
        report && { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
      );
    },
  },
  {
    name: 'offline-bench',
    description: 'a hundred requests under network faults and kills',
    command: ['tsx', 'tests/bench/offline.ts', '--brief'],
    requires: ['build'],
  },
];

function vitest(project: string, what: string): TestSuite {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath(project)}`];
  return {
    name: project,
    description: what,
    command: ['vitest', 'run', '--project', project, ...report],
    count: () => {
      const found = readReport(project, VitestReport);
      return found && { passed: found.numPassedTests, failed: found.numFailedTests };
    },
  };
}

export function reportPath(part: string): string {
  return join(RESULTS, `${part}.json`);
}

function readReport<S extends v.GenericSchema>(part: string, schema: S): v.InferOutput<S> | undefined {
  const path = reportPath(part);
  return existsSync(path) ? v.parse(schema, JSON.parse(readFileSync(path, 'utf8'))) : undefined;
}

/** Runs one part with its output on this terminal. A part that fails counts at least one failure. */
export async function runSuite(part: TestSuite): Promise<SuiteResult> {
  console.info(
    `\n━━ ${part.name}: ${part.description} ${'━'.repeat(Math.max(0, 74 - part.name.length - part.description.length))}`,
  );
  const started = performance.now();
  const [program, ...args] = part.command;
  const path = `${join(process.cwd(), 'node_modules/.bin')}:${process.env.PATH ?? ''}`;
  const child = spawn(program ?? '', args, { stdio: 'inherit', env: { ...process.env, PATH: path } });
  const [code] = await once(child, 'exit');
  const count = part.count?.() ?? { passed: 0, failed: 0 };
  const isOk = code === 0 && count.failed === 0;
  return {
    name: part.name,
    isOk,
    passed: count.passed,
    failed: isOk ? 0 : Math.max(1, count.failed),
    seconds: (performance.now() - started) / 1000,
  };
}
