import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './support/accessibility.ts';
import { cutTexts } from './support/cut-texts.ts';
import { installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import { readStorage } from './support/read-storage.ts';

/** Checks whether a token still gives access. It calls the server directly and not through the page's network. */
async function statusOf(origin: string, token: string): Promise<number> {
  return (await fetch(`${origin}/api/users`, { headers: { authorization: `Bearer ${token}` } })).status;
}

async function logInElsewhere(origin: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${origin}/api/users/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    },
    body: JSON.stringify({ email, password }),
  });
  return (await response.json()).jwtToken;
}

test.describe('Without a connection', () => {
  test.use({ serviceWorkers: 'allow', baseURL: async ({ networkSwitch }, use) => use(networkSwitch.url) });

  test('a log-out leaves no token on the device, and ends the session after reconnecting (SEC-06, SES-04)', async ({
    loggedIn: page,
    customer,
    context,
    networkSwitch,
    server,
    errorMonitor,
  }) => {
    errorMonitor.allow(NETWORK_ERROR);
    const { jwtToken, sessionId } = customer.user;
    await page.goto('/');
    await installWorker(page, '/account');
    await networkSwitch.disconnect(context);
    await page.getByRole('button', { name: 'Log Out', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Are you sure you want to log out?' });
    await dialog.getByRole('button', { name: 'Log Out', exact: true }).click();
    await expect(page.getByText('Logout successful')).toBeVisible();
    const stored = (await readStorage(page)).text;
    expect(stored).toContain(sessionId);
    for (const secret of [jwtToken, customer.user.email, 'Aoife']) expect(stored).not.toContain(secret);
    expect(await statusOf(server.url, jwtToken)).toBe(200);

    await networkSwitch.reconnect(context);
    await expect.poll(() => statusOf(server.url, jwtToken)).toBe(401);
    await expect.poll(async () => (await readStorage(page)).text).not.toContain(sessionId);
  });
});

test('A customer logs out another device and downloads the account data (ACC-22, SEC-12)', async ({
  loggedIn: page,
  customer,
  server,
  errorMonitor,
}, testInfo) => {
  errorMonitor.allow(/status of 403/);
  const { user, password } = customer;
  await customer.createDeliveryRequest({ deliveryNote: '<b>Ring</b> the bell' });
  const other = await logInElsewhere(server.url, user.email, password);
  await page.goto('/account?tab=security');
  await page.getByRole('button', { name: 'Log out Firefox on Linux' }).click();
  const dialog = page.getByRole('dialog', { name: 'Log out Firefox on Linux?' });
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription(
    'The password is incorrect',
  );
  await expectAccessible(page);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('Logged out Firefox on Linux')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log out Firefox on Linux' })).toHaveCount(0);
  expect(await statusOf(server.url, other)).toBe(401);

  const download = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    const path = testInfo.outputPath(file.suggestedFilename());
    await file.saveAs(path);
    return path;
  };
  const json = await download('Download as JSON');
  expect(json).toMatch(/send-data-\d{4}-\d\d-\d\d\.json$/);
  expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({
    account: { email: user.email },
    deliveries: [{}],
  });
  const readable = await download('Download as a page');
  expect(readable).toMatch(/\.html$/);
  // The file opens without the app.
  await page.goto(pathToFileURL(readable).href);
  await expect(page.getByRole('cell', { name: '<b>Ring</b> the bell' })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await cutTexts(page)).toEqual([]);
});

test('A customer deletes the account and leaves nothing on the device (SEC-13)', async ({
  loggedIn: page,
  customer,
  server,
  errorMonitor,
}) => {
  errorMonitor.allow(/status of 40[13]/);
  await customer.saveAddress();
  await page.goto('/account?tab=security');
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type('not-the-password');
  await page.keyboard.press('Enter');
  // Password hashes are slow to compare by design.
  const patience = { timeout: 30_000 };
  await expect(dialog.getByRole('alert')).toHaveText('The password is incorrect', patience);
  await dialog.getByLabel('Password', { exact: true }).fill(customer.password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your account was deleted')).toBeVisible(patience);
  await expect(page.getByText('You are not logged in')).toBeVisible();
  const { text } = await readStorage(page);
  for (const secret of [customer.user.jwtToken, customer.user.email, 'Leinster'])
    expect(text).not.toContain(secret);
  expect(await statusOf(server.url, customer.user.jwtToken)).toBe(401);
});
