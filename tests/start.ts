import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer } from './support/spawned-server.ts';

/** What the start prints: its progress, the hint about the embedded database, and the log. */
const EXPECTED = /^(Send |Building |It uses |{|$)/;

/**
 * Builds the app and starts it as `npm start` does in a new clone. It fails if the start prints anything unexpected, or if
 * the server does not return the home page. The other suites use this build.
 */
const data = mkdtempSync(join(tmpdir(), 'send-start-'));
rmSync('dist', { recursive: true, force: true });
const server = spawnServer({ DATA_DIR: data, HOME: process.env.HOME ?? '' }, ['scripts/start.mjs']);
try {
  const url = await server.url;
  const page = await (await fetch(url)).text();
  if (!page.includes('<div id="root"')) throw new Error('The server does not return the home page');
  const code = await server.kill('SIGTERM');
  if (code !== 0) throw new Error(`The server ended with the code ${code}`);
  const unexpected = server
    .output()
    .split('\n')
    .filter((line) => !EXPECTED.test(line));
  if (unexpected.length > 0) throw new Error(`The start prints an unexpected line: ${unexpected[0]}`);
} finally {
  console.info(server.output());
  rmSync(data, { recursive: true, force: true });
}
