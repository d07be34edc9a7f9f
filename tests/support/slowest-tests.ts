import * as v from 'valibot';

export type TimedTest = { title: string; seconds: number };

const VitestReport = v.object({
  testResults: v.array(
    v.object({
      assertionResults: v.array(v.object({ fullName: v.string(), duration: v.nullish(v.number(), 0) })),
    }),
  ),
});

const Spec = v.object({
  title: v.string(),
  tests: v.array(v.object({ results: v.array(v.object({ duration: v.number() })) })),
});
type Suite = { specs: v.InferOutput<typeof Spec>[]; suites: Suite[] };
const Suite: v.GenericSchema<unknown, Suite> = v.object({
  specs: v.array(Spec),
  suites: v.optional(v.array(v.lazy(() => Suite)), []),
});
const PlaywrightReport = v.object({ suites: v.array(Suite) });

/** Every test of a JSON report with its duration. Both test runners write such reports. */
export function timedTests(report: unknown): TimedTest[] {
  const vitest = v.safeParse(VitestReport, report);
  if (vitest.success) {
    return vitest.output.testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({ title: fullName, seconds: duration / 1000 })),
    );
  }
  return v.parse(PlaywrightReport, report).suites.flatMap(testsOf);
}

export function slowest(tests: readonly TimedTest[], count: number): TimedTest[] {
  return [...tests].sort((a, b) => b.seconds - a.seconds).slice(0, count);
}

function testsOf({ specs, suites }: Suite): TimedTest[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ results }) => ({
      title,
      seconds: results.reduce((total, { duration }) => total + duration, 0) / 1000,
    })),
  );
  return [...own, ...suites.flatMap(testsOf)];
}
