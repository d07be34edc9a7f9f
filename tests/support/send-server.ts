import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTiles } from './tile-server.ts';

export type SendServer = {
  /** Origin, on a loopback address. */
  url: string;
  opsToken: string;
  /** What the server logged as a fault of its own since it was last asked. */
  takeErrors(): string[];
  /** Ends it at once (-9). Its data and its address are there again after {@link SendServer.restart}. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const BUILT_SERVER = 'dist/server/main.js';
const OPS_TOKEN = 'operator-of-the-tests';
const START_MS = 60_000;
/** pino's number for "error". */
const ERROR_LEVEL = 50;

/**
 * Starts the built server, the one that `npm start` runs, on a free port with a data directory of its own.
 * @param env what to set beside: `DEMO=1` brings demo data and the simulator
 */
export async function startSend(env: Record<string, string> = {}): Promise<SendServer> {
  if (!existsSync(BUILT_SERVER)) throw new Error('There is no built server: run "npm run build" first.');
  const dataDir = mkdtempSync(join(tmpdir(), 'send-data-'));
  const tiles = await startTiles();
  const launch = (port: string) => {
    const started = spawn(process.execPath, [BUILT_SERVER], {
      env: {
        PATH: process.env.PATH ?? '',
        DATA_DIR: dataDir,
        DEMO: '0',
        RATE_LIMITS: 'off',
        OPS_TOKEN,
        TILE_URL: tiles.url,
        ...env,
        PORT: port,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { process: started, lines: collectLines(started) };
  };
  let running = launch('0');
  process.once('exit', killNow);
  const url = await waitForUrl(running.process, running.lines);
  return {
    url,
    opsToken: OPS_TOKEN,
    takeErrors: () => running.lines.splice(0).filter(isError),
    kill: () => end('SIGKILL'),
    restart: async () => {
      running = launch(new URL(url).port);
      await waitForUrl(running.process, running.lines);
    },
    stop: async () => {
      process.off('exit', killNow);
      tiles.stop();
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };

  function killNow() {
    running.process.kill('SIGKILL');
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const { process: child } = running;
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning && child.kill(signal)) await once(child, 'exit');
  }
}

function collectLines(child: ChildProcess): string[] {
  const lines: string[] = [];
  let rest = '';
  const take = (chunk: Buffer) => {
    const parts = (rest + chunk.toString()).split('\n');
    rest = parts.pop() ?? '';
    lines.push(...parts);
    child.emit('lines');
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  return lines;
}

/** The server says its address once it listens. */
async function waitForUrl(child: ChildProcess, lines: readonly string[]): Promise<string> {
  const deadline = AbortSignal.timeout(START_MS);
  try {
    for (;;) {
      const url = lines.map((line) => /^Send is at (http\S+)/.exec(line)?.[1]).find((found) => found);
      if (url) return url;
      if (child.exitCode !== null) break;
      await Promise.race([
        once(child, 'lines', { signal: deadline }),
        once(child, 'exit', { signal: deadline }),
      ]);
    }
  } catch {
    child.kill('SIGKILL');
  }
  throw new Error(`The server did not start:\n${lines.join('\n')}`);
}

function isError(line: string): boolean {
  if (!line.startsWith('{')) return /\b(Error|Unhandled|Warning)\b/.test(line);
  const entry: { level?: unknown } = JSON.parse(line);
  return typeof entry.level === 'number' && entry.level >= ERROR_LEVEL;
}
