import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './support/accessibility.ts';
import { actionsOfDelivery, chooseAction } from './support/delivery-actions.ts';
import { expectStored, installWorker } from './support/device.ts';
import { NETWORK_ERROR } from './support/error-monitor.ts';
import { waitingList } from './support/submit.ts';
import { clickContinue, fillPlaces, goToSummary } from './support/wizard.ts';

// What a screen reader announces in the other main jobs: roles, names and their order. Other elements may stand between.

test('A screen reader announces a guest’s request, what is missing in it, its confirmation and its payment (LAY-26)', async ({
  guest: page,
  operator,
}) => {
  const lastName = `Byrne ${randomUUID().slice(0, 8)}`;
  const main = page.getByRole('main');
  await page.goto('/');
  await goToSummary(page, '8 Merrion Square, Dublin', '21 Main Street, Bray');
  await expect(main).toMatchAriaSnapshot(`
    - region "Request a Delivery":
      - 'heading "Step 4 of 4: Summary" [level=2]'
      - region "Estimated price":
        - status: /€/
      - paragraph: You can sign in to complete your request and track it here.
      - button "Sign In"
      - button "Back"
      - button "Complete Without Account"
  `);

  await page.getByRole('button', { name: 'Complete Without Account' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - dialog "Fill in your details":
      - heading "Fill in your details" [level=2]
      - button "Close"
      - paragraph: The driver asks for this name. You don't need an account.
      - textbox "First Name" [invalid]
      - paragraph: First name is required
      - textbox "Last Name" [invalid]
      - paragraph: Last name is required
      - textbox "Email optional"
      - textbox "Phone Number optional"
      - button "Complete"
  `);
  await expect(dialog.getByLabel('First Name')).toBeFocused();
  await expect(dialog.getByLabel('First Name')).toHaveAccessibleDescription('First name is required');

  await dialog.getByLabel('First Name').fill('Ciarán');
  await dialog.getByLabel('Last Name').fill(lastName);
  await dialog.getByLabel('Email').fill('ciaran@example.ie');
  await dialog.getByRole('button', { name: 'Complete', exact: true }).click();
  await expect(main).toMatchAriaSnapshot(`
    - heading "We received your request" [level=1]
    - term: Reference
    - definition:
      - button "Copy reference"
    - region "What happens next":
      - heading "What happens next" [level=2]
      - list:
        - listitem: We check your request.
        - listitem: /Nothing has been charged yet/
        - listitem: /We'll email the tracking number to ciaran@example.ie/
    - region "Your request":
      - term: Pick-up
      - definition: 8 Merrion Square, Dublin
      - term: Drop-off
      - definition: 21 Main Street, Bray
      - term: Estimated price
      - definition: /€/
    - button "Share"
    - button "Add to calendar"
    - button "Request another delivery"
  `);

  await page.goto(await operator.acceptGuest(lastName));
  await expect(main).toMatchAriaSnapshot(`
    - heading "Pay for your delivery" [level=1]
    - status: /We have accepted your request/
    - term: For
    - definition: Delivery from 8 Merrion Square, Dublin to 21 Main Street, Bray
    - term: Reference
    - term: Amount due
    - definition: /€/
    - button /Pay €/
    - link "Return to Home"
  `);
});

test('A screen reader announces the tracking form of a guest, and the arrival, the facts and the events of its result (LAY-26)', async ({
  guest: page,
  customer,
  operator,
}) => {
  const { guid } = await operator.createOrder(customer);
  const main = page.getByRole('main');
  await page.goto('/tracking');
  await page.locator('html[data-live]').waitFor();
  await expect(main).toMatchAriaSnapshot(`
    - heading "Package Tracking" [level=1]
    - textbox "Tracking number"
    - button "Track Package" [disabled]
    - complementary "About tracking":
      - heading "Where is my tracking number?" [level=2]
      - button "Log in to see all your deliveries"
  `);
  await page.getByRole('textbox', { name: 'Tracking number' }).fill(guid);
  await page.keyboard.press('Enter');
  await expect(main).toMatchAriaSnapshot(`
    - heading "Package Tracking" [level=1]
    - button "Track another package"
    - article "Tracking result":
      - text: Accepted
      - heading "Getting ready for delivery to Howth" [level=2]
      - button "Refresh"
      - button "Share tracking"
      - term: Reference
      - definition: /^SND-/
      - term: Tracking number
      - definition: ${guid}
      - term: Last event
    - figure /The package on the line shows the progress, not its live position/
    - region "Timeline":
      - heading "Timeline" [level=2]
      - list:
        - listitem: /Order Created/
        - listitem: /Order Request Accepted/
        - listitem: /Order Request Created/
  `);
  await expect(page.getByRole('button', { name: 'Track another package' })).toBeFocused();
});

test('A screen reader announces the login, why it failed, and the form for a new account (LAY-26)', async ({
  guest: page,
  customer,
  errorMonitor,
}) => {
  errorMonitor.allow(/status of 40\d/);
  await page.goto('/tracking');
  await page.locator('html[data-live]').waitFor();
  await page.getByRole('banner').getByRole('button', { name: 'Account', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Email')).toBeFocused();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - dialog "Login to Your Account":
      - heading "Login to Your Account" [level=2]
      - textbox "Email"
      - textbox "Password"
      - button "Show password"
      - button "Login"
  `);
  await dialog.getByLabel('Email').fill(customer.user.email);
  await dialog.getByLabel('Password', { exact: true }).fill('not the password');
  await dialog.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - dialog "Login to Your Account":
      - textbox "Email"
      - textbox "Password" [invalid]
      - paragraph: The password is incorrect
      - button "Login"
  `);
  await dialog.getByRole('button', { name: 'Register', exact: true }).click();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - dialog "Create an Account":
      - heading "Create an Account" [level=2]
      - textbox "Name"
      - textbox "Phone Number"
      - textbox "Email"
      - textbox "Password"
      - textbox "Confirm Password"
      - button "Register"
  `);
});

test('A screen reader announces the change of a delivery and what deleting it means (LAY-26)', async ({
  loggedIn: page,
  customer,
}) => {
  const { id } = await customer.createDeliveryRequest();
  const main = page.getByRole('main');
  await page.goto(`/deliveries/${id}`);
  await chooseAction(page, 'Edit Details');
  await expect(main).toMatchAriaSnapshot(`
    - heading "Dublin to Howth" [level=1]
    - tabpanel "Details":
      - combobox "Pick-up Location": 12 Leinster Road, Dublin 6
      - combobox "Drop-off Location": 3 Abbey Street, Howth
      - group "Size":
        - radio /Standard/ [checked]
      - group "Weight":
        - radio /Light/ [checked]
      - switch /Fragile/
      - textbox "Special Instructions optional": Ring the lower bell.
      - term: Delivery
      - definition: Standard (1-2 days)
      - paragraph: /can't be changed/
      - button "Cancel"
      - button "Save Changes"
  `);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('combobox', { name: 'Drop-off Location' }).fill('');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('combobox', { name: 'Drop-off Location' })).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Drop-off Location' })).toHaveAccessibleDescription(
    /required/i,
  );
  await page.getByRole('button', { name: 'Cancel' }).click();
  await actionsOfDelivery(page).click();
  await expect(main).toMatchAriaSnapshot(`
    - button "Edit Details"
    - button "Send again"
    - button "Send it back"
    - button "Save as template"
    - separator
    - button "Delete"
  `);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - dialog "Are you sure?":
      - heading "Are you sure?" [level=2]
      - text: /This will permanently delete your delivery/
      - button "Cancel"
      - button "Delete"
  `);
});

test('A screen reader announces a form for an address and what is missing in it, and the payment history (LAY-26)', async ({
  loggedIn: page,
}) => {
  await page.goto('/account?tab=addresses');
  await page.getByRole('button', { name: 'Add New Address' }).click();
  await page.getByRole('button', { name: 'Save Address' }).click();
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - dialog "Add New Address":
      - heading "Add New Address" [level=2]
      - textbox "Name" [invalid]
      - paragraph: Name is required
      - group "Name suggestions"
      - combobox "Search for a place"
      - button "Select from Map"
      - textbox "Street" [invalid]
      - textbox "Postal Code" [invalid]
      - textbox "City" [invalid]
      - textbox "Country" [invalid]
      - button "Save Address"
  `);
  await expect(page.getByRole('dialog').getByLabel('Name', { exact: true })).toBeFocused();

  await page.goto('/account?tab=billing');
  await page.getByRole('tab', { name: 'Payment History' }).click();
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Account" [level=1]
    - complementary "Account":
      - tablist "Account":
        - tab "Billing" [selected]
    - tabpanel "Billing":
      - tablist "Billing":
        - tab "Payment Methods"
        - tab "Payment History" [selected]
      - tabpanel "Payment History":
        - region "Filters":
          - searchbox "Search"
          - textbox "From Date"
          - textbox "To Date"
          - button "Clear Filters"
        - heading "No payment history found" [level=2]
  `);
});

test.describe('Without a network', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a screen reader announces a restored draft and a request that waits to be sent (LAY-26)', async ({
    loggedIn: page,
    context,
    errorMonitor,
  }) => {
    errorMonitor.allow(NETWORK_ERROR);
    await page.goto('/');
    await installWorker(page);
    await fillPlaces(page, '8 Merrion Square, Dublin', '21 Main Street, Bray');
    await clickContinue(page);
    await page.getByRole('radio', { name: /Light/ }).waitFor();
    await expectStored(page, '"step":"package"');
    await page.close();
    await context.setOffline(true);

    const again = await context.newPage();
    await again.goto('/');
    await expect(again.locator('body')).toMatchAriaSnapshot(`
      - status:
        - region "Connection":
          - paragraph: /You are offline/
          - button "Try now"
      - main:
        - region "Request a Delivery":
          - heading "Request a Delivery" [level=1]
          - 'heading "Step 2 of 4: Package" [level=2]'
          - status:
            - text: /Draft restored/
            - button "Start again"
          - combobox "Category optional"
          - button "Back"
          - button "Continue"
    `);
    await clickContinue(again);
    await again.getByRole('radio', { name: /Same day/ }).waitFor();
    await clickContinue(again);
    await again.getByRole('button', { name: 'Complete Request' }).click();
    await expect(waitingList(again)).toMatchAriaSnapshot(`
      - region "Waiting to send (1)":
        - heading "Waiting to send (1)" [level=2]
        - paragraph: /Saved on this device only/
        - list:
          - listitem:
            - heading "8 Merrion Square to 21 Main Street" [level=3]
            - paragraph: Queued. We'll send it as soon as you reconnect.
            - 'button "Retry now: 8 Merrion Square to 21 Main Street"'
            - button "Edit 8 Merrion Square to 21 Main Street"
            - button "Discard 8 Merrion Square to 21 Main Street"
    `);
  });
});
