/** A fault as somebody could really make it: one place, one change, and the tests that must notice. */
export type Mutation = {
  /** The rule of docs/product.md that would be broken. */
  rule: string;
  /** What would be wrong, in words. */
  name: string;
  file: string;
  /** Stands in the file exactly once. */
  find: string;
  replace: string;
  /** A test file, from the root of the repository; one in tests/e2e needs a browser and runs with `--browser`. */
  tests: string;
  /** The test in it that notices: saves the time of the others, which are run only if this one does not. */
  title?: string;
};

export function needsBrowser({ tests }: Pick<Mutation, 'tests'>): boolean {
  return tests.startsWith('tests/e2e/');
}
