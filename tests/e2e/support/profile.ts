import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { killBrowser, launchWithProfile } from '../../support/persistent-browser.ts';
import type { Customer } from './customer.ts';

/** A browser with a profile on disk, whose storage is still there after a restart. */
export type Profile = {
  context: BrowserContext;
  page: Page;
  logIn(customer: Customer): Promise<void>;
  /** Kills the browser, as a crash or an empty battery does. */
  kill(): Promise<void>;
};

/** @param folder a folder of the test; opening it again simulates the same device */
export async function openProfile(folder: string, baseURL: string): Promise<Profile> {
  const profile = join(folder, 'profile');
  const context = await launchWithProfile(profile, {
    baseURL,
    locale: 'en-IE',
    timezoneId: 'Europe/Dublin',
  });
  const page = context.pages()[0] ?? (await context.newPage());
  return {
    context,
    page,
    logIn: async ({ user }) => {
      await page.goto('/robots.txt');
      await page.evaluate((session) => localStorage.setItem('user', session), JSON.stringify(user));
    },
    kill: async () => {
      const closed = context.waitForEvent('close');
      killBrowser(profile);
      await closed;
    },
  };
}
