import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import type { SignedInUser } from '../../src/contract/user.ts';
import { installWorker } from '../e2e/support/device.ts';
import { BROWSER_ARGS, findBrowser } from '../support/find-browser.ts';

/** Where the four tabs are while they are used. */
const PLACES = ['/', '/deliveries', '/tracking', '/faq'];
export const TABS = PLACES.length;

/** A browser with four tabs and a profile on disk, which is there again after a kill. */
export class Device {
  /** What the app has said to be on disk, and how long that took, in milliseconds. */
  readonly saved = new Map<string, number>();
  private readonly profile: string;
  private readonly origin: string;
  private readonly script: string;
  private context: BrowserContext | undefined;
  private tabs: Page[] = [];
  private life = 0;
  private ready: Promise<void> = Promise.resolve();

  /** @param script runs in every tab before the app, see offline-tab */
  constructor(folder: string, origin: string, script: string) {
    this.profile = join(folder, 'profile');
    this.origin = origin;
    this.script = script;
  }

  /** A visitor's first page, and the app with its worker. */
  async firstVisit(): Promise<Page> {
    await this.launch();
    const page = await this.newTab('/');
    await installWorker(page);
    return page;
  }

  /** Signs in where the app keeps its session, and opens the tabs. */
  async openTabs(user: SignedInUser): Promise<void> {
    const first = await this.firstVisit();
    await first.evaluate((session) => localStorage.setItem('user', session), JSON.stringify(user));
    // A browser writes local storage seconds later, or when it is closed; from here on only kills close it.
    await this.close();
    await this.launch();
    this.ready = this.open();
    await this.ready;
  }

  /** Ends the whole browser (-9), as a crash or an empty battery does, and opens it again. */
  async killAndReopen(): Promise<void> {
    this.ready = this.reopen();
    await this.ready;
  }

  /**
   * Works in the tab with this number. Where the browser dies meanwhile, it is done again in the same tab of the next
   * life, as a person would.
   */
  async inTab<T>(number: number, work: (page: Page) => Promise<T>): Promise<T> {
    for (;;) {
      await this.ready;
      const { life } = this;
      const page = this.tabs[number];
      if (page === undefined) throw new Error(`There is no tab ${number}`);
      try {
        return await work(page);
      } catch (error) {
        if (life === this.life) throw error;
      }
    }
  }

  async newTab(path: string): Promise<Page> {
    if (this.context === undefined) throw new Error('The browser is not open');
    const page = await this.context.newPage();
    await page.addInitScript({ content: this.script });
    await page.goto(path, { waitUntil: 'commit' });
    return page;
  }

  async setOffline(isOffline: boolean): Promise<void> {
    await this.context?.setOffline(isOffline);
  }

  async close(): Promise<void> {
    await this.context?.close();
  }

  private async reopen(): Promise<void> {
    this.life += 1;
    const closed = this.context?.waitForEvent('close');
    for (const pid of processesOf(this.profile)) process.kill(pid, 'SIGKILL');
    await closed;
    await this.launch();
    await this.open();
  }

  private async open(): Promise<void> {
    this.tabs = await Promise.all(
      PLACES.map(async (path) => {
        const page = await this.newTab(path);
        await page.locator('main h1').waitFor();
        return page;
      }),
    );
  }

  private async launch(): Promise<void> {
    const { path, env } = findBrowser();
    this.context = await chromium.launchPersistentContext(this.profile, {
      executablePath: path,
      args: BROWSER_ARGS,
      env: { ...definedIn(process.env), ...env },
      baseURL: this.origin,
      viewport: { width: 1280, height: 800 },
    });
    await this.context.exposeFunction('sendSaved', (key: string, milliseconds: number) => {
      this.saved.set(key, milliseconds);
    });
  }
}

/** The processes that were started for this profile and no other. */
function processesOf(profile: string): number[] {
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
