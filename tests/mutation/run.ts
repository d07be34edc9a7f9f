import { parseArgs } from 'node:util';
import { MUTATIONS } from './all-mutations.ts';
import { type Mutation, needsBrowser } from './mutation.ts';
import { killRunningTests, runTests, type TestRunResult } from './run-tests.ts';
import { applyMutation, copySources, removeCopy } from './source-copy.ts';

/**
 * `npm run test:faults` plants one fault after the other in copies of the tree and expects the tests that it names
 * to fail. `-- webhook REL-05` takes only those whose name contains a word or whose rule it is, `--browser` those
 * that only a browser notices, and `--copies=1` works in one copy instead of three.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { browser: { type: 'boolean', default: false }, copies: { type: 'string', default: '3' } },
});

/** By test file, the titles of the tests that have noticed something. */
const failedTitles = new Map<string, Set<string>>();

async function runAll(): Promise<number> {
  const started = Date.now();
  const chosen = MUTATIONS.filter(
    (fault) =>
      needsBrowser(fault) === values.browser &&
      (positionals.length === 0 ||
        positionals.some((word) => fault.rule === word || fault.name.includes(word))),
  );
  const copies = Array.from({ length: Math.min(Number(values.copies), chosen.length) }, copySources);
  process.once('SIGINT', () => {
    killRunningTests();
    copies.forEach(removeCopy);
    process.exit(130);
  });
  try {
    const problems: string[] = [];
    await distribute(copies, chosen, async (copy, fault) => {
      if (!(await isCaught(copy, fault))) problems.push(`not caught: ${fault.name}`);
    });
    const caught = chosen.length - problems.length;
    // A test that fails anyway has noticed nothing.
    await distribute(copies, [...failedTitles], async (copy, [tests, titles]) => {
      const verdict = await runTests(copy, tests, [...titles]);
      if (verdict.kind === 'passed') return;
      const what = verdict.kind === 'failed' ? `"${verdict.test}"` : verdict.said;
      problems.push(`fails without any fault: ${tests}: ${what}`);
    });
    const minutes = ((Date.now() - started) / 60_000).toFixed(1);
    console.info(`${caught} of ${chosen.length} planted faults were caught in ${minutes} min`);
    for (const problem of problems) console.info(problem);
    return problems.length === 0 ? 0 : 1;
  } finally {
    copies.forEach(removeCopy);
  }
}

async function isCaught(copy: string, mutation: Mutation): Promise<boolean> {
  const takeOut = applyMutation(copy, mutation);
  const started = Date.now();
  try {
    const verdict = await runMutationTests(copy, mutation);
    const said = `${mutation.rule} ${mutation.name}`;
    const seconds = Math.round((Date.now() - started) / 1000);
    if (verdict.kind === 'failed') {
      failedTitles.set(mutation.tests, (failedTitles.get(mutation.tests) ?? new Set()).add(verdict.test));
      console.info(`✓ ${said} (${mutation.tests}: "${verdict.test}", ${seconds} s)`);
    } else if (verdict.kind === 'passed') console.info(`✗ not caught: ${said} (${mutation.tests})`);
    else
      console.info(
        `✗ no test failed, but they could not be run: ${said} (${mutation.tests})\n${verdict.said}`,
      );
    return verdict.kind === 'failed';
  } finally {
    takeOut();
  }
}

async function runMutationTests(copy: string, { tests, title }: Mutation): Promise<TestRunResult> {
  const first = await runTests(copy, tests, title === undefined ? [] : [title]);
  return first.kind === 'passed' && title !== undefined ? runTests(copy, tests) : first;
}

/** Every copy takes the next piece of work as soon as it is done with one. */
async function distribute<T>(
  copies: readonly string[],
  work: readonly T[],
  act: (copy: string, item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...work];
  await Promise.all(
    copies.map(async (copy) => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(copy, item);
    }),
  );
}

process.exitCode = await runAll();
