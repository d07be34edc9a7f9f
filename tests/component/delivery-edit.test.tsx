import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useLoaders } from '../../src/stores/loaders.ts';
import { alertsShown } from '../support/account-fixtures.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { button, cacheDeliveries, openDetails, resetDevice } from './deliveries-harness.tsx';

const UNPAID_DELIVERY = aDelivery({ id: 7, status: 0 });

beforeEach(() => {
  resetDevice();
  cacheDeliveries([UNPAID_DELIVERY]);
});

async function edit() {
  const view = await openDetails(7);
  await view.user.click(button('Edit Details'));
  return view;
}
const pickUp = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Pick-up Location' });

test('editing disables the tabs and shows the Save and Cancel buttons (DET-04)', async () => {
  fakeApi({});
  const { user } = await edit();
  for (const one of screen.getAllByRole('tab')) expect(one).toHaveProperty('disabled', true);
  expect(button('Save Changes')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
  await user.click(button('Cancel'));
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  for (const one of screen.getAllByRole('tab')) expect(one).toHaveProperty('disabled', false);
});

test('editing scrolls to the first field (DET-42)', async () => {
  const scrolled: Element[] = [];
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockImplementation(function scroll(this: Element) {
    scrolled.push(this);
  });
  fakeApi({});
  await edit();
  expect(scrolled[0]?.contains(pickUp())).toBe(true);
  expect(scrolled[0]?.contains(button('Save Changes'))).toBe(true);
});

test('a browser whose scrollIntoView returns a promise closes the form without an error (DET-42)', async () => {
  vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockReturnValue(
    Promise.resolve() as unknown as undefined,
  );
  fakeApi({});
  const { user } = await edit();
  await user.click(button('Cancel'));
  expect(button('Edit Details')).toBeVisible();
});

test('Cancel discards the changes', async () => {
  const api = fakeApi({});
  const { user } = await edit();
  await user.clear(pickUp());
  await user.click(button('Cancel'));
  expect(screen.getByText('12 Leinster Road, Rathmines, Dublin')).toBeVisible();
  expect(api.callsOf('editDeliveryRequest')).toEqual([]);
});

test('speed and priority are shown and are read-only (DET-10)', async () => {
  fakeApi({});
  await edit();
  expect(screen.getByText('Express (Next day) with Priority Handling')).toBeVisible();
  expect(screen.queryByRole('radio', { name: /Same day/ })).toBeNull();
  expect(screen.queryByRole('switch', { name: /Priority/ })).toBeNull();
});

test('Save stores the edit, refreshes the delivery, shows a message and the new values (DET-10, ERR-04)', async () => {
  const edited = { ...UNPAID_DELIVERY, deliveryNote: 'Leave it at the back', isFragile: false };
  const api = fakeApi({
    editDeliveryRequest: () => ({ body: edited }),
    getDeliveryRequest: () => ({ body: UNPAID_DELIVERY }),
  });
  const { user } = await edit();
  api.script.getDeliveryRequest = () => ({ body: edited });
  const before = api.callsOf('getDeliveryRequest').length;
  const note = screen.getByLabelText(/Special Instructions/);
  await user.clear(note);
  await user.type(note, 'Leave it at the back');
  await user.click(screen.getByRole('switch', { name: /Fragile/ }));
  await user.click(button('Save Changes'));
  await waitFor(() => expect(alertsShown()).toEqual(['Delivery saved']));
  expect(api.callsOf('editDeliveryRequest')).toMatchObject([
    {
      path: 'orderrequests/7',
      body: {
        pickUpSnapshot: UNPAID_DELIVERY.pickUpSnapshot,
        deliveryNote: 'Leave it at the back',
        isFragile: false,
        deliveryType: 1,
        isPriority: true,
      },
    },
  ]);
  expect(await screen.findByText('Leave it at the back')).toBeVisible();
  expect(api.callsOf('getDeliveryRequest').length).toBeGreaterThan(before);
});

test('the form takes no text while it is being saved, because that text would be lost (DET-46)', async () => {
  let answer: (reply: { body: unknown }) => void = () => undefined;
  const api = fakeApi({
    editDeliveryRequest: () => new Promise((resolve) => (answer = resolve)),
    getDeliveryRequest: () => ({ body: UNPAID_DELIVERY }),
  });
  const { user } = await edit();
  const note = screen.getByLabelText<HTMLTextAreaElement>(/Special Instructions/);
  await user.clear(note);
  await user.type(note, 'Leave it at the back');
  await user.click(button('Save Changes'));
  await waitFor(() => expect(api.callsOf('editDeliveryRequest')).toHaveLength(1));
  await user.type(note, ' door');
  await user.type(pickUp(), ' 6');
  expect([note.value, pickUp().value]).toEqual([
    'Leave it at the back',
    '12 Leinster Road, Rathmines, Dublin',
  ]);
  answer(problemReply(500, 'INTERNAL_ERROR') as never);
  await waitFor(() => expect(button('Save Changes').disabled).toBe(false));
  await user.type(note, ' door');
  expect(note.value).toBe('Leave it at the back door');
});

test('after a save the refresh line does not say "No change" (DET-12)', async () => {
  const edited = { ...UNPAID_DELIVERY, deliveryNote: 'Ring the second bell at the back' };
  const api = fakeApi({
    editDeliveryRequest: () => ({ body: edited }),
    getDeliveryRequest: () => ({ body: UNPAID_DELIVERY }),
  });
  const { user } = await openDetails(7);
  await user.click(button('Refresh'));
  expect(await screen.findByText('No change')).toBeVisible();
  await user.click(button('Edit Details'));
  api.script.getDeliveryRequest = () => ({ body: edited });
  await user.type(screen.getByLabelText(/Special Instructions/), ' at the back');
  await user.click(button('Save Changes'));
  expect(await screen.findByText('Ring the second bell at the back')).toBeVisible();
  expect(screen.queryByText('No change')).toBeNull();
  expect(screen.getByText('Updated just now')).toBeVisible();
});

test('a response from before the save does not replace the saved values (DET-12)', async () => {
  const edited = { ...UNPAID_DELIVERY, deliveryNote: 'Ring the second bell at the back' };
  let answerFirstCheck: (reply: { body: unknown }) => void = () => undefined;
  const firstCheck = new Promise<{ body: unknown }>((resolve) => {
    answerFirstCheck = resolve;
  });
  const api = fakeApi({
    editDeliveryRequest: () => ({ body: edited }),
    getDeliveryRequest: () => firstCheck,
  });
  const { user } = await openDetails(7);
  await user.click(button('Edit Details'));
  await user.type(screen.getByLabelText(/Special Instructions/), ' at the back');
  api.script.getDeliveryRequest = () => ({ body: edited });
  await user.click(button('Save Changes'));
  expect(await screen.findByText('Ring the second bell at the back')).toBeVisible();
  answerFirstCheck({ body: UNPAID_DELIVERY });
  await waitFor(() => expect(useLoaders.getState().loading).toEqual({}));
  expect(screen.getByText('Ring the second bell at the back')).toBeVisible();
});

test('typing in a place clears the chosen coordinates (MAP-12)', async () => {
  const api = fakeApi({ editDeliveryRequest: () => problemReply(500, 'INTERNAL_ERROR') });
  const { user } = await edit();
  await user.clear(pickUp());
  await user.type(pickUp(), 'Cork');
  await user.click(button('Save Changes'));
  await waitFor(() =>
    expect(api.callsOf('editDeliveryRequest')[0]?.body).toMatchObject({ pickUpSnapshot: { name: 'Cork' } }),
  );
  expect(api.callsOf('editDeliveryRequest')[0]?.body).toHaveProperty('pickUpSnapshot', { name: 'Cork' });
});

test('an empty place shows an error beside its field, and nothing is sent', async () => {
  const api = fakeApi({});
  const { user } = await edit();
  await user.clear(pickUp());
  await user.clear(screen.getByRole('combobox', { name: 'Drop-off Location' }));
  await user.click(button('Save Changes'));
  expect(await screen.findByText('Pickup location is required')).toBeVisible();
  expect(screen.getByText('Drop-off location is required')).toBeVisible();
  expect(api.callsOf('editDeliveryRequest')).toEqual([]);
});

test.each(['width', 'length', 'height'])('an empty %s shows an error beside its field', async (side) => {
  const api = fakeApi({});
  const { user } = await edit();
  await user.click(screen.getByRole('radio', { name: /Custom Enter dimensions/ }));
  await user.clear(screen.getByLabelText(new RegExp(`^${side}`, 'i')));
  await user.click(button('Save Changes'));
  expect(await screen.findByText(`Package size ${side} is required`)).toBeVisible();
  expect(api.callsOf('editDeliveryRequest')).toEqual([]);
});

test('an empty weight shows an error beside its field', async () => {
  fakeApi({});
  const { user } = await edit();
  await user.click(screen.getByRole('radio', { name: /Custom 1 to 1,000\skg/ }));
  await user.clear(screen.getByLabelText('Custom Weight'));
  await user.click(button('Save Changes'));
  expect(await screen.findByText('Package weight is required')).toBeVisible();
});

test('a side out of range stays with its range beside it (VAL-05)', async () => {
  fakeApi({});
  const { user } = await edit();
  await user.click(screen.getByRole('radio', { name: /Custom Enter dimensions/ }));
  const width = screen.getByLabelText<HTMLInputElement>('Width');
  await user.clear(width);
  await user.type(width, '99');
  await user.tab();
  expect(await screen.findByText('Each side: 0.1 to 10 m')).toBeVisible();
  expect(width.value).toBe('99');
});

test('an edit of a delivery that was paid meanwhile keeps the typed values and says that it cannot be saved (DET-46)', async () => {
  const api = fakeApi({
    editDeliveryRequest: () => problemReply(409, 'ORDER_REQUEST_CANNOT_BE_EDITED'),
    getDeliveryRequest: () => ({ body: UNPAID_DELIVERY }),
  });
  const { user } = await edit();
  api.script.getDeliveryRequest = () => ({ body: { ...UNPAID_DELIVERY, status: 1 } });
  const note = screen.getByLabelText<HTMLTextAreaElement>(/Special Instructions/);
  await user.type(note, ' twice');
  await user.click(button('Save Changes'));
  const notice = within(await screen.findByRole('alert'));
  expect(notice.getByText('This delivery can no longer be changed')).toBeVisible();
  expect(note.value).toBe('Ring the second bell twice');
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  await user.click(button('Cancel'));
  expect(screen.getByText('Pending')).toBeVisible();
});
