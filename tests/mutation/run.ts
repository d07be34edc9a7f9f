import { parseArgs } from 'node:util';
import { MUTATIONS } from './all-mutations.ts';
import { type Mutation, needsBrowser } from './mutation.ts';
import { killRunningTests, runTests } from './run-tests.ts';
import { applyMutation, copySources, removeCopy } from './source-copy.ts';

/**
 * `npm run test:mutation` applies the mutations one at a time to copies of the sources and expects the tests that
 * each names to fail. `-- webhook REL-05` selects mutations by a word of their name or by their rule, `--browser`
 * those that only browser tests catch, and `--copies=1` uses one copy instead of three.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { browser: { type: 'boolean', default: false }, copies: { type: 'string', default: '3' } },
});

/** By test file, the titles of the tests that have caught a mutation. */
const failedTitles = new Map<string, Set<string>>();

async function runAll(): Promise<number> {
  const started = Date.now();
  const chosen = MUTATIONS.filter(
    (mutation) =>
      needsBrowser(mutation) === values.browser &&
      (positionals.length === 0 ||
        positionals.some((word) => mutation.rule === word || mutation.name.includes(word))),
  );
  const copies = Array.from({ length: Math.min(Number(values.copies), chosen.length) }, copySources);
  process.once('SIGINT', () => {
    killRunningTests();
    copies.forEach(removeCopy);
    process.exit(130);
  });
  try {
    const problems: string[] = [];
    await distribute(copies, chosen, async (copy, mutation) => {
      if (!(await isCaught(copy, mutation))) problems.push(`not caught: ${mutation.name}`);
    });
    const caught = chosen.length - problems.length;
    // A test that also fails without any mutation has caught nothing.
    await distribute(copies, [...failedTitles], async (copy, [tests, titles]) => {
      const result = await runTests(copy, tests, [...titles]);
      if (result.kind === 'passed') return;
      const cause = result.kind === 'failed' ? `"${result.test}"` : result.output;
      problems.push(`fails without any mutation: ${tests}: ${cause}`);
    });
    const minutes = ((Date.now() - started) / 60_000).toFixed(1);
    console.info(`${caught} of ${chosen.length} mutations were caught in ${minutes} min`);
    for (const problem of problems) console.info(problem);
    return problems.length === 0 ? 0 : 1;
  } finally {
    copies.forEach(removeCopy);
  }
}

async function isCaught(copy: string, mutation: Mutation): Promise<boolean> {
  const started = Date.now();
  const revert = applyMutation(copy, mutation);
  try {
    const result = await runTests(copy, mutation.tests);
    const label = `${mutation.rule} ${mutation.name} (${mutation.tests})`;
    const seconds = Math.round((Date.now() - started) / 1000);
    if (result.kind === 'failed') {
      failedTitles.set(mutation.tests, (failedTitles.get(mutation.tests) ?? new Set()).add(result.test));
      console.info(`✓ ${label}: "${result.test}", ${seconds} s`);
    } else if (result.kind === 'passed') console.info(`✗ not caught: ${label}`);
    else console.info(`✗ the tests could not be run: ${label}\n${result.output}`);
    return result.kind === 'failed';
  } finally {
    revert();
  }
}

/** Each copy takes the next item as soon as it has finished one. */
async function distribute<T>(
  copies: readonly string[],
  items: readonly T[],
  act: (copy: string, item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  await Promise.all(
    copies.map(async (copy) => {
      for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(copy, item);
    }),
  );
}

process.exitCode = await runAll();
