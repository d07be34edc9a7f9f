import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type ReportedTest, testsOfReport } from '../tests/support/test-reports.ts';

/** The directory in which the suites write their results. */
export const RESULTS = 'node_modules/.cache/test-results';

/**
 * Browsers and servers often wait, so that the checks make use of the rest of two cores. The lanes take about the same
 * time.
 */
export const testLanes = ['checks', 'server', 'browser'] as const;
export type TestLane = (typeof testLanes)[number];

export type TestSuite = {
  name: string;
  description: string;
  command: readonly string[];
  /** The suites of a lane run one after the other, beside those of the other lanes. */
  lane: TestLane;
  /** Suites that must have passed before this one starts. */
  requires?: readonly string[];
  /** Reads the number of passed and failed tests, if the suite runs tests. */
  count?: () => Count | undefined;
};
type Count = { passed: number; failed: number };
export type SuiteResult = Count & { name: string; isOk: boolean; seconds: number };

const VitestReport = v.object({ numPassedTests: v.number(), numFailedTests: v.number() });
const PlaywrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
});

export const testSuites: readonly TestSuite[] = [
  {
    name: 'types',
    description: 'TypeScript, one project per runtime',
    // On two cores, several checkers of one project take twice the processor time, because each computes the types again.
    command: ['tsc', '-b', '--checkers', '1'],
    lane: 'checks',
  },
  { name: 'lint', description: 'lint and format', command: ['biome', 'check', '.'], lane: 'checks' },
  {
    name: 'unused',
    description: 'unused files, exports and dependencies',
    command: ['knip'],
    lane: 'checks',
  },
  vitest('architecture', 'who may import whom'),
  {
    name: 'offline-bench',
    description: 'a hundred requests with network failures and killed processes',
    command: ['tsx', 'tests/bench/offline.ts', '--brief'],
    lane: 'checks',
    requires: ['build'],
  },
  vitest('hostile', '8,000 hostile requests over every route'),
  vitest('unit', 'pure rules'),
  vitest('offline', 'the outbox with network failures'),
  vitest('component', 'screens and parts in happy-dom'),
  { ...vitest('server', 'every call, on both databases'), lane: 'server' },
  {
    name: 'build',
    description: 'npm start builds page, worker and server, and starts',
    command: ['tsx', 'tests/start.ts'],
    lane: 'browser',
  },
  { ...vitest('budgets', 'what each route loads'), lane: 'browser', requires: ['build'] },
  {
    name: 'e2e',
    description: 'the main job in a real browser',
    command: ['playwright', 'test'],
    lane: 'browser',
    requires: ['build'],
    count: () => {
      const report = readReport('e2e', PlaywrightReport);
      return (
        report && { passed: report.stats.expected + report.stats.flaky, failed: report.stats.unexpected }
      );
    },
  },
];

function vitest(project: string, what: string): TestSuite {
  const report = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportPath(project)}`];
  return {
    name: project,
    description: what,
    command: ['vitest', 'run', '--project', project, ...report],
    lane: 'checks',
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

/** The tests of all suites that wrote a report in this run. */
export function reportedTests(): ReportedTest[] {
  const reports = readdirSync(RESULTS).map((name): unknown =>
    JSON.parse(readFileSync(join(RESULTS, name), 'utf8')),
  );
  return reports.flatMap(testsOfReport);
}

/**
 * Runs one suite. A suite that fails counts as at least one failure.
 * @param isLive whether its output is printed while it runs, and not when it has ended
 */
export async function runSuite(part: TestSuite, isLive: boolean): Promise<SuiteResult> {
  const heading = `\n━━ ${part.name}: ${part.description} ${'━'.repeat(Math.max(0, 74 - part.name.length - part.description.length))}`;
  if (isLive) console.info(heading);
  const started = performance.now();
  const [program, ...args] = part.command;
  const path = `${join(process.cwd(), 'node_modules/.bin')}:${process.env.PATH ?? ''}`;
  const child = spawn(program ?? '', args, {
    stdio: isLive ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PATH: path },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => output.push(chunk));
  const [code] = await once(child, 'close');
  if (!isLive) console.info(`${heading}\n${Buffer.concat(output).toString()}`);
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
