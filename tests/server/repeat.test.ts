import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogger } from '../../server/boot/logger.ts';
import { every } from '../../server/jobs/repeat.ts';

/** Fails once with the error, and returns the lines that were logged before the work ran again. */
async function logOfFailure(error: Error) {
  const lines: { level: number; name: string; msg: string }[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)));
      done();
    },
  });
  let runs = 0;
  let timer: ReturnType<typeof every> | undefined;
  await new Promise<void>((resolve) => {
    timer = every(1, 'clean up', createLogger('info', sink), async () => {
      runs += 1;
      if (runs === 1) throw error;
      resolve();
    });
  });
  await timer?.stop();
  return lines;
}

const WARN = 40;
const ERROR = 50;
test.each([
  ['timeout exceeded when trying to connect', WARN],
  ['Connection terminated due to connection timeout', WARN],
  ['column "x" does not exist', ERROR],
])('Background work that fails with “%s” is repeated, and logged at level %i', async (message, level) => {
  expect(await logOfFailure(new Error(message))).toMatchObject([{ level, name: 'clean up' }]);
});

test('Background work can run soon after the start, and waits longer afterwards', async () => {
  let timer: ReturnType<typeof every> | undefined;
  await new Promise<void>((resolve) => {
    timer = every(3600_000, 'clean up', createLogger('silent'), async () => resolve(), {
      firstPauseMs: 1,
    });
  });
  await timer?.stop();
});
