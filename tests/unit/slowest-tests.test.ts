import { expect, test } from 'vitest';
import { slowest, timedTests } from '../support/slowest-tests.ts';

test('The slowest tests are found in the reports of both runners', () => {
  const vitest = {
    testResults: [
      {
        assertionResults: [
          { fullName: 'a rule holds', duration: 1500 },
          { fullName: 'a skipped rule', duration: null },
        ],
      },
    ],
  };
  const run = (title: string, ...durations: number[]) => ({
    title,
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  });
  const playwright = {
    suites: [
      {
        specs: [run('a screen opens', 4000)],
        suites: [{ specs: [run('a map opens', 1000, 2000)] }],
      },
    ],
  };
  expect(slowest([vitest, playwright].flatMap(timedTests), 3)).toEqual([
    { title: 'a screen opens', seconds: 4 },
    { title: 'a map opens', seconds: 3 },
    { title: 'a rule holds', seconds: 1.5 },
  ]);
});
