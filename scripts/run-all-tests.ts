import { mkdirSync, rmSync } from 'node:fs';
import { findBrowser } from '../tests/support/find-browser.ts';
import { findPostgres } from '../tests/support/find-postgres.ts';
import { slowest } from '../tests/support/test-reports.ts';
import {
  RESULTS,
  reportedTests,
  runSuite,
  type SuiteResult,
  type TestLane,
  type TestSuite,
  testLanes,
  testSuites,
} from './test-suites.ts';

const SLOWEST = 10;
/** The lane whose output is printed while it runs. */
const LIVE_LANE: TestLane = 'browser';
/** Characters of a failure, and of the page it happened on, that are printed before the summary. */
const FAILURE_LENGTH = 600;
const PAGE_LENGTH = 3000;

/**
 * `npm test` runs all suites in three lanes beside each other: the server's, those with a browser, and all others. Only
 * the lane of the browser prints while it runs. `npm test -- unit e2e` runs only the named suites. Failed tests are named
 * again before the summary, because the output of a suite is long. The last line contains the number of passed and failed
 * tests.
 */
async function runAll(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !testSuites.some((part) => part.name === name));
  if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(', ')}`);
  const chosen = testSuites.filter((part) => names.length === 0 || names.includes(part.name));

  await printEnvironment(chosen);
  rmSync(RESULTS, { recursive: true, force: true });
  mkdirSync(RESULTS, { recursive: true });

  const started = performance.now();
  const results = startLanes(chosen);
  return printSummary(await Promise.all(results.values()), (performance.now() - started) / 1000);
}

/** Starts the suites of each lane one after the other. A suite also waits for those that it requires. */
function startLanes(chosen: readonly TestSuite[]): Map<string, Promise<SuiteResult>> {
  const results = new Map<string, Promise<SuiteResult>>();
  for (const lane of testLanes) {
    let previous: Promise<unknown> = Promise.resolve();
    for (const part of chosen.filter((each) => each.lane === lane)) {
      const result = previous.then(() => runIfPossible(part, results));
      results.set(part.name, result);
      previous = result;
    }
  }
  return results;
}

async function runIfPossible(
  part: TestSuite,
  results: ReadonlyMap<string, Promise<SuiteResult>>,
): Promise<SuiteResult> {
  const required = await Promise.all((part.requires ?? []).map((name) => results.get(name)));
  const missing = required.find((result) => result && !result.isOk);
  if (!missing) return runSuite(part, part.lane === LIVE_LANE);
  printHeading(`${part.name}: not run, because ${missing.name} failed`);
  return { name: part.name, isOk: false, passed: 0, failed: 1, seconds: 0 };
}

async function printEnvironment(chosen: readonly TestSuite[]): Promise<void> {
  const names = chosen.map((part) => part.name);
  if (names.includes('e2e') || names.includes('offline-bench')) {
    const browser = findBrowser();
    console.info(`Browser: ${browser.path} (${browser.origin})`);
  }
  if (names.includes('server')) {
    const postgres = await findPostgres();
    console.info(`Database: PGlite, and PostgreSQL in ${postgres.folder} (${postgres.origin})`);
  }
}

function printHeading(text: string): void {
  console.info(`\n━━ ${text} ${'━'.repeat(Math.max(0, 76 - text.length))}`);
}

function printSummary(outcomes: readonly SuiteResult[], seconds: number): number {
  const tests = reportedTests();
  const slow = slowest(tests, SLOWEST);
  if (slow.length > 0) printHeading(`the ${slow.length} slowest tests`);
  for (const { title, seconds } of slow) console.info(`${seconds.toFixed(1).padStart(7)} s   ${title}`);
  const failed = tests.filter(({ failures }) => failures.length > 0);
  if (failed.length > 0) printHeading('failed tests');
  for (const { title, failures, page = '' } of failed) {
    const ownLines = failures
      .join('\n')
      .split('\n')
      .filter((line) => !line.includes('node_modules'));
    console.info(
      `✗ ${title}\n${ownLines.join('\n').slice(0, FAILURE_LENGTH)}\n${page.slice(0, PAGE_LENGTH)}`,
    );
  }
  printHeading('summary');
  for (const { name, isOk, passed, failed, seconds } of outcomes) {
    const counted = passed + failed > 0 ? `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}` : '';
    console.info(`${isOk ? '✓' : '✗'} ${name.padEnd(14)}${seconds.toFixed(1).padStart(7)} s   ${counted}`);
  }
  const sum = (pick: (outcome: SuiteResult) => number) =>
    outcomes.reduce((total, each) => total + pick(each), 0);
  console.info(`  ${'in all'.padEnd(14)}${seconds.toFixed(1).padStart(7)} s\n`);
  console.info(`${sum((each) => each.passed)} passed, ${sum((each) => each.failed)} failed`);
  return outcomes.every((each) => each.isOk) ? 0 : 1;
}

process.exitCode = await runAll(process.argv.slice(2));
