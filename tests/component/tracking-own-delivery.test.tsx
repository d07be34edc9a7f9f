import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { aDelivery, anOrder, GUID } from '../support/delivery-fixtures.ts';
import { type FakeCall, fakeApi, problemReply } from '../support/fake-api.ts';
import { button, openTracking, resetDevice } from './deliveries-harness.tsx';

const ANSWER = { ...anOrder(), from: 'Dublin', to: 'Howth' };
const found = () => ({ trackOrder: () => ({ body: ANSWER }) });
const numberField = () => screen.getByLabelText<HTMLInputElement>('Tracking number');
const results = () => screen.findByRole('region', { name: 'Tracking Results' });
const DELIVERY_IN_TRANSIT = aDelivery({ order: anOrder() });
const UNPAID_DELIVERY = aDelivery({ id: 3, status: 0, dropOffSnapshot: { name: 'Swords' } });

describe('A customer with more deliveries than one page', () => {
  /** The first page lacks the delivery that has the tracking number. */
  const firstPage = {
    body: [UNPAID_DELIVERY],
    headers: { link: '</list?limit=100&after=1-1>; rel="next"' },
  };
  const listDeliveryRequests = ({ query }: FakeCall) => {
    const isFound = [GUID, 'SND-20417'].includes(query.get('number') ?? '');
    return query.has('number') || query.has('after')
      ? { body: isFound ? [DELIVERY_IN_TRANSIT] : [] }
      : firstPage;
  };
  beforeEach(() => resetDevice());
  const callsWithNumber = (api: ReturnType<typeof fakeApi>) =>
    api.callsOf('listDeliveryRequests').filter(({ query }) => query.has('number'));
  /** The result is final once the delivery with the number has been requested. */
  const finalResults = async (api: ReturnType<typeof fakeApi>) => {
    await waitFor(() => expect(callsWithNumber(api)).toHaveLength(1));
    return within(await results());
  };

  test('shows an older delivery of their own as its owner sees it, after one request (PRD-78)', async () => {
    const api = fakeApi({ listDeliveryRequests, ...found() });
    await openTracking(GUID);
    const banner = await finalResults(api);
    expect(banner.getAllByText('Rathmines').length).toBeGreaterThan(0);
    expect(banner.queryByText(/^This package is not in your account/)).toBeNull();
    expect(callsWithNumber(api)).toHaveLength(1);
  });

  test('shows a package that is not theirs as guests see it, after one request (PRD-78)', async () => {
    const api = fakeApi({ listDeliveryRequests, trackOrder: () => ({ body: { ...ANSWER, id: 777 } }) });
    await openTracking('someone-elses');
    const banner = await finalResults(api);
    expect(banner.getByText(/^This package is not in your account/)).toBeVisible();
    expect(callsWithNumber(api)).toHaveLength(1);
  });

  test('finds an older delivery by its reference (PRD-78)', async () => {
    const api = fakeApi({ listDeliveryRequests, ...found() });
    const { user } = await openTracking();
    await waitFor(() => expect(api.callsOf('listDeliveryRequests').length).toBeGreaterThan(0));
    await user.type(numberField(), 'snd-20417');
    await user.click(button('Track Package'));
    await results();
    await waitFor(() =>
      expect(api.callsOf('trackOrder')).toMatchObject([{ path: `orders/${GUID}/tracking` }]),
    );
    api.script.listDeliveryRequests = () => problemReply(500, 'INTERNAL_ERROR');
    await user.clear(numberField());
    await user.type(numberField(), 'SND-00001');
    await user.click(button('Track Package'));
    expect(await screen.findByText(/We could not check all of your deliveries/)).toBeVisible();
  });
});
