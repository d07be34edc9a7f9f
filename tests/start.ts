import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnServer } from './support/spawned-server.ts';

/** What the start prints: its progress, the hint about the embedded database, and the log. */
const EXPECTED = /^(Send |Building |It uses |{|$)/;

/**
 * Starts the app as `npm start` does in a new clone, and once more without a build. It fails if a start prints anything
 * unexpected, or if the server does not return the home page. The other suites use this build.
 */
const data = mkdtempSync(join(tmpdir(), 'send-start-'));
rmSync('dist', { recursive: true, force: true });
try {
  const first = await startAndStop();
  if (!first.includes('\nBuilding ')) throw new Error('The first start does not build');
  const second = await startAndStop();
  if (second.includes('\nBuilding ')) throw new Error('The second start builds again');
} finally {
  rmSync(data, { recursive: true, force: true });
}

/** Returns what the start printed. */
async function startAndStop(): Promise<string> {
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
    return server.output();
  } finally {
    console.info(server.output());
  }
}
