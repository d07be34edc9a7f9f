import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { BROWSER_ARGS, findBrowser } from '../../support/find-browser.ts';
import type { Customer } from './customer.ts';

/** A browser with a profile on disk: what it kept is there again when it is opened once more. */
export type Profile = {
  context: BrowserContext;
  page: Page;
  signIn(customer: Customer): Promise<void>;
  /** Ends the whole browser (-9), as a crash or an empty battery does. */
  kill(): Promise<void>;
};

/** @param folder one of the test's own; the same again is the same device */
export async function openProfile(folder: string, baseURL: string): Promise<Profile> {
  const { path, env } = findBrowser();
  const profile = join(folder, 'profile');
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: path,
    args: BROWSER_ARGS,
    env: { ...definedIn(process.env), ...env },
    baseURL,
    viewport: { width: 1280, height: 800 },
    locale: 'en-IE',
    timezoneId: 'Europe/Dublin',
  });
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    context,
    page,
    signIn: async ({ user }) => {
      await page.goto('/robots.txt');
      await page.evaluate((session) => localStorage.setItem('user', session), JSON.stringify(user));
    },
    kill: async () => {
      const closed = context.waitForEvent('close');
      for (const pid of browsersOf(profile)) process.kill(pid, 'SIGKILL');
      await closed;
    },
  };
}

/** The processes that were started for this profile and no other. */
function browsersOf(profile: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`--user-data-dir=${profile}\0`);
      } catch {
        // It has ended meanwhile.
        return false;
      }
    })
    .map(Number);
}

function definedIn(environment: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}
