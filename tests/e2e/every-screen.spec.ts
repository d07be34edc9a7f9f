import { readdirSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessible, smallTargets } from './support/accessibility.ts';
import { coveredStops } from './support/covered-stops.ts';
import { type Customer, registerCustomer } from './support/customer.ts';
import { cutTexts, setTextSize, setTextSpacing } from './support/cut-texts.ts';
import { clearDevice } from './support/device.ts';
import { SCREENS, type Screen, type ScreenContext } from './support/screens.ts';

const DESKTOP = { width: 1280, height: 800 };

/** The theme variables that style attributes of the page name, and that no stylesheet defines. */
function undefinedVariables(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[style]')].flatMap((element) => {
      const style = element.getAttribute('style') ?? '';
      const names = [...style.matchAll(/var\((--(?:mantine|send)-[\w-]+)\)/g)].map(([, name = '']) => name);
      return names.filter((name) => getComputedStyle(element).getPropertyValue(name) === '');
    }),
  );
}

/** The text fields that open another keyboard on a phone than their label asks for, or whose Enter key says nothing. */
function unfittingFields(page: Page): Promise<string[]> {
  const fields = page.locator(
    'input:is([type=text], [type=search], [type=tel], [type=email], [type=password])',
  );
  return fields.evaluateAll((elements) => {
    const KEYBOARDS: readonly (readonly [label: RegExp, keyboard: string])[] = [
      [/^email/i, 'email'],
      [/^phone/i, 'tel'],
      [/^search/i, 'search'],
      [/^code/i, 'numeric'],
      [/^(weight|width|length|height)/i, 'decimal'],
      [/password/i, 'password'],
    ];
    return elements.flatMap((field) => {
      if (!(field instanceof HTMLInputElement) || field.readOnly) return [];
      const label = field.labels?.[0]?.textContent ?? field.ariaLabel ?? field.placeholder;
      const keyboard = KEYBOARDS.find(([words]) => words.test(label))?.[1];
      const fits = keyboard === undefined || [field.type, field.inputMode].includes(keyboard);
      const saysEnter = ['search', 'go', 'send', 'done', 'next'].includes(field.enterKeyHint);
      return fits && saysEnter ? [] : [`${label}: ${field.type} ${field.inputMode} ${field.enterKeyHint}`];
    });
  });
}

/** Screens that one page opens after each other, because a page that opens another screen takes half of the processor time of a new one. */
const PER_PAGE = 6;

/** Opens a screen on a device that has stored nothing but the session, and checks it. */
async function expectFlawless(
  { name, who, heading, title = heading, open }: Screen,
  { page, customer, operator }: ScreenContext,
): Promise<void> {
  await startOver(page, who === 'customer' ? customer : undefined);
  await open({ page, customer, operator });
  // Behind an open dialog everything else is hidden from the accessibility tree.
  const isBehind = (await page.getByRole('dialog').count()) > 0;
  const found = page.getByRole('heading', { level: 1, name: heading, includeHidden: isBehind });
  await expect(found).toHaveCount(1);
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page).toHaveTitle(title instanceof RegExp ? title : new RegExp(`^${title} – Send$`));
  await expect(page.getByText('Loading', { exact: false })).toHaveCount(0);
  // The label of a button fades in when the button has stopped loading.
  await expect(page.locator('[data-loading]')).toHaveCount(0);
  await expectAccessible(page);
  expect(await unfittingFields(page), `${name}: fields whose keyboard or Enter key does not fit`).toEqual([]);
  expect(await coveredStops(page), `${name}: elements behind a bar or the header`).toEqual([]);
  expect(await undefinedVariables(page), `${name}: theme variables without a value`).toEqual([]);
  // The last of these views is a phone.
  expect(await smallTargets(page), `${name}: targets that are too small`).toEqual([]);
  for (const [pixels, widths] of [
    [16, [360, 320]],
    [24, [1280, 768, 360, 320]],
    [32, [1920, 360, 320]],
  ] as const) {
    await setTextSize(page, pixels);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 740 });
      expect(await cutTexts(page), `${name}: texts of ${pixels} px on a screen of ${width} px`).toEqual([]);
    }
  }
  await setTextSize(page, 16);
  await setTextSpacing(page);
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await cutTexts(page), `${name}: spaced texts on a screen of ${width} px`).toEqual([]);
  }
}

/** Makes the page like that of a device which has never opened the app, on which the customer, if any, is logged in. */
async function startOver(page: Page, customer: Customer | undefined): Promise<void> {
  await clearDevice(page);
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.mouse.move(0, 0);
  if (customer)
    await page.evaluate((session) => localStorage.setItem('user', session), JSON.stringify(customer.user));
}

for (let from = 0; from < SCREENS.length; from += PER_PAGE) {
  const screens = SCREENS.slice(from, from + PER_PAGE);
  test(`Screens ${screens[0]?.name} to ${screens.at(-1)?.name} have one main heading and a title, axe and Equal Access find no violation, targets are large enough, and large or spaced text is not cut and makes no page wider than a small phone (LAY-12, LAY-15, LAY-40, LAY-44, LAY-50)`, async ({
    page,
    operator,
    server,
    errorMonitor,
  }) => {
    test.setTimeout(300_000);
    // The server returns 404 for an unknown delivery and for the icon of a text file, which Chromium's console calls an error.
    errorMonitor.allow(/status of 404.*(999999|favicon\.ico)/);
    for (const screen of screens) {
      const customer = await registerCustomer(server.url);
      await test.step(screen.name, () => expectFlawless(screen, { page, customer, operator }));
    }
  });
}

test('A navigation moves the focus to the heading of the new page (LAY-06)', async ({ page }) => {
  await page.goto('/');
  // Before hydration a link loads its page as a document, and the browser decides where the focus is.
  await expect(page.locator('html')).toHaveAttribute('data-live');
  for (const [link, heading] of [
    ['Tracking', 'Package Tracking'],
    ['Deliveries', 'My Deliveries'],
    ['FAQ', /FAQ|Frequently/],
  ] as const) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused();
  }
});

test('The header is 64 px high on a desktop and on a phone, stays at the top, and covers no content (LAY-01)', async ({
  page,
}) => {
  await page.goto('/terms-and-conditions');
  const header = page.getByRole('banner');
  const atTop = { x: 0, y: 0, height: 64 };
  // Hydration restores the scroll position, so an earlier scroll may be lost.
  const scrollDown = () => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    return window.scrollY;
  };
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 375, height: 640 },
  ]) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => window.scrollTo(0, 0));
    expect(await header.boundingBox()).toMatchObject(atTop);
    const main = await page.getByRole('main').boundingBox();
    expect(main?.y).toBeGreaterThanOrEqual(64);
    await expect.poll(() => page.evaluate(scrollDown)).toBeGreaterThan(64);
    expect(await header.boundingBox()).toMatchObject(atTop);
  }
});

test('Every route file has a screen in this list', () => {
  expect(readdirSync('src/routes').length).toBe(19);
});
