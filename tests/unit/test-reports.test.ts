import { expect, test } from 'vitest';
import { slowest, testsOfReport } from '../support/test-reports.ts';

const vitestReport = {
  testResults: [
    {
      name: 'tests/unit/rule.test.ts',
      status: 'failed',
      message: '',
      assertionResults: [
        { fullName: 'a rule holds', duration: 1500, failureMessages: ['expected 1 to be 2'] },
        { fullName: 'a skipped rule', duration: null },
      ],
    },
    {
      name: 'tests/unit/import.test.ts',
      status: 'failed',
      message: 'Cannot find module',
      assertionResults: [],
    },
  ],
};

function runWith(title: string, errors: string[], ...durations: number[]) {
  const results = durations.map((duration) => ({ duration, errors: errors.map((message) => ({ message })) }));
  return { title, tests: [{ results }] };
}

const playwrightReport = {
  suites: [
    {
      specs: [runWith('a screen opens', [], 4000)],
      suites: [{ specs: [runWith('a map opens', ['Timeout'], 1000)] }],
    },
  ],
};

const tests = [vitestReport, playwrightReport].flatMap(testsOfReport);

test('The slowest tests are found in the reports of both runners', () => {
  expect(slowest(tests, 3).map(({ title, seconds }) => [title, seconds])).toEqual([
    ['a screen opens', 4],
    ['a rule holds', 1.5],
    ['a map opens', 1],
  ]);
});

test('The failed tests are found in the reports of both runners, and files that could not be loaded', () => {
  const failed = tests.filter(({ failures }) => failures.length > 0);
  expect(failed.map(({ title, failures }) => [title, failures])).toEqual([
    ['a rule holds', ['expected 1 to be 2']],
    ['tests/unit/import.test.ts', ['Cannot find module']],
    ['a map opens', ['Timeout']],
  ]);
});
