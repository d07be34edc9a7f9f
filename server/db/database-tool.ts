import { EnvironmentError } from '../config/environment.ts';
import { BackupError } from './backup.ts';
import { isDatabaseUnavailable, rootCause } from './database-errors.ts';
import { DirectoryLockedError } from './directory-lock.ts';

/** Runs a command line tool that takes one file, and reports failures that an operator can correct in one line. */
export async function runDatabaseTool(usage: string, work: (file: string) => Promise<string>): Promise<void> {
  const [file] = process.argv.slice(2);
  if (file === undefined || file.startsWith('-')) {
    console.info(usage);
    process.exitCode = 2;
    return;
  }
  try {
    console.info(await work(file));
  } catch (error) {
    const cause = rootCause(error);
    if (!isForOperator(cause)) throw error;
    console.error(cause.message);
    process.exitCode = 1;
  }
}

function isForOperator(cause: unknown): cause is Error {
  if (!(cause instanceof Error)) return false;
  return (
    cause instanceof EnvironmentError ||
    cause instanceof DirectoryLockedError ||
    cause instanceof BackupError ||
    isDatabaseUnavailable(cause) ||
    // Errors of the file system and of zlib have a code, for example ENOENT or Z_DATA_ERROR.
    'code' in cause
  );
}
