import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { aDelivery, anOrder, GUID } from '../support/delivery-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { button, cacheDeliveries, openTracking, resetDevice } from './deliveries-harness.tsx';

const found = () => ({ trackOrder: () => ({ body: { ...anOrder(), from: 'Dublin', to: 'Howth' } }) });
const numberField = () => screen.getByLabelText<HTMLInputElement>('Tracking number');

test('folds the form away for a result, and shows it again with its number selected (TRK-13)', async () => {
  resetDevice(null);
  const api = fakeApi(found());
  const { user } = await openTracking();
  await user.type(numberField(), GUID);
  await user.keyboard('{Enter}');
  await screen.findByRole('article', { name: 'Tracking result' });
  expect(numberField()).not.toBeVisible();
  expect(document.activeElement).toBe(button('Track another package'));
  await user.click(button('Track another package'));
  expect(numberField()).toBeVisible();
  expect(document.activeElement).toBe(numberField());
  api.script.trackOrder = () => problemReply(404, 'ORDER_NOT_FOUND');
  await user.paste('0b0a4f5e-6f0e-4c58-9d8e-3a4c5d6e7f80');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('No package found')).toBeVisible();
  expect(numberField()).toBeVisible();
});

test('begins with the form; a result comes before the deliveries, a failed lookup below the form (TRK-14)', async () => {
  resetDevice();
  const list = [aDelivery({ id: 8, status: 2, order: anOrder() })];
  cacheDeliveries(list);
  const api = fakeApi({
    listDeliveryRequests: () => ({ body: list }),
    ...found(),
  });
  const { user } = await openTracking();
  const isBefore = (a: Element, b: Element) =>
    (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const heading = (name: string) => screen.getByRole('heading', { name });
  expect(isBefore(heading('Track Another Package'), heading('Your Deliveries'))).toBe(true);
  await user.click(numberField());
  await user.paste(GUID);
  await user.click(button('Track Package'));
  const results = await screen.findByText('Tracking Results');
  expect(document.activeElement).toBe(results);
  expect(isBefore(results, heading('Your Deliveries'))).toBe(true);
  api.script.trackOrder = () => problemReply(404, 'ORDER_NOT_FOUND');
  await user.clear(numberField());
  await user.paste('0b0a4f5e-6f0e-4c58-9d8e-3a4c5d6e7f80');
  await user.click(button('Track Package'));
  const message = await screen.findByText('No package found');
  expect(isBefore(numberField(), message)).toBe(true);
});

describe('A user who goes on typing while a package is looked up', () => {
  const OTHER_GUID = '0b0a4f5e-6f0e-4c58-9d8e-3a4c5d6e7f80';
  /** A response that waits until `answer` is called. */
  function lateResponse<Reply>(respond: () => Reply) {
    let open = () => {};
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    return { respond: () => opened.then(respond), answer: () => act(async () => open()) };
  }

  test('keeps the form and the focus when the result of a guest arrives, and can look up another one at once (TRK-13)', async () => {
    resetDevice(null);
    const { respond, answer } = lateResponse(found().trackOrder);
    const api = fakeApi({ trackOrder: respond });
    const { user } = await openTracking();
    await user.type(numberField(), GUID);
    await user.click(button('Track Package'));
    expect(button('Track Package').getAttribute('aria-disabled')).toBe('true');
    await user.clear(numberField());
    await user.type(numberField(), '0b0a4f');
    expect(button('Track Package').disabled).toBe(false);
    await answer();
    await screen.findByRole('article', { name: 'Tracking result' });
    await user.keyboard(OTHER_GUID.slice(6));
    expect(numberField()).toBeVisible();
    expect(numberField().value).toBe(OTHER_GUID);
    await user.keyboard('{Enter}');
    expect(api.callsOf('trackOrder').at(-1)?.path).toBe(`orders/${OTHER_GUID}/tracking`);
  });

  test.each([
    ['the number', () => numberField()],
    ['the search', () => screen.getByLabelText<HTMLInputElement>('Search deliveries')],
  ])('keeps the focus of a customer in %s (TRK-14)', async (_, findField) => {
    resetDevice();
    const { respond, answer } = lateResponse(found().trackOrder);
    fakeApi({ listDeliveryRequests: () => ({ body: [] }), trackOrder: respond });
    const { user } = await openTracking();
    await user.type(numberField(), GUID);
    await user.click(button('Track Package'));
    await user.clear(findField());
    await user.type(findField(), 'ho');
    await answer();
    await screen.findByText('Tracking Results');
    await user.keyboard('wth');
    expect(findField().value).toBe('howth');
  });

  test('keeps the number that replaced a reference, which no one looks up any more', async () => {
    resetDevice();
    const list = [aDelivery({ id: 8, status: 2, order: anOrder() })];
    const { respond, answer } = lateResponse(() => ({ body: list }));
    const firstPage = { body: [], headers: { link: '</list?limit=100&after=1-1>; rel="next"' } };
    const api = fakeApi({
      listDeliveryRequests: ({ query }) => (query.has('number') ? respond() : firstPage),
      ...found(),
    });
    const { user } = await openTracking();
    await waitFor(() => expect(api.callsOf('listDeliveryRequests').length).toBeGreaterThan(0));
    await user.type(numberField(), 'SND-20417');
    await user.click(button('Track Package'));
    await waitFor(() =>
      expect(api.callsOf('listDeliveryRequests').some(({ query }) => query.has('number'))).toBe(true),
    );
    expect(button('Track Package').getAttribute('aria-disabled')).toBe('true');
    await user.clear(numberField());
    await user.type(numberField(), '0b0a');
    await answer();
    await user.keyboard('4f5e');
    expect(numberField().value).toBe('0b0a4f5e');
    expect(api.callsOf('trackOrder')).toEqual([]);
  });
});
