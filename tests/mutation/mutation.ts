/** A mistake that an engineer could really make: one place, one change, and the tests that must fail because of it. */
export type Mutation = {
  /** The rule of docs/product.md that the mutation breaks. */
  rule: string;
  /** What would go wrong, in one sentence. */
  name: string;
  file: string;
  change: Change;
  /** A test file, from the root of the repository. One in tests/e2e needs a browser and runs with `--browser`. */
  tests: string;
};

/**
 * A change to one declaration of a file. `symbol` is the name of a function, constant, class, method or property of
 * the file; `outer.inner` names a declaration inside another one. Comparisons of source text ignore white space, so
 * that formatting does not matter, and each change must fit exactly one place.
 */
export type Change = { symbol: string } & Operator;

export type Operator =
  /** The body of a function does nothing but return `value`. */
  | { kind: 'returnEarly'; value?: string }
  /** A constant gets another value. */
  | { kind: 'constant'; value: string }
  /** A call disappears; where its value is used, it is undefined. */
  | { kind: 'removeCall'; callee: string; containing?: string }
  /** A call is replaced by an expression, or by a statement where its value is not used. */
  | { kind: 'replaceCall'; callee: string; containing?: string; replacement: string }
  /** The condition of an `if`, a `?:` or a loop is replaced. */
  | { kind: 'condition'; containing: string; value: 'true' | 'false' | 'negated' }
  /** The smallest operand of `&&` or `||` that contains a text no longer counts. */
  | { kind: 'removeOperand'; containing: string }
  | { kind: 'setProperty'; property: string; containing?: string; value: string }
  | { kind: 'removeProperty'; property: string; containing?: string }
  /** An element of a list disappears. */
  | { kind: 'removeElement'; element: string }
  /** A short expression on one line is replaced. */
  | { kind: 'replaceText'; find: string | RegExp; replacement: string };

export function needsBrowser({ tests }: Pick<Mutation, 'tests'>): boolean {
  return tests.startsWith('tests/e2e/');
}
