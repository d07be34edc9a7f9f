import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './support/accessibility.ts';

const LIST = /\/assets\/common-passwords[^/]*\.txt/;

test.use({ viewport: { width: 360, height: 740 } });

const password = (page: Page) => page.getByLabel('Password', { exact: true });
const warning = (page: Page) => page.getByText('This password is too easy to guess.');

async function choose(page: Page, text: string): Promise<void> {
  await password(page).fill(text);
  await password(page).blur();
}

test('A common password shows a warning on a phone; the list loads only then, and the password is not sent (AUT-09)', async ({
  guest: page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`));
  await page.goto('/auth/register');
  await page.getByLabel('Name', { exact: true }).fill('Aoife');
  expect(requests.filter((each) => LIST.test(each))).toEqual([]);

  await choose(page, 'SunShine');
  await expect(warning(page)).toBeVisible();
  await expect(password(page)).toHaveAccessibleDescription(/At least 6 characters.*too easy to guess/);
  expect(requests.filter((each) => LIST.test(each))).toHaveLength(1);
  expect(requests.filter((each) => /sunshine/i.test(each))).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page);

  await choose(page, 'a truck of my own');
  await expect(warning(page)).toBeHidden();
});

test('Without the list there is no warning, and no typed value is lost (AUT-09)', async ({
  guest: page,
  errorMonitor,
}) => {
  errorMonitor.allow(/status of 404/);
  let tries = 0;
  await page.route(LIST, (route) => {
    tries += 1;
    return route.fulfill({ status: 404, body: 'gone' });
  });
  await page.goto('/auth/register');
  await page.getByLabel('Name', { exact: true }).fill('Aoife');
  await choose(page, 'SunShine');
  await expect.poll(() => tries).toBeGreaterThan(0);
  // Warnings that need no list are still shown.
  await choose(page, '654321');
  await expect(warning(page)).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Aoife');
});
