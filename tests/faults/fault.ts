/** A fault as somebody could really make it: one place, one change, and the tests that must notice. */
export type Fault = {
  /** What would be wrong, in words. */
  name: string;
  file: string;
  /** Stands in the file exactly once. */
  find: string;
  replace: string;
  /** A test file, from the root of the repository. */
  tests: string;
};
