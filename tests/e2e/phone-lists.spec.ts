import { expect, test } from './fixtures.ts';
import { boxOf, tabBar } from './support/boxes.ts';
import { cutTexts, setTextSize } from './support/cut-texts.ts';
import { FROM, SENDING, TO, waitingList } from './support/submit.ts';
import { fillPlaces } from './support/wizard.ts';

test('Two whole deliveries are in sight on a phone, also with long places and the longest status (LAY-36)', async ({
  loggedIn: page,
  customer,
}) => {
  const place = (name: string) => ({ ...customer.parcel.pickUpSnapshot, name });
  for (const name of [
    'Apartment 12, The Old Distillery, Beresford Street',
    '40 Grand Canal Quay, Dublin Docklands',
  ]) {
    await customer.createDeliveryRequest({ pickUpSnapshot: place(name), dropOffSnapshot: place(name) });
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/deliveries');
  const cards = page.getByRole('tabpanel').getByRole('link');
  await expect(cards).toHaveCount(2);
  const [second, bar] = [await boxOf(cards.nth(1)), await boxOf(tabBar(page))];
  expect(second.y + second.height).toBeLessThanOrEqual(bar.y);
});

test('On a phone, the dates of Payment History are folded, and their button says how many are set (ACC-16)', async ({
  loggedIn: page,
  customer,
}) => {
  const { id } = await customer.createDeliveryRequest();
  await customer.pay(id);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/account?tab=billing&list=history');
  const payment = page.getByRole('heading', { name: /Dublin to Howth/ });
  const [title, bar] = [await boxOf(payment), await boxOf(tabBar(page))];
  expect(title.y + title.height).toBeLessThan(bar.y - 60);
  const [search, fold] = [page.getByLabel('Search'), page.getByRole('button', { name: /^Filters/ })];
  expect((await boxOf(search)).y).toBe((await boxOf(fold)).y);
  await expect(page.getByLabel('From Date')).toBeHidden();
  await fold.click();
  await page.getByLabel('From Date').fill('2026-01-01');
  await fold.click();
  await expect(page.getByLabel('From Date')).toBeHidden();
  await expect(fold).toHaveText('Filters (1)');
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.getByLabel('From Date')).toHaveValue('2026-01-01');
  await expect(fold).toBeHidden();
  await page.setViewportSize({ width: 360, height: 740 });
  const lines = await page.getByText(/^Reference/).evaluate((element) => {
    let number: Node = element;
    while (number.lastChild) number = number.lastChild;
    const range = document.createRange();
    range.selectNode(number);
    return [16, 20].map((size) => {
      document.documentElement.style.fontSize = `${size}px`;
      return range.getClientRects().length;
    });
  });
  expect(lines, 'the reference breaks at its hyphen').toEqual([1, 1]);
});

test('On a phone, a refresh that finds a change moves nothing when it says so, and makes the page no wider (LAY-38)', async ({
  loggedIn: page,
  customer,
  operator,
}) => {
  const { guid } = await operator.createOrder(customer);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/deliveries');
  const tabs = page.getByRole('tablist', { name: 'Status' });
  await expect(page.getByText('Updated just now')).toBeVisible();
  const before = await boxOf(tabs);
  await operator.report(guid, 'scheduled');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(page.getByText(/^Since you last looked: .+ scheduled/)).toBeInViewport();
  expect(await boxOf(tabs)).toEqual(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('A delivery on Package Tracking is a short row: on a phone it is in sight below the form, with its button (TRK-03)', async ({
  loggedIn: page,
  customer,
  operator,
}) => {
  await operator.createOrder(customer);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/tracking');
  const row = await boxOf(page.getByRole('article'));
  expect(row.height).toBeLessThan(130);
  const track = await boxOf(page.getByRole('button', { name: /^Track .+ to / }));
  expect(track.y + track.height).toBeLessThan((await boxOf(tabBar(page))).y);
});

test('On Home, drafts of other tabs and requests that wait appear below the form and move nothing in it (LAY-54)', async ({
  loggedIn: page,
  context,
  errorMonitor,
}) => {
  errorMonitor.allow(/status of 503/);
  await context.route(/\/api\/orderrequests(\?|$)/, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503 }) : route.fallback(),
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  const next = page.getByRole('button', { name: 'Continue', exact: true });
  const form = [page.getByLabel('Pick-up Location'), page.getByLabel('Drop-off Location'), next];
  const places = () => Promise.all(form.map(boxOf));
  await expect(next).toBeVisible();
  const before = await places();
  const other = await context.newPage();
  await other.setViewportSize({ width: 360, height: 740 });
  await other.goto('/');
  await fillPlaces(other, FROM, TO);
  await expect(page.getByRole('button', { name: /^Resume / })).toBeVisible();
  expect(await places()).toEqual(before);
  await other.getByRole('button', { name: 'Fast forward' }).click();
  await other.getByRole('button', { name: 'Complete Request' }).click();
  await expect(other.getByText(SENDING)).toBeVisible();
  await expect(waitingList(page).getByRole('listitem')).toHaveCount(1);
  expect(await places()).toEqual(before);
  for (const field of ['Pick-up Location', 'Drop-off Location'])
    await expect(other.getByLabel(field)).toBeInViewport({ ratio: 1 });
});

test('With large text, no text of a saved card, of a saved address or of the heading of My Deliveries is cut or broken (LAY-44)', async ({
  loggedIn: page,
  customer,
}) => {
  await customer.saveAddress();
  await customer.saveAddress({ name: 'Work' });
  const cards = ['visa', 'mastercard', 'amex', 'unionpay'].map((brand, index) => ({
    id: `pm_${index}`,
    brand,
    last4: `424${index}`,
    expMonth: 12,
    expYear: 2034,
    isDefault: brand === 'amex',
  }));
  await page.context().route('**/payments/payment-methods', (route) => route.fulfill({ json: cards }));
  for (const [path, loaded] of [
    ['/account?tab=billing', 'American Express ending in 4242'],
    ['/account?tab=addresses', 'Work'],
    ['/deliveries', 'No active deliveries'],
  ] as const) {
    await setTextSize(page, 16);
    await page.goto(path);
    await expect(page.getByText(loaded, { exact: true })).toBeVisible();
    for (const pixels of [24, 32]) {
      await setTextSize(page, pixels);
      for (const width of [320, 360, 768, 1024, 1280]) {
        await page.setViewportSize({ width, height: 740 });
        expect(await cutTexts(page), `${path}: texts of ${pixels} px, ${width} px wide`).toEqual([]);
      }
    }
  }
});
