import { expect, test } from './fixtures.ts';

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
  await expect(cards.nth(1)).toBeInViewport({ ratio: 1 });
});
