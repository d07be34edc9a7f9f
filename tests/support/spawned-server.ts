import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { builtProgram } from './built-program.ts';

export type SpawnedServer = {
  child: ChildProcess;
  /** Everything that the process has written to both outputs. */
  output(): string;
  /** Resolves with the address when the server listens; rejects if the process ends first. */
  url: Promise<string>;
  ended: Promise<number | null>;
  kill(signal: NodeJS.Signals): Promise<number | null>;
};

/**
 * The server as a separate process, on a free port.
 * @param program what Node runs: the server that the tests have built, or another program
 */
export function spawnServer(
  env: Record<string, string>,
  program: readonly string[] = [builtProgram('main')],
): SpawnedServer {
  const child = spawn(process.execPath, program, {
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      // Port 0 becomes the port that the server listens on.
      PUBLIC_URL: 'http://localhost:0',
      DEMO: '0',
      RATE_LIMITS: 'off',
      SHUTDOWN_DELAY: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const atExit = () => child.kill('SIGKILL');
  process.once('exit', atExit);
  let text = '';
  const ended = once(child, 'close').then(([code]: (number | null)[]) => {
    process.off('exit', atExit);
    return code ?? null;
  });
  const url = new Promise<string>((resolve, reject) => {
    let isFound = false;
    const read = (chunk: Buffer) => {
      text += chunk.toString();
      // Searching the whole output again for each chunk would slow down the clients of a benchmark.
      if (isFound) return;
      const found = /Send is at (http[^\s"]+)|The API is at (http[^\s"]+)\/api/.exec(text);
      if (!found) return;
      isFound = true;
      resolve(found[1] ?? found[2] ?? '');
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void ended.then(() => reject(new Error(`The server ended:\n${text}`)));
  });
  // A test that waits for the end of the process does not await the address.
  url.catch(() => {});
  return {
    child,
    output: () => text,
    url,
    ended,
    kill(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
