import { DrizzleQueryError } from 'drizzle-orm';
import { errorCode, OperatorError } from '../config/operator-error.ts';

/** The cause of an error without the statement and its values, which drizzle's own message contains. */
export function rootCause(error: unknown): unknown {
  let cause = error;
  while (cause instanceof DrizzleQueryError && cause.cause !== undefined) cause = cause.cause;
  return cause;
}

// SQLSTATE classes: connection, authentication, no such database, insufficient resources (disk full, too many
// clients), operator intervention (shutdown, timeout), system error; and conflicts between two transactions.
const UNAVAILABLE_CLASSES = ['08', '28', '3D', '53', '57', '58', '40'];
const INSUFFICIENT_PRIVILEGE = '42501';
/** A standby that is not promoted yet or a full disk makes a database read-only, and time limits end transactions. */
const UNAVAILABLE_STATES = ['25006', '25P03', '25P04'];
/** A disk or a quota that is full, a file that is too large, and a disk that is read-only or broken. */
const STORAGE_CODES = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EIO'];
const UNAVAILABLE_SYSTEM_CODES = [
  ...STORAGE_CODES,
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
];

/** Messages of pg and of the embedded database that come without an error code. */
const UNAVAILABLE_MESSAGES =
  /connection terminated|connection error and is not queryable|client was closed|timeout exceeded when trying to connect|timeout expired|after calling end on the pool|PGlite is closed|no space left/i;

/** Whether an error means that the database is unavailable, and not that the statement was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const cause = rootCause(error);
  if (!(cause instanceof Error)) return false;
  // The embedded database has aborted: only a restart of the process brings it back.
  if (cause.name === 'RuntimeError' || cause.name === 'ExitStatus') return true;
  const code = errorCode(cause);
  if (UNAVAILABLE_SYSTEM_CODES.includes(code)) return true;
  // PostgreSQL's Unix socket exists only while it runs. Other files that do not exist are another matter.
  if (code === 'ENOENT' && 'syscall' in cause && cause.syscall === 'connect') return true;
  if (UNAVAILABLE_STATES.includes(code)) return true;
  if (/^[0-9A-Z]{5}$/.test(code)) return UNAVAILABLE_CLASSES.includes(code.slice(0, 2));
  return UNAVAILABLE_MESSAGES.test(cause.message);
}

/**
 * What a program says when it fails: one line for what an operator can correct, a stack for a defect of ours.
 * @param files names what the program reads and writes
 */
export function failureMessage(error: unknown, files = 'The file or its directory'): string {
  const cause = rootCause(error);
  if (!(cause instanceof Error)) return String(cause);
  if (cause instanceof OperatorError) return cause.message;
  // Only failures of the file system name a path, except a connection to a socket of the database. A write names none.
  const hasPath = 'path' in cause && 'syscall' in cause && cause.syscall !== 'connect';
  if (hasPath || STORAGE_CODES.includes(errorCode(cause))) {
    return `${files} cannot be used: ${cause.message}`;
  }
  // The server offers no TLS, its certificate is not trusted, or the address has no password. No waiting helps.
  const isRefused = /does not support SSL connections|certificate|^SASL/i.test(cause.message);
  if (isDatabaseUnavailable(cause) || isRefused) return `The database cannot be reached: ${reasonOf(cause)}`;
  if (errorCode(cause) === INSUFFICIENT_PRIVILEGE) {
    return `The role of the database address lacks a right: ${cause.message}`;
  }
  return cause.stack ?? cause.message;
}

/** A host name with several addresses fails with an error whose message is empty. */
export function reasonOf(error: Error): string {
  return error instanceof AggregateError
    ? error.errors.map((each) => String(each.message)).join(', ')
    : error.message || error.name;
}
