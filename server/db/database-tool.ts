import { failureMessage } from './failure-message.ts';

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
    console.error(failureMessage(error));
    process.exitCode = 1;
  }
}
