import { expect, test } from './fixtures.ts';
import { CARDS, payByCard } from './support/checkout.ts';
import { clickContinue, fillPlaces } from './support/wizard.ts';

// What a screen reader announces in each main job: roles, names and their order. Other elements may stand between.

test('A screen reader announces an order, its payment, the delivery and its tracking in a sensible order (LAY-26)', async ({
  loggedIn: page,
  operator,
}) => {
  const main = page.getByRole('main');
  await page.goto('/');
  await page.locator('html[data-live]').waitFor();
  await expect(main).toMatchAriaSnapshot(`
    - region "Request a Delivery":
      - heading "Request a Delivery" [level=1]
      - list "Progress":
        - listitem: Locations
        - listitem: Package
        - listitem: Delivery
        - listitem: Summary
      - 'heading "Step 1 of 4: Locations" [level=2]'
      - combobox "Pick-up Location"
      - button "Map picker for pick-up"
      - button "Swap direction" [disabled]
      - combobox "Drop-off Location"
      - button "Map picker for drop-off"
      - region "Route preview"
      - button /Price from €/
      - button "Continue" [disabled]
  `);

  await fillPlaces(page, '8 Merrion Square, Dublin', '21 Main Street, Bray');
  await clickContinue(page);
  await expect(main).toMatchAriaSnapshot(`
    - region "Request a Delivery":
      - list "Progress":
        - listitem:
          - button "Locations, completed"
        - listitem: Package
        - listitem: Delivery
        - listitem: Summary
      - 'heading "Step 2 of 4: Package" [level=2]'
      - combobox "Category optional"
      - group "Size":
        - radio /Envelope/
        - radio /Shoebox/
        - radio /Suitcase/
        - radio /Standard/ [checked]
        - radio /Custom/
      - group "Weight":
        - radio /Up to 1 kg/
        - radio /Up to 5 kg/
        - radio /Up to 15 kg/
        - radio /Light Up to 30 kg/ [checked]
        - radio /Heavy Up to 100 kg/
        - radio /Custom/
      - switch /Fragile/
      - textbox "Special Instructions optional"
      - button "Back"
      - button /Estimate €/
      - button "Continue"
  `);

  await clickContinue(page);
  await expect(main).toMatchAriaSnapshot(`
    - region "Request a Delivery":
      - 'heading "Step 3 of 4: Delivery" [level=2]'
      - group "Delivery Speed":
        - radio "Standard (1-2 days)" [checked]
        - radio /Express \\(Next day\\) \\+€/
        - radio /Same day \\(Today\\) \\+€/
      - switch /Priority Handling/
      - button "Back"
      - status: /Estimate €/
      - button "Continue"
  `);

  await clickContinue(page);
  await expect(main).toMatchAriaSnapshot(`
    - region "Request a Delivery":
      - 'heading "Step 4 of 4: Summary" [level=2]'
      - term: Pick-up
      - definition: 8 Merrion Square, Dublin
      - definition:
        - button "Edit pick-up": Edit
      - term: Drop-off
      - definition: 21 Main Street, Bray
      - definition:
        - button "Edit drop-off": Edit
      - term: Package
      - definition:
        - button "Edit package": Edit
      - term: Delivery
      - definition:
        - button "Edit delivery": Edit
      - region "Estimated price":
        - status: /€/
      - button "Save as template"
      - button "Back"
      - button "Complete Request"
  `);

  await page.getByRole('button', { name: 'Complete Request' }).click();
  await payByCard(page, CARDS.good);
  await expect(main).toMatchAriaSnapshot(`
    - heading "Payment Successful" [level=1]
    - status: /your delivery is booked/
    - link "View Delivery Details"
    - term: From
    - definition: 8 Merrion Square, Dublin
    - term: To
    - definition: 21 Main Street, Bray
    - term: Card
    - definition: Visa ending in 4242
    - term: Paid
    - definition: /€/
    - heading "What happens next" [level=2]
    - list
    - link "Return to Home"
  `);

  await page.getByRole('link', { name: 'View Delivery Details' }).click();
  await expect(main).toMatchAriaSnapshot(`
    - link "My Deliveries"
    - heading "8 Merrion Square to 21 Main Street" [level=1]
    - text: Pending
    - button "Actions for this delivery"
    - paragraph: /We are reviewing your request Requested /
    - tablist "Delivery":
      - tab "Details" [selected]
      - tab "Timeline"
      - tab "Map"
      - tab "Payment"
    - tabpanel "Details":
      - region "Places"
      - region "Package"
      - region "Delivery"
    - region "Summary":
      - term: Price
      - definition: /€.* Paid/
  `);

  const id = Number(/deliveries\/(\d+)/.exec(page.url())?.[1]);
  const { guid } = await operator.acceptRequest(id);
  await page.goto('/deliveries');
  await expect(main).toMatchAriaSnapshot(`
    - heading "My Deliveries" [level=1]
    - button "Refresh"
    - link "Request a Delivery"
    - tablist "Status":
      - tab "Active" [selected]
      - tab "Past"
    - searchbox "Search deliveries"
    - tabpanel "Active":
      - list:
        - listitem:
          - link /Accepted .* Merrion Square .* 21 Main Street/
  `);
  await page.goto(`/tracking?guid=${guid}`);
  await expect(main).toMatchAriaSnapshot(`
    - heading "Package Tracking" [level=1]
    - region "Track Another Package":
      - textbox "Tracking number"
      - button "Track Package"
    - region "Tracking Results":
      - heading "Tracking Results" [level=2]
      - button "Close tracking results"
      - status:
        - text: Accepted
        - paragraph: Getting ready for delivery to 21 Main Street
      - term: Reference
      - definition: /^SND-/
      - list:
        - listitem: /Order Created/
        - listitem: /Order Request Accepted/
        - listitem: /Order Request Created/
    - region "Your Deliveries"
  `);
});
