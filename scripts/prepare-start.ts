import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProjectRoot } from '../server/boot/server.ts';
import { EnvironmentError, readEnvironment } from '../server/config/environment.ts';
import { isBuilt, sourceHash, writeSourceHash } from './build/source-hash.ts';

/** Without npx, which takes half a second. */
const VITE = 'node_modules/vite/bin/vite.js';
/**
 * Node's arguments for the two builds of `npm run build`. V8 does not optimize PGlite, because the build creates only one
 * database.
 */
const BUILDS = [
  [VITE, 'build'],
  ['--liftoff-only', VITE, 'build', '--config', 'server/vite.config.ts'],
];

/**
 * `npm start` builds the app if the sources have changed since the last build, and then runs the built server.
 * @returns the URL of the server's module
 */
export async function prepareStart(): Promise<string> {
  const root = findProjectRoot();
  const hash = sourceHash(root);
  announceStart(isBuilt(root, hash));
  if (!isBuilt(root, hash)) {
    await build(root);
    writeSourceHash(root, hash);
  }
  return pathToFileURL(join(root, 'dist/server/main.js')).href;
}

/** Validates the environment and prints the URL before the build. */
function announceStart(isReady: boolean): void {
  try {
    const { publicUrl } = readEnvironment(process.env);
    console.info(
      isReady ? `Send starts at ${publicUrl} …` : `Send will be at ${publicUrl}; building first …`,
    );
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Builds the app and the server at the same time. */
async function build(root: string): Promise<void> {
  console.info('Building the app, its pages, its service worker and the server (about 10 seconds) …');
  const children = BUILDS.map((args) =>
    spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  const stop = forwardSignals(children);
  const codes = await Promise.all(children.map(async (child) => (await once(child, 'exit'))[0]));
  stop();
  if (codes.every((code) => code === 0)) return;
  console.error('The build failed. "npm run build" shows it in full.');
  process.exit(1);
}

function forwardSignals(children: readonly ChildProcess[]): () => void {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  const forward = (signal: NodeJS.Signals) => {
    for (const child of children) child.kill(signal);
    process.exit(1);
  };
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}
