import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { registerCustomer, storeSession } from '../tests/e2e/support/customer.ts';
import { Operator } from '../tests/e2e/support/operator.ts';
import { SCREENS, type Screen } from '../tests/e2e/support/screens.ts';
import { SCREENSHOT_STATES } from '../tests/e2e/support/screenshot-states.ts';
import { BROWSER_ARGS, findBrowser } from '../tests/support/find-browser.ts';
import { type SendServer, startSend } from '../tests/support/send-server.ts';

/**
 * `npm run screenshots` takes a screenshot of every screen of the built app at three widths in both themes, into
 * `screenshots/`, with contact sheets. `npm run screenshots -- tracking home` takes only the screens whose name
 * contains one of the words.
 */
const FOLDER = 'screenshots';
/** The screenshots that the README and the install dialog show; they are committed. */
const CHOSEN_FOLDER = 'docs/screenshots';
const CHOSEN = [
  'home-1-locations-desktop-light',
  'home-1-locations-phone-dark',
  'home-2-package-phone-light',
  'home-confirmation-phone-light',
  'details-phone-light',
  'details-edit-phone-light',
  'deliveries-demo-phone-light',
  'tracking-result-phone-light',
  'account-profile-phone-light',
  'details-timeline-desktop-dark',
];
const PER_SHEET = 6;
const WIDTHS = {
  phone: { width: 360, height: 740 },
  tablet: { width: 768, height: 1024 },
  desktop: { width: 1280, height: 800 },
} as const;

type Shot = { screen: Screen; device: keyof typeof WIDTHS; scheme: 'light' | 'dark' };

async function takeAll(words: readonly string[]): Promise<void> {
  const screens = [...SCREENS, ...SCREENSHOT_STATES].filter(
    ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
  );
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const found = findBrowser();
  // No server runs at this URL, so the screenshots show the base map without tiles.
  const server = await startSend({ DEMO: '1', TILE_URL: 'http://127.0.0.1:9/{z}/{x}/{y}.png' });
  const browser = await chromium.launch({
    executablePath: found.path,
    args: BROWSER_ARGS,
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...found.env },
  });
  try {
    for (const screen of screens) {
      for (const device of ['phone', 'tablet', 'desktop'] as const) {
        for (const scheme of ['light', 'dark'] as const) {
          const context = await browser.newContext({
            viewport: WIDTHS[device],
            colorScheme: scheme,
            reducedMotion: 'reduce',
            locale: 'en-IE',
            timezoneId: 'Europe/Dublin',
            baseURL: server.url,
          });
          await take({ screen, device, scheme }, context, server);
          await context.close();
        }
      }
      console.info(`✓ ${screen.name}`);
    }
    const page = await browser.newPage({ viewport: { width: 1900, height: 900 } });
    for (let from = 0; from < screens.length; from += PER_SHEET)
      await contactSheet(screens.slice(from, from + PER_SHEET), page, from / PER_SHEET + 1);
    copyChosen(words);
  } finally {
    await browser.close();
    await server.stop();
  }
}

async function take(
  { screen, device, scheme }: Shot,
  context: BrowserContext,
  server: SendServer,
): Promise<void> {
  const customer = await registerCustomer(server.url);
  const page = await context.newPage();
  if (screen.who === 'customer') await storeSession(page, server.url, customer);
  try {
    await screen.open({ page, customer, operator: new Operator(server) });
    await waitUntilDrawn(page);
  } catch (error) {
    console.warn(`✗ ${screen.name}, ${device}, ${scheme}: ${error instanceof Error ? error.message : error}`);
  }
  await page.screenshot({ path: fileOf(screen.name, device, scheme), animations: 'disabled' });
}

/** Waits until fonts and images have loaded and two frames have been rendered. */
async function waitUntilDrawn(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await page.waitForFunction(() => [...document.images].every((image) => image.complete));
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 30; frame++) await new Promise((drawn) => requestAnimationFrame(drawn));
  });
}

function fileOf(name: string, device: string, scheme: string): string {
  return join(FOLDER, `${name}-${device}-${scheme}.png`);
}

/** A contact sheet with several screens side by side. */
async function contactSheet(screens: readonly Screen[], page: Page, sheet: number): Promise<void> {
  const picture = (name: string, device: string, scheme: string) =>
    `<img src="${name}-${device}-${scheme}.png" alt="${name}, ${device}, ${scheme}">`;
  const row = ({ name }: Screen) =>
    `<h2>${name}</h2><div>${(['light', 'dark'] as const)
      .flatMap((scheme) => Object.keys(WIDTHS).map((device) => picture(name, device, scheme)))
      .join('')}</div>`;
  const style =
    'body{font:14px system-ui;margin:16px;background:#777}h2{margin:16px 0 4px;color:#fff}div{display:flex;gap:8px;align-items:start}img{height:300px}';
  const html = `<!doctype html><meta charset="utf-8"><title>Every screen of Send</title><style>${style}</style>${screens.map(row).join('')}`;
  writeFileSync(join(FOLDER, `sheet-${sheet}.html`), html);
  await page.goto(`file://${join(process.cwd(), FOLDER, `sheet-${sheet}.html`)}`);
  await page.screenshot({ path: join(FOLDER, `sheet-${sheet}.png`), fullPage: true });
}

function copyChosen(words: readonly string[]): void {
  if (words.length > 0) return;
  mkdirSync(CHOSEN_FOLDER, { recursive: true });
  for (const name of CHOSEN) cpSync(join(FOLDER, `${name}.png`), join(CHOSEN_FOLDER, `${name}.png`));
}

await takeAll(process.argv.slice(2));
