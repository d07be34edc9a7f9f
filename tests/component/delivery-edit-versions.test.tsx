import '../support/fake-indexeddb.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { useApp } from '../../src/stores/app.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { alertsShown } from '../support/account-fixtures.ts';
import { aDelivery } from '../support/delivery-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { button, cacheDeliveries, openDetails, resetDevice } from './deliveries-harness.tsx';

const OPENED = aDelivery({ id: 7, status: 0, isFragile: false });
const CHANGED_ELSEWHERE = { ...OPENED, weight: 5, isFragile: true, lastModified: '2026-11-20T14:00:00' };
const note = () => screen.getByLabelText<HTMLTextAreaElement>(/Special Instructions/);

beforeEach(() => {
  resetDevice();
  cacheDeliveries([OPENED]);
  const { config } = useApp.getState();
  useApp.setState({ config: { ...config, versions: true } });
});

test('a save of an older version says what was changed elsewhere and keeps what was typed (DET-45)', async () => {
  const api = fakeApi({
    editDeliveryRequest: () => problemReply(412, 'ORDER_REQUEST_CHANGED'),
    getDeliveryRequest: () => ({ body: OPENED }),
  });
  const { user } = await openDetails(7);
  await user.click(button('Edit Details'));
  await user.clear(note());
  await user.type(note(), 'At the back');
  api.script.getDeliveryRequest = () => ({ body: CHANGED_ELSEWHERE });
  await user.click(button('Save Changes'));

  const notice = within(await screen.findByRole('alert'));
  expect(notice.getByText('This delivery was changed elsewhere')).toBeVisible();
  expect(notice.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Weight: 5\u00a0kg',
    'Fragile: Yes',
  ]);
  expect(alertsShown()).toEqual([]);
  expect(note().value).toBe('At the back');
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /Fragile/ }).checked).toBe(true);

  api.script.editDeliveryRequest = () => ({ body: { ...CHANGED_ELSEWHERE, deliveryNote: 'At the back' } });
  await user.click(button('Save Changes'));
  await waitFor(() => expect(alertsShown()).toEqual(['Delivery saved']));
  const [first, second] = api.callsOf('editDeliveryRequest');
  expect(first?.version).toBe(`"${OPENED.lastModified}"`);
  expect(second).toMatchObject({
    version: `"${CHANGED_ELSEWHERE.lastModified}"`,
    body: { weight: 5, isFragile: true, deliveryNote: 'At the back' },
  });
});

test('a save that was rejected is never silent, whatever was changed elsewhere (DET-45)', async () => {
  const api = fakeApi({
    editDeliveryRequest: () => problemReply(412, 'ORDER_REQUEST_CHANGED'),
    getDeliveryRequest: () => ({ body: OPENED }),
  });
  const { user } = await openDetails(7);
  await user.click(button('Edit Details'));
  await user.type(note(), ' twice');
  // An operator has confirmed the place by telephone.
  const pickUpSnapshot = { ...OPENED.pickUpSnapshot, latitude: 53.3 };
  const confirmed = { ...OPENED, pickUpSnapshot, lastModified: CHANGED_ELSEWHERE.lastModified };
  api.script.getDeliveryRequest = () => ({ body: confirmed });
  await user.click(button('Save Changes'));
  const notice = within(await screen.findByRole('alert'));
  expect(notice.getByText('This delivery was changed elsewhere')).toBeVisible();
  expect(notice.queryByRole('list')).toBeNull();
});

test.each([
  ['has not changed', () => ({ body: OPENED })],
  ['cannot be read', () => 'offline' as const],
])('a save that was rejected although the delivery %s shows an alert (DET-45)', async (_what, respond) => {
  const api = fakeApi({
    editDeliveryRequest: () => problemReply(412, 'PRECONDITION_FAILED'),
    getDeliveryRequest: () => ({ body: OPENED }),
  });
  const { user } = await openDetails(7);
  await user.click(button('Edit Details'));
  await user.type(note(), ' twice');
  api.script.getDeliveryRequest = respond;
  await user.click(button('Save Changes'));
  await waitFor(() =>
    expect(alertsShown()).toEqual(['This delivery was changed elsewhere: Try again in a moment.']),
  );
  expect(button('Save Changes')).toBeVisible();
});

test.each([
  ['this attempt', () => 'offline' as const],
  ['an earlier attempt', () => problemReply(412, 'ORDER_REQUEST_CHANGED')],
])(
  'what %s has saved, although its response was lost, is not called changed elsewhere (DET-45)',
  async (_, reply) => {
    const api = fakeApi({ editDeliveryRequest: reply, getDeliveryRequest: () => ({ body: OPENED }) });
    const { user } = await openDetails(7);
    await user.click(button('Edit Details'));
    await user.clear(note());
    await user.type(note(), 'At the back');
    const saved = { ...OPENED, deliveryNote: 'At the back', lastModified: CHANGED_ELSEWHERE.lastModified };
    api.script.getDeliveryRequest = () => ({ body: saved });
    await user.click(button('Save Changes'));
    await waitFor(() => expect(alertsShown()).toContain('Delivery saved'));
    expect(await screen.findByRole('button', { name: 'Edit Details' })).toBeVisible();
    expect(screen.queryByText('This delivery was changed elsewhere')).toBeNull();
    expect(useDrafts.getState().drafts).toEqual([]);
  },
);

test('an API without versions gets none (DET-45)', async () => {
  const { config } = useApp.getState();
  useApp.setState({ config: { ...config, versions: false } });
  const api = fakeApi({ editDeliveryRequest: () => ({ body: OPENED }) });
  const { user } = await openDetails(7);
  await user.click(button('Edit Details'));
  await user.type(note(), ' twice');
  await user.click(button('Save Changes'));
  await waitFor(() => expect(api.callsOf('editDeliveryRequest')).toMatchObject([{ version: null }]));
});

test('the changes of a delivery are stored until they are saved or discarded (DET-46)', async () => {
  fakeApi({});
  const { user } = await openDetails(7);
  await user.click(button('Edit Details'));
  expect(useDrafts.getState().drafts).toEqual([]);
  await user.type(note(), ' twice');
  const stored = () => useDrafts.getState().drafts.map(({ owner, fields }) => [owner, fields.instructions]);
  expect(stored()).toEqual([['aoife@example.ie', `${OPENED.deliveryNote} twice`]]);
  expect(useDrafts.getState().currentId).toBeUndefined();
  await user.click(button('Cancel'));
  expect(stored()).toEqual([]);
});

test('a form keeps its stored copy when another tab closes its form of the delivery (DET-46)', async () => {
  fakeApi({ getDeliveryRequest: () => ({ body: OPENED }) });
  const { user } = await openDetails(7);
  await user.click(button('Edit Details'));
  await user.type(note(), ' twice');
  const stored = () => useDrafts.getState().drafts.map(({ fields }) => fields.instructions);
  const before = stored();
  expect(before).toHaveLength(1);
  act(() => useDrafts.getState().remove('delivery-7'));
  expect(stored()).toEqual(before);
  await user.click(button('Cancel'));
  await waitFor(() => expect(stored()).toEqual([]));
});

test('a log-out in another tab removes the stored copy of an open form (SES-04)', async () => {
  fakeApi({ getDeliveryRequest: () => ({ body: OPENED }) });
  const { user } = await openDetails(7);
  await user.click(button('Edit Details'));
  await user.type(note(), ' twice');
  act(() => useDrafts.getState().reset());
  expect(useDrafts.getState().drafts).toEqual([]);
});
