import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTiles, type TileServer } from './tile-server.ts';

export type SendServer = {
  /** The origin, on a loopback address. */
  url: string;
  opsToken: string;
  /** The server of its map tiles. */
  tiles: TileServer;
  /** The internal errors that the server has logged since the last call. */
  takeErrors(): string[];
  /** Kills the server (-9). Its data and its address exist again after {@link SendServer.restart}. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
};

const BUILT_SERVER = 'dist/server/main.js';
const CHEAP_SCRYPT = new URL('cheap-scrypt.mjs', import.meta.url).href;
const MIGRATIONS = 'dist/server/migrations';
/** The initial data directories of servers, one for each build of the server. */
const TEMPLATES = 'node_modules/.cache/server-data';
const OPS_TOKEN = 'operator-of-the-tests-with-32-characters';
const START_MS = 60_000;
/** pino's number for "error". */
const ERROR_LEVEL = 50;

/**
 * Starts the built server, as `npm start` does, on a free port with its own data directory.
 * @param env additional variables: `DEMO=1` creates demo data and starts the simulator
 */
export async function startSend(env: Record<string, string> = {}): Promise<SendServer> {
  const template = await dataTemplate();
  const dataDir = mkdtempSync(join(tmpdir(), 'send-data-'));
  cpSync(template, dataDir, { recursive: true });
  const tiles = await startTiles();
  const launch = (port: string) =>
    launchServer({ DATA_DIR: dataDir, DEMO: '0', TILE_URL: tiles.url, ...env, PORT: port });
  let running = launch('0');
  process.once('exit', killNow);
  const url = await waitForUrl(running.process, running.lines);
  return {
    url,
    opsToken: OPS_TOKEN,
    tiles,
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

type Running = { process: ChildProcess; lines: string[] };

function launchServer(env: Record<string, string>): Running {
  const started = spawn(process.execPath, ['--import', CHEAP_SCRYPT, BUILT_SERVER], {
    env: { PATH: process.env.PATH ?? '', RATE_LIMITS: 'off', OPS_TOKEN, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { process: started, lines: collectLines(started) };
}

/**
 * An empty database with all its tables. Creating it takes several seconds of processor time and copying it takes
 * almost none, so only the first server of a build creates it.
 */
export async function dataTemplate(): Promise<string> {
  if (!existsSync(BUILT_SERVER)) throw new Error('There is no built server: run "npm run build" first.');
  const template = join(TEMPLATES, buildHash());
  if (existsSync(template)) return template;

  rmSync(TEMPLATES, { recursive: true, force: true });
  mkdirSync(TEMPLATES, { recursive: true });
  const draft = mkdtempSync(`${template}-`);
  const { process: server, lines } = launchServer({ DATA_DIR: draft, DEMO: '0', PORT: '0' });
  await waitForUrl(server, lines);
  server.kill('SIGTERM');
  await once(server, 'exit');
  // A directory that is renamed when it is complete is never seen half-written.
  renameSync(draft, template);
  return template;
}

function buildHash(): string {
  const migrations = readdirSync(MIGRATIONS).sort();
  const hash = createHash('sha256');
  for (const path of [BUILT_SERVER, ...migrations.map((name) => join(MIGRATIONS, name))])
    hash.update(readFileSync(path));
  return hash.digest('hex').slice(0, 16);
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

/** The server prints its address when it listens. */
async function waitForUrl(child: ChildProcess, lines: readonly string[]): Promise<string> {
  const deadline = AbortSignal.timeout(START_MS);
  try {
    for (;;) {
      const url = lines.map((line) => /Send is at (http[^\s"]+)/.exec(line)?.[1]).find((found) => found);
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
