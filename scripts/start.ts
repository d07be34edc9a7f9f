import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EnvironmentError, readEnvironment } from '../server/config/environment.ts';
import { findProjectRoot } from '../server/config/project-root.ts';
import { isBuilt, sourceHash, writeSourceHash } from './build/source-hash.ts';

/** The steps of `npm run build`, with how long they usually take. */
const BUILD_STEPS = [
  ['Building the app, its pages and its service worker (about 10 seconds) …', 'npx vite build'],
  ['Building the server (about 5 seconds) …', 'npx vite build --config server/vite.config.ts'],
] as const;

/** `npm start` builds the app if the sources have changed since the last build, and then runs the built server. */
const root = findProjectRoot();
const hash = sourceHash(root);
announceStart(isBuilt(root, hash));
if (!isBuilt(root, hash)) {
  await build();
  writeSourceHash(root, hash);
}
await import(pathToFileURL(join(root, 'dist/server/main.js')).href);

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

async function build(): Promise<void> {
  for (const [message, command] of BUILD_STEPS) {
    console.info(message);
    // npx is a script, which only a shell finds on every platform.
    const child = spawn(command, { cwd: root, shell: true, stdio: ['ignore', 'ignore', 'inherit'] });
    const stop = forwardSignals(child);
    const [code] = await once(child, 'exit');
    stop();
    if (code === 0) continue;
    console.error('The build failed. "npm run build" shows it in full.');
    process.exit(1);
  }
}

function forwardSignals(child: ChildProcess): () => void {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  const forward = (signal: NodeJS.Signals) => {
    child.kill(signal);
    process.exit(1);
  };
  for (const signal of signals) process.on(signal, forward);
  return () => {
    for (const signal of signals) process.off(signal, forward);
  };
}
