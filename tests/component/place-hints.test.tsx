import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import type { DeliveryRequestInput } from '../../src/contract/delivery-request.ts';
import type { PlaceSnapshot } from '../../src/contract/place.ts';
import { DEFAULT_TARIFF, priceEstimate } from '../../src/contract/price.ts';
import { isSamePlace, lacksHouseNumber } from '../../src/domain/place-hints.ts';
import { fakeApi } from '../support/fake-api.ts';
import {
  beginDraft,
  button,
  currentDraft,
  currentStep,
  logIn,
  openWizard,
  resetDevice,
} from './wizard-harness.tsx';

const submitDeliveryRequest = vi.hoisted(() => vi.fn(() => new Promise(() => undefined)));
vi.mock('../../src/use-cases/deliveries/submit-delivery-request.ts', async (load) => ({
  ...(await load<object>()),
  submitDeliveryRequest,
}));

const CHOSEN = {
  latitude: 53.3879,
  longitude: -6.0653,
  city: 'Howth',
  postalCode: 'D13',
  country: 'Ireland',
};
const STREET = { name: 'Abbey Street, Howth', chosen: CHOSEN };
const NAAS = { name: '12 Main Street, Naas', chosen: undefined };
const question = () => screen.queryByText('Is there a house number?');

/** A stored draft asks after the first press. */
async function numberField(user: UserEvent) {
  await screen.findByText(/in a straight line/);
  expect(question()).toBeNull();
  await user.keyboard('{Shift}');
  return screen.findByLabelText('House number for pick-up');
}

/** The server locates every place: picked ones where they were picked, and others in Naas. */
function estimate({ body }: { body: unknown }) {
  const input = body as DeliveryRequestInput;
  const match = ({ name, latitude, longitude }: PlaceSnapshot) => ({
    kind: 'located' as const,
    label: name,
    latitude: latitude ?? 53.2158,
    longitude: longitude ?? -6.6669,
  });
  const [pickUp, dropOff] = [match(input.pickUpSnapshot), match(input.dropOffSnapshot)];
  return {
    body: { ...priceEstimate(input, DEFAULT_TARIFF, { from: pickUp, to: dropOff }), pickUp, dropOff },
  };
}

beforeEach(() => {
  resetDevice();
  fakeApi({ estimatePrice: estimate });
});

test.each([
  ['Abbey Street', true],
  ['O’Connell Street, Dublin, D01, Ireland', true],
  ['Mount Pleasant Ave., Rathmines', true],
  ['3 Abbey Street, Howth', false],
  ['14a Main Road', false],
  ['Rose Cottage, Abbey Street, Howth', false],
  ['Howth', false],
  ['Trinity College, College Green, Dublin', false],
  ['', false],
])('whether %j lacks a house number: %j (PLC-11)', (name, expected) => {
  expect(lacksHouseNumber({ name, chosen: undefined })).toBe(expected);
});

test('the same text or the same point is the same place (PLC-11)', () => {
  expect(isSamePlace(STREET, { name: ' abbey  street, HOWTH', chosen: undefined })).toBe(true);
  expect(isSamePlace(STREET, { name: 'Home', chosen: { ...CHOSEN, latitude: 53.38795 } })).toBe(true);
  expect(isSamePlace(STREET, { name: 'Home', chosen: { ...CHOSEN, latitude: 53.39 } })).toBe(false);
  expect(isSamePlace(STREET, NAAS)).toBe(false);
});

test('a house number is added before the text, and the picked point stays (PLC-11)', async () => {
  beginDraft({ pickUp: STREET, dropOff: NAAS });
  const { user } = await openWizard();
  const field = await numberField(user);
  expect(document.activeElement).not.toBe(field);
  await user.type(field, '3{Enter}');
  expect(currentDraft()?.fields.pickUp).toMatchObject({ name: '3 Abbey Street, Howth', chosen: CHOSEN });
  expect(await screen.findByText('House number added for pick-up')).toBeVisible();
  expect(question()).toBeNull();
});

test('a house number that was typed and not added goes with the request (PLC-11)', async () => {
  beginDraft({ pickUp: STREET, dropOff: NAAS });
  const { user } = await openWizard();
  await user.type(await numberField(user), '3');
  // The row stays until the click, because it would move the pressed button.
  await user.pointer({ keys: '[MouseLeft>]', target: button('Continue') });
  expect(question()).toBeVisible();
  await user.pointer({ keys: '[/MouseLeft]', target: button('Continue') });
  await waitFor(() => expect(currentStep()).toBe('package'));
  expect(currentDraft()?.fields.pickUp).toMatchObject({ name: '3 Abbey Street, Howth', chosen: CHOSEN });
});

test('a house number is in the request although the focus stays in its field, as on an iPhone (PLC-11)', async () => {
  logIn([]);
  beginDraft({ pickUp: STREET, dropOff: NAAS });
  const { user } = await openWizard('summery');
  await user.type(await screen.findByLabelText('House number for pick-up'), '3');
  const submit = button('Complete Request');
  submit.addEventListener('mousedown', (event) => event.preventDefault());
  await user.click(submit);
  await waitFor(() => expect(submitDeliveryRequest).toHaveBeenCalledTimes(1));
  expect(JSON.stringify(submitDeliveryRequest.mock.lastCall)).toContain('"name":"3 Abbey Street, Howth"');
});

test('"No number" drops a house number that was typed (PLC-11)', async () => {
  beginDraft({ pickUp: STREET, dropOff: NAAS });
  const { user } = await openWizard();
  await user.type(await numberField(user), '3');
  await user.click(button('No number'));
  expect(currentDraft()?.fields.pickUp).toMatchObject({ ...STREET, isAsked: true });
});

test('the question is asked once, and needs no answer (PLC-11)', async () => {
  beginDraft({ pickUp: STREET, dropOff: NAAS });
  const { user } = await openWizard();
  await numberField(user);
  await user.click(button('Continue'));
  await waitFor(() => expect(currentStep()).toBe('package'));
  expect(currentDraft()?.fields.pickUp).toMatchObject({ ...STREET, isAsked: true });
});

test('"No number" closes the question (PLC-11)', async () => {
  beginDraft({ pickUp: STREET, dropOff: NAAS });
  const { user } = await openWizard();
  await numberField(user);
  await user.click(button('No number'));
  expect(question()).toBeNull();
});

test('a route to the same place is pointed out and accepted (PLC-11)', async () => {
  beginDraft({ pickUp: NAAS, dropOff: NAAS });
  const { user } = await openWizard();
  expect(await screen.findByText('Pick-up and drop-off are the same place.')).toBeVisible();
  await user.click(button('Continue'));
  await waitFor(() => expect(currentStep()).toBe('package'));
});

test('the preview shows places that the server has located (WIZ-08)', async () => {
  beginDraft({ pickUp: { ...STREET, chosen: undefined, isAsked: true }, dropOff: NAAS });
  fakeApi({
    estimatePrice: ({ body }) => {
      const { body: quote } = estimate({ body });
      return { body: { ...quote, pickUp: { ...quote.pickUp, latitude: 53.3879, longitude: -6.0653 } } };
    },
  });
  await openWizard();
  expect(screen.getByText('Route preview will appear here')).toBeVisible();
  expect(await screen.findByText(/^Abbey Street to 12 Main Street\. About 4\d km/)).toBeVisible();
  expect(screen.queryByText('Route preview will appear here')).toBeNull();
});
