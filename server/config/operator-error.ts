/** A failure that an operator can correct. Its message says how, so a program prints it without a stack. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}

/** The code of an error of the system or of the database, such as `ENOENT`; '' if it has none. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
