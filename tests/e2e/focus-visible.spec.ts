import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { newEntry } from '../../src/outbox/entry.ts';
import { expect, test } from './fixtures.ts';
import { boxOf } from './support/boxes.ts';
import { coveredStops as coveredStopsInBothDirections } from './support/covered-stops.ts';
import { setTextSize } from './support/cut-texts.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import { countDifferentPixels } from './support/pictures.ts';
import { seedIndexedDb } from './support/seed-indexeddb.ts';
import { clickContinue, fillPlaces, goToSummary } from './support/wizard.ts';

const MAX_TAB_STOPS = 60;

/** Tabs through the page and returns what had the focus while the bar at the bottom or the header covered it. */
async function coveredStops(page: Page): Promise<string[]> {
  const covered: string[] = [];
  for (let stop = 0; stop < MAX_TAB_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused || focused === document.body) return null;
      const { left, top, width, height } = focused.getBoundingClientRect();
      // A native radio or switch lies over its tile, whose middle is then what the user looks at.
      const x = Math.min(left + width / 2, innerWidth - 1);
      const isVisibleAt = (y: number) => {
        const hit = document.elementFromPoint(x, y);
        return (
          hit !== null && (focused.contains(hit) || hit.contains(focused) || hit.closest('label') !== null)
        );
      };
      const edge = Math.min(4, height / 2);
      // The ring is outside of the element, where a bar may cover it.
      const ring = 4;
      const isBar = (element: Element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position);
      const isRingCovered = (y: number) => {
        let hit = document.elementFromPoint(x, y);
        while (hit && !isBar(hit)) hit = hit.parentElement;
        // The first pixels of the bar are transparent.
        return hit !== null && !hit.contains(focused) && hit.getBoundingClientRect().top + 8 < y;
      };
      const isVisible =
        isVisibleAt(top + edge) &&
        isVisibleAt(top + height - edge) &&
        !isRingCovered(top - ring) &&
        !isRingCovered(top + height + ring);
      return isVisible
        ? ''
        : `${focused.tagName} ${focused.textContent || focused.getAttribute('aria-label')}`;
    });
    if (name === null) break;
    if (name !== '') covered.push(name);
  }
  return covered;
}

test('The bars cover no focused element and scroll on a low screen (LAY-12)', async ({ guest: page }) => {
  await page.goto('/');
  await fillPlaces(page, '12 Leinster Road, Dublin', '3 Abbey Street, Howth');
  await clickContinue(page);
  // The step replaces the previous one some frames later, and then moves what is below it.
  await expect(page.getByRole('radio', { name: /Light/ })).toBeChecked();
  const continueButton = page.getByRole('button', { name: 'Continue', exact: true });
  for (const viewport of [
    { width: 360, height: 740 },
    { width: 1280, height: 800 },
  ]) {
    await page.setViewportSize(viewport);
    await page.getByRole('heading', { level: 1 }).focus();
    expect(await coveredStops(page), `${viewport.width} × ${viewport.height}`).toEqual([]);
  }

  // At a zoom of 400 % a screen of 1280 × 1024 has this size.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(continueButton).not.toBeInViewport();
  await page.evaluate(() => window.scrollTo(0, 200));
  await expect(page.getByRole('banner')).not.toBeInViewport();
});

test('What the app says below the header covers no focused element (LAY-12)', async ({
  loggedIn: page,
  customer,
  errorMonitor,
}) => {
  errorMonitor.allow(NETWORK_ERROR);
  const intent = { kind: 'createDeliveryRequest', body: customer.parcel } as const;
  const entry = newEntry(randomUUID(), customer.user.email, intent, Date.now());
  await seedIndexedDb(page, { 'send-outbox': { store: 'entries', rows: { [entry.id]: entry } } });
  await page.goto('/');
  await page.getByText(/^Sent: /).waitFor();
  expect(await coveredStopsInBothDirections(page)).toEqual([]);
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await page.context().setOffline(true);
  await page.getByText('You are offline.').waitFor();
  expect(await coveredStopsInBothDirections(page)).toEqual([]);
});

test('The header of a dialog covers no field that gets the focus, with text of 200 % on a small phone (LAY-12)', async ({
  guest: page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  await goToSummary(page, '12 Leinster Road, Dublin', '3 Abbey Street, Howth');
  await page.getByRole('button', { name: 'Complete Without Account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fill in your details' });
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(dialog.getByText('First name is required')).toBeVisible();
  await setTextSize(page, 32);
  await dialog.getByLabel('Phone Number').focus();
  for (const label of ['Email', 'Last Name', 'First Name']) {
    await page.keyboard.press('Shift+Tab');
    const field = dialog.getByLabel(label);
    await expect(field).toBeFocused();
    const header = await boxOf(dialog.locator('header'));
    expect((await boxOf(field)).y, label).toBeGreaterThanOrEqual(header.y + header.height);
  }
});

test('The focus ring of a completed step touches no label (LAY-10, WIZ-52)', async ({ guest: page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await fillPlaces(page, '12 Leinster Road, Dublin', '3 Abbey Street, Howth');
  await clickContinue(page);
  await clickContinue(page);
  await clickContinue(page);
  const names = ['Locations', 'Package', 'Delivery'];
  for (const name of names) {
    const stop = page.getByRole('button', { name: `${name}, completed` });
    // A ring is shown after a key press only.
    await page.keyboard.press('Shift');
    await stop.focus();
    const touched = await stop.evaluate((button) => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(button);
      if (outlineStyle !== 'solid') return ['no ring'];
      const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
      const { left, right, top, bottom } = button.getBoundingClientRect();
      const labels = [...(button.closest('ol')?.querySelectorAll('li > span:last-of-type') ?? [])];
      return labels
        .filter((label) => {
          const range = document.createRange();
          range.selectNodeContents(label);
          const box = range.getBoundingClientRect();
          const isBeside = box.left >= right + ring || box.right <= left - ring;
          return !isBeside && box.top < bottom + ring && box.bottom > top - ring;
        })
        .map(({ textContent }) => textContent);
    });
    expect(touched, name).toEqual([]);
  }
  // A press on a label opens its step, too.
  await page.getByRole('list', { name: 'Progress' }).getByText('Package').click({ force: true });
  await expect(page.getByRole('heading', { name: /Package$/ })).toBeFocused();
});

/** A picture of a control that has neither the focus nor the pointer. */
async function takePicture(control: Locator): Promise<Buffer> {
  await control.page().mouse.move(0, 0);
  await control.evaluate(
    () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
  );
  return control.screenshot({ animations: 'disabled' });
}

/** The smallest difference that a user notices: the dot of a radio button has about this many pixels. */
const NOTICEABLE_PIXELS = 25;

/**
 * Checks that a control looks different while it is chosen, and only then. Two pictures of one state are not always
 * equal to the byte: when Chromium has once drawn a control in a layer of its own, for a moving thumb or a scrolled
 * list, its edges and its text are smoothed differently from then on. So a picture counts as unchanged if what remains
 * of the difference is a fraction of what the choice changed.
 */
async function expectChoiceVisible(
  control: Locator,
  choose: () => Promise<void>,
  undo: () => Promise<void>,
): Promise<void> {
  const before = await takePicture(control);
  const countChanges = async () => countDifferentPixels(control.page(), before, await takePicture(control));
  await choose();
  await expect.poll(countChanges).toBeGreaterThanOrEqual(NOTICEABLE_PIXELS);
  const changedByChoice = await countChanges();
  await undo();
  await expect.poll(countChanges).toBeLessThan(changedByChoice / 4);
}

test('Forced colours show both marks of a route (LAY-37)', async ({ guest: page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  for (const end of ['pickUp', 'dropOff']) {
    const mark = page.locator(`.end-mark[data-end=${end}]`);
    const shown = await takePicture(mark);
    await mark.evaluate((element) => {
      if (element instanceof HTMLElement) element.style.opacity = '0';
    });
    const pixels = await countDifferentPixels(page, shown, await takePicture(mark));
    expect(pixels, end).toBeGreaterThanOrEqual(NOTICEABLE_PIXELS);
  }
});

test('Forced colours show what is chosen (LAY-37)', async ({ loggedIn: page, customer }) => {
  await customer.saveAddress();
  await customer.saveAddress();
  await page.emulateMedia({ forcedColors: 'active' });
  // The whole page fits, so that no bar covers a control.
  await page.setViewportSize({ width: 1280, height: 1600 });
  await page.goto('/');
  await fillPlaces(page, '12 Leinster Road, Dublin', '3 Abbey Street, Howth');
  await clickContinue(page);

  await test.step('A switch', async () => {
    const fragile = page.getByRole('switch', { name: 'Fragile' });
    await expectChoiceVisible(
      fragile.locator('..'),
      () => fragile.check(),
      () => fragile.uncheck(),
    );
    // The position of the thumb alone is hard to see.
    const readTrackStyle = () =>
      page.locator('.mantine-Switch-track').evaluate((track) => {
        const { borderTopStyle, backgroundColor } = getComputedStyle(track);
        return { borderTopStyle, backgroundColor };
      });
    const off = await readTrackStyle();
    expect(off.borderTopStyle).toBe('solid');
    await fragile.check();
    await expect.poll(async () => (await readTrackStyle()).backgroundColor).not.toBe(off.backgroundColor);
  });

  await test.step('A tile', async () => {
    const heavy = page.getByRole('radio', { name: /Heavy/ });
    const light = page.getByRole('radio', { name: /Light/ });
    await expectChoiceVisible(
      heavy.locator('..'),
      () => heavy.check(),
      () => light.check(),
    );
  });

  await test.step('A radio button', async () => {
    await page.goto('/account?tab=addresses');
    const radios = page.getByRole('radio', { name: 'Default Pick-up' });
    await expect(radios).toHaveCount(2);
    const choose = async (radio: Locator) => {
      await radio.click();
      await expect(radio).toBeChecked();
      // While the choice is being saved, the radio buttons accept no other one.
      await expect(radio).not.toHaveAttribute('aria-disabled');
    };
    await expectChoiceVisible(
      radios.last().locator('..'),
      () => choose(radios.last()),
      () => choose(radios.first()),
    );
  });

  await test.step('A tab', async () => {
    const billing = page.getByRole('tab', { name: 'Billing' });
    await expectChoiceVisible(
      billing,
      () => billing.click(),
      () => page.getByRole('tab', { name: 'Profile' }).click(),
    );
  });
});
