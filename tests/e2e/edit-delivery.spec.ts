import { expect, test } from './fixtures.ts';
import { actionsOfDelivery, chooseAction } from './support/delivery-actions.ts';

test('What is typed in Edit Details survives a reload, and an edit on another device is not overwritten (DET-45, DET-46)', async ({
  loggedIn: page,
  customer,
  errorMonitor,
}) => {
  errorMonitor.allow(/status of 412/);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.setViewportSize({ width: 360, height: 740 });
  const { id } = await customer.createDeliveryRequest();
  await page.goto(`/deliveries/${id}`);
  await chooseAction(page, 'Edit Details');
  const note = page.getByLabel(/Special Instructions/);
  await note.fill('Behind the red door');
  await page.reload();
  await expect(note).toHaveValue('Behind the red door');
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();

  await customer.call('editDeliveryRequest', {
    params: { id },
    body: { ...customer.parcel, dropOffSnapshot: { name: 'Bray, Co. Wicklow' } },
  });
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const notice = page.getByRole('alert').filter({ hasText: 'This delivery was changed elsewhere' });
  await expect(notice.getByRole('listitem')).toHaveText(['Drop-off: Bray, Co. Wicklow']);
  await expect(notice).toBeInViewport();
  await expect(note).toHaveValue('Behind the red door');
  await expect(page.getByLabel('Drop-off Location')).toHaveValue('Bray, Co. Wicklow');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(actionsOfDelivery(page)).toBeVisible();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  const saved = await customer.call('getDeliveryRequest', { params: { id } });
  expect(saved).toMatchObject({
    dropOffSnapshot: { name: 'Bray, Co. Wicklow' },
    deliveryNote: 'Behind the red door',
  });
  await page.reload();
  await expect(actionsOfDelivery(page)).toBeVisible();
});

test.describe(() => {
  test.use({ baseURL: async ({ networkSwitch }, use) => use(networkSwitch.url) });

  test('Without a connection, Save Changes says before the press that it needs one (DET-46)', async ({
    loggedIn: page,
    customer,
    context,
    networkSwitch,
    errorMonitor,
  }) => {
    errorMonitor.allow(/Failed to load resource|ERR_/);
    const { id } = await customer.createDeliveryRequest();
    await page.goto(`/deliveries/${id}`);
    await chooseAction(page, 'Edit Details');
    await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible();
    await networkSwitch.disconnect(context);
    await expect(page.getByText('You are offline.')).toBeVisible();
    await expect(page.getByText('Saving needs a connection.')).toBeVisible();
  });
});
