import { OperatorError } from '../config/operator-error.ts';
import { isDatabaseUnavailable, rootCause } from './database-errors.ts';

/**
 * What a program says when it fails: one line for what an operator can correct, a stack for a defect of ours.
 * @param files names what the program reads and writes
 */
export function failureMessage(error: unknown, files = 'The file or its directory'): string {
  const cause = rootCause(error);
  if (!(cause instanceof Error)) return String(cause);
  if (cause instanceof OperatorError) return cause.message;
  // Only failures of the file system name a path, except a connection to a socket of the database.
  if ('path' in cause && 'syscall' in cause && cause.syscall !== 'connect') {
    return `${files} cannot be used: ${cause.message}`;
  }
  if (isDatabaseUnavailable(cause)) return `The database cannot be reached: ${reasonOf(cause)}`;
  return cause.stack ?? cause.message;
}

/** A host name with several addresses fails with an error whose message is empty. */
export function reasonOf(error: Error): string {
  return error instanceof AggregateError
    ? error.errors.map((each) => String(each.message)).join(', ')
    : error.message || error.name;
}
