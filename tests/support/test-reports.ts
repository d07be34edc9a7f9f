import { existsSync, readFileSync } from 'node:fs';
import * as v from 'valibot';

/**
 * One test of a report. `failures` are the messages of its errors; a test that passed has none. `page` describes what
 * the browser showed when a test failed.
 */
export type ReportedTest = { title: string; seconds: number; failures: readonly string[]; page?: string };

const VitestReport = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      message: v.optional(v.string(), ''),
      assertionResults: v.array(
        v.object({
          fullName: v.string(),
          duration: v.nullish(v.number(), 0),
          failureMessages: v.nullish(v.array(v.string()), []),
        }),
      ),
    }),
  ),
});
type VitestFile = v.InferOutput<typeof VitestReport>['testResults'][number];

const Run = v.object({
  duration: v.number(),
  errors: v.optional(v.array(v.object({ message: v.optional(v.string(), '') })), []),
  attachments: v.optional(v.array(v.object({ name: v.string(), path: v.optional(v.string()) })), []),
});
const Spec = v.object({ title: v.string(), tests: v.array(v.object({ results: v.array(Run) })) });
type Suite = { specs: v.InferOutput<typeof Spec>[]; suites: Suite[] };
const Suite: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.array(Spec),
  suites: v.optional(v.array(v.lazy(() => Suite)), []),
});
const PlaywrightReport = v.object({ suites: v.array(Suite) });

/** Every test of a JSON report, with its duration and failures. Both test runners write such reports. */
export function testsOfReport(report: unknown): ReportedTest[] {
  const vitest = v.safeParse(VitestReport, report);
  if (vitest.success) return vitest.output.testResults.flatMap(testsOfFile);
  return v.parse(PlaywrightReport, report).suites.flatMap(testsOfSuite);
}

export function slowest(tests: readonly ReportedTest[], count: number): ReportedTest[] {
  return [...tests].sort((a, b) => b.seconds - a.seconds).slice(0, count);
}

/** The tests of a file. A file that failed as a whole, for example in an import, counts as a test of its own. */
function testsOfFile({ name, status, message, assertionResults }: VitestFile): ReportedTest[] {
  const tests = assertionResults.map(({ fullName, duration, failureMessages }) => ({
    title: fullName,
    seconds: duration / 1000,
    failures: failureMessages,
  }));
  const hasFailedAsWhole = status === 'failed' && tests.every(({ failures }) => failures.length === 0);
  return hasFailedAsWhole ? [...tests, { title: name, seconds: 0, failures: [message] }] : tests;
}

function testsOfSuite({ specs, suites }: Suite): ReportedTest[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ results }) => ({
      title,
      seconds: results.reduce((total, { duration }) => total + duration, 0) / 1000,
      failures: results.flatMap(({ errors }) => errors.map(({ message }) => message)),
      page: results.flatMap(({ attachments }) => attachments.map(pageOf)).join(''),
    })),
  );
  return [...own, ...suites.flatMap(testsOfSuite)];
}

/** The roles and texts of a page, as Playwright has written them into a failed test's context. */
function pageOf({ name, path = '' }: v.InferOutput<typeof Run>['attachments'][number]): string {
  if (name !== 'error-context' || !existsSync(path)) return '';
  return /```yaml\n([\s\S]*?)```/.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
}
