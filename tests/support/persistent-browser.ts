import { readdirSync, readFileSync } from 'node:fs';
import { type BrowserContext, chromium } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from './find-browser.ts';

type LaunchOptions = Parameters<typeof chromium.launchPersistentContext>[1];

/** Starts a browser whose profile is in a folder, so that its storage survives a restart. */
export function launchWithProfile(profile: string, options: LaunchOptions): Promise<BrowserContext> {
  const { path, env } = findBrowser();
  return chromium.launchPersistentContext(profile, {
    executablePath: path,
    args: BROWSER_ARGS,
    env: { ...definedVariables(process.env), ...env },
    viewport: { width: 1280, height: 800 },
    ...options,
  });
}

/** Kills all processes of the browser with this profile, as a crash or an empty battery does. */
export function killBrowser(profile: string): void {
  for (const pid of processesOf(profile)) process.kill(pid, 'SIGKILL');
}

function processesOf(profile: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`--user-data-dir=${profile}\0`);
      } catch {
        // The process has already ended.
        return false;
      }
    })
    .map(Number);
}

function definedVariables(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
