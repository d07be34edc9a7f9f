import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, test } from 'vitest';
import { BillingPanel } from '../../src/features/account/BillingPanel.tsx';
import { FaqScreen } from '../../src/features/faq/FaqScreen.tsx';
import { useApp } from '../../src/stores/app.ts';
import { useTracked } from '../../src/stores/tracked.ts';
import { AOIFE } from '../support/account-fixtures.ts';
import { aDelivery, anOrder, GUID } from '../support/delivery-fixtures.ts';
import { fakeApi, problemReply } from '../support/fake-api.ts';
import { FAQ_ENTRIES } from '../support/faq.ts';
import { renderPlain } from '../support/render.tsx';
import {
  button,
  cacheDeliveries,
  openDeliveries,
  openDetails,
  openPayment,
  openTracking,
  resetDevice,
  setReachable,
  tab,
} from './deliveries-harness.tsx';

const never = () => new Promise<never>(() => undefined);
const broken = () => problemReply(500, 'INTERNAL_ERROR');
const KEEPS_TRYING = "Something went wrong on our side. We'll keep trying.";
const DELIVERY_IN_TRANSIT = aDelivery({ id: 8, status: 2, order: anOrder() });

beforeEach(() => {
  resetDevice();
  useApp.setState({ isReachable: true });
});

/** The device loses its network, so that no request gets a response. */
function disconnect(): void {
  setReachable(false);
  fakeApi({});
}

describe('My Deliveries', () => {
  test('distinguishes a failing server from a missing network (LAY-11)', async () => {
    fakeApi({ listDeliveryRequests: broken });
    const { unmount } = await openDeliveries();
    expect(await screen.findByText('We could not load your deliveries')).toBeVisible();
    expect(screen.getByText(KEEPS_TRYING)).toBeVisible();
    unmount();
    disconnect();
    await openDeliveries();
    expect(await screen.findByText(/^This device has not saved your list of deliveries/)).toBeVisible();
  });

  test('offline, shows the cached list and that it could not be checked (LAY-11)', async () => {
    cacheDeliveries([DELIVERY_IN_TRANSIT]);
    setReachable(false);
    fakeApi({});
    await openDeliveries();
    expect(screen.getByRole('link', { name: /Howth/ })).toBeVisible();
    expect(await screen.findByText("Couldn't refresh.")).toBeVisible();
    expect(screen.getByText(/This may be out of date/)).toBeVisible();
  });
});

describe('Delivery Details', () => {
  test('shows a loading state under its heading (LAY-11)', async () => {
    fakeApi({ getDeliveryRequest: never });
    await openDetails(8);
    expect(screen.getByRole('heading', { level: 1, name: 'Delivery Details' })).toBeVisible();
    expect(screen.getByText('Loading this delivery').getAttribute('role')).toBe('status');
  });

  test('distinguishes a failing server from a missing network (LAY-11)', async () => {
    fakeApi({ getDeliveryRequest: broken });
    const { unmount } = await openDetails(8);
    expect(await screen.findByText(KEEPS_TRYING)).toBeVisible();
    unmount();
    disconnect();
    await openDetails(8);
    expect(await screen.findByText(/^This device has not saved this delivery/)).toBeVisible();
    expect(screen.queryByText('Delivery Not Found')).toBeNull();
  });

  test('offline, shows every tab of the cached delivery (LAY-11)', async () => {
    cacheDeliveries([DELIVERY_IN_TRANSIT], Date.now() - 3600_000);
    setReachable(false);
    fakeApi({});
    const { user } = await openDetails(8);
    expect(screen.getByText('SND-20417')).toBeVisible();
    expect(await screen.findByText("Couldn't refresh.")).toBeVisible();
    for (const name of ['Timeline', 'Map', 'Payment', 'Details']) {
      await user.click(tab(name));
      expect(tab(name).getAttribute('aria-selected')).toBe('true');
      expect(screen.getByRole('tabpanel').textContent).not.toBe('');
    }
  });

  test('has a payment page with the same loading and error states (LAY-11)', async () => {
    const api = fakeApi({ getDeliveryRequest: never });
    const { unmount } = await openPayment('payment', '8');
    expect(screen.getByText('Loading this delivery').getAttribute('role')).toBe('status');
    unmount();
    api.script.getDeliveryRequest = broken;
    const failed = await openPayment('payment', '8');
    expect(await screen.findByText(`${KEEPS_TRYING} If you've paid, your payment is safe.`)).toBeVisible();
    failed.unmount();
    disconnect();
    await openPayment('payment', '8');
    expect(await screen.findByText(/^This device has not saved this delivery/)).toBeVisible();
  });
});

describe('Package Tracking', () => {
  test('shows a customer that their deliveries are loading (LAY-11)', async () => {
    fakeApi({ listDeliveryRequests: never });
    const { container } = await openTracking();
    expect(screen.getByText('Loading your deliveries').getAttribute('role')).toBe('status');
    expect(container.querySelectorAll('[aria-busy="true"] > *')).toHaveLength(3);
  });

  test('shows a customer that there are no deliveries, or none with a status (LAY-11)', async () => {
    fakeApi({ listDeliveryRequests: () => ({ body: [] }) });
    const { user } = await openTracking();
    expect(await screen.findByText('No deliveries yet')).toBeVisible();
    await user.click(tab('Delivered'));
    expect(screen.getByText('No deliveries are Delivered')).toBeVisible();
  });

  test('shows a customer that loading failed, and retries (LAY-11)', async () => {
    const api = fakeApi({ listDeliveryRequests: broken });
    const { user } = await openTracking();
    expect(await screen.findByText('We could not load your deliveries')).toBeVisible();
    // Nothing is shown that may be out of date.
    expect(screen.queryByText("Couldn't refresh.")).toBeNull();
    api.script.listDeliveryRequests = () => ({ body: [DELIVERY_IN_TRANSIT] });
    await user.click(button('Try again'));
    expect(await screen.findByRole('article', { name: /Howth/ })).toBeVisible();
  });

  test('offline, shows a customer the cached deliveries (LAY-11)', async () => {
    cacheDeliveries([DELIVERY_IN_TRANSIT]);
    setReachable(false);
    fakeApi({});
    await openTracking();
    expect(screen.getByRole('article', { name: /Howth/ })).toBeVisible();
    expect(await screen.findByText(/This may be out of date/)).toBeVisible();
  });

  test('distinguishes a failing server from a missing network for a guest (LAY-11)', async () => {
    resetDevice(null);
    useTracked.setState({ list: [] });
    fakeApi({ trackOrder: broken });
    const { unmount } = await openTracking(GUID);
    expect(await screen.findByText(KEEPS_TRYING)).toBeVisible();
    unmount();
    disconnect();
    await openTracking(GUID);
    expect(await screen.findByText(/^This device has not saved this package/)).toBeVisible();
    expect(screen.queryByText('No package found')).toBeNull();
  });
});

describe('Payment History', () => {
  function Billing() {
    const [list, setList] = useState<'cards' | 'history'>('history');
    return <BillingPanel list={list} onListChange={setList} />;
  }

  test('shows that it is loading, that loading failed, and that it needs a connection (LAY-11)', async () => {
    const api = fakeApi({ listPaymentMethods: never, listPayments: never });
    const { unmount } = renderPlain(<Billing />);
    expect(screen.getByText('Loading payments...').getAttribute('role')).toBe('status');
    unmount();

    resetDevice(AOIFE);
    Object.assign(api.script, { listPaymentMethods: broken, listPayments: broken });
    fakeApi(api.script);
    renderPlain(<Billing />);
    const failed = await screen.findByText('Your payments could not be loaded');
    expect(failed).toBeVisible();
    setReachable(false);
    expect(
      screen.getByText('Connect to see your payments. They are never saved on this device.'),
    ).toBeVisible();

    setReachable(true);
    fakeApi({ listPaymentMethods: () => ({ body: [] }), listPayments: () => ({ body: [] }) });
    await userEvent.click(button('Try again'));
    expect(await screen.findByText('No payment history found')).toBeVisible();
  });
});

test('the FAQ works offline because it makes no request (LAY-11)', async () => {
  const api = fakeApi({});
  setReachable(false);
  renderPlain(<FaqScreen />);
  const main = within(document.body);
  for (const { question } of FAQ_ENTRIES) expect(main.getByRole('button', { name: question })).toBeVisible();
  await userEvent.type(screen.getByRole('searchbox'), 'insurance');
  await waitFor(() => expect(main.queryAllByRole('button', { name: /\?$/ }).length).toBeLessThan(10));
  expect(api.calls).toEqual([]);
});
