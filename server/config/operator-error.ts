/** A failure that an operator can correct. Its message says how, so a program prints it without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
