import { constants } from 'node:os';
import { failureMessage } from './database-errors.ts';

/**
 * Runs a command line tool that takes one file. Messages go to standard error, because standard output may be the file.
 * A signal ends the process in order, so that incomplete files are removed.
 */
export async function runDatabaseTool(usage: string, work: (file: string) => Promise<string>): Promise<void> {
  const [file] = process.argv.slice(2);
  if (file === undefined || (file.startsWith('-') && file !== '-')) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  try {
    console.error(await work(file));
  } catch (error) {
    console.error(failureMessage(error));
    process.exitCode = 1;
  }
}
