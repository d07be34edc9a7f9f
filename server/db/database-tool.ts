import { constants } from 'node:os';
import { failureMessage } from './database-errors.ts';

/**
 * Runs a command line tool, which returns the status of its process. If it fails, its message is printed.
 * @param files names what the tool reads and writes
 */
export async function runTool(work: () => Promise<number>, files?: string): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    console.error(failureMessage(error, files));
    process.exitCode = 1;
  }
}

/**
 * Runs a command line tool that takes one file and nothing else. Messages go to standard error, because standard output
 * may be the file. A signal ends the process in order, so that incomplete files are removed.
 */
export async function runDatabaseTool(usage: string, work: (file: string) => Promise<string>): Promise<void> {
  const [file, ...others] = process.argv.slice(2);
  if (file === undefined || (file.startsWith('-') && file !== '-') || others.length > 0) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]));
  }
  await runTool(async () => {
    console.error(await work(file));
    return 0;
  });
}
