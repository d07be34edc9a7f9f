import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import type { LoggedInUser } from '../../src/contract/user.ts';
import { installWorker } from '../e2e/support/device.ts';
import { killBrowser, launchWithProfile } from '../support/persistent-browser.ts';

/** What the driver says when the document ended while an action ran in it. */
const DOCUMENT_ENDED = /Execution context was destroyed|promise was garbage collected/;
/** The pages of the four tabs. */
const PLACES = ['/', '/deliveries', '/tracking', '/faq'];
export const TABS = PLACES.length;

/** A browser with four tabs and a profile on disk, which survives a kill. */
export class Device {
  /** For each key that the app has reported as saved, the milliseconds that saving took. */
  readonly saved = new Map<string, number>();
  private readonly profile: string;
  private readonly origin: string;
  private readonly script: string;
  private context: BrowserContext | undefined;
  private tabs: Page[] = [];
  private life = 0;
  private ready: Promise<void> = Promise.resolve();

  /** @param script runs in every tab before the app; see offline-tab */
  constructor(folder: string, origin: string, script: string) {
    this.profile = join(folder, 'profile');
    this.origin = origin;
    this.script = script;
  }

  /** Opens a guest's first page and waits for the service worker. */
  async firstVisit(): Promise<Page> {
    await this.launch();
    const page = await this.newTab('/');
    await installWorker(page);
    return page;
  }

  /** Writes a session where the app stores it, and opens the tabs. */
  async openTabs(user: LoggedInUser): Promise<void> {
    const first = await this.firstVisit();
    await first.evaluate((session) => localStorage.setItem('user', session), JSON.stringify(user));
    // A browser writes local storage with a delay or when it closes, and from here on it is only killed.
    await this.close();
    await this.launch();
    this.ready = this.open();
    await this.ready;
  }

  /** Kills the whole browser (-9), as a crash or an empty battery does, and opens it again. */
  async killAndReopen(): Promise<void> {
    this.ready = this.reopen();
    await this.ready;
  }

  /**
   * Runs an action in the tab with this number. If the browser is killed or the page ends meanwhile, the action runs
   * again in the same tab, as a user would repeat it.
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
        if (life !== this.life) continue;
        if (!(error instanceof Error && DOCUMENT_ENDED.test(error.message))) throw error;
        console.info(`Tab ${number} repeats an action: ${error.message}`);
        await page.locator('html[data-live]').waitFor();
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
    killBrowser(this.profile);
    await closed;
    await this.launch();
    await this.open();
  }

  private async open(): Promise<void> {
    this.tabs = await Promise.all(
      PLACES.map(async (path) => {
        const page = await this.newTab(path);
        await page.locator('html[data-live]').waitFor();
        await page.locator('main h1').waitFor();
        return page;
      }),
    );
  }

  private async launch(): Promise<void> {
    this.context = await launchWithProfile(this.profile, { baseURL: this.origin });
    await this.context.exposeFunction('sendSaved', (key: string, milliseconds: number) => {
      this.saved.set(key, milliseconds);
    });
  }
}
