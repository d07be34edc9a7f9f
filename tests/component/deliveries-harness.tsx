import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import type { DeliveryRequest } from '../../src/contract/delivery-request.ts';
import type { ListTab } from '../../src/contract/list-filter.ts';
import type { LoggedInUser } from '../../src/contract/user.ts';
import { DeliveriesScreen } from '../../src/features/deliveries/DeliveriesScreen.tsx';
import { DeliveryDetailsScreen, EditDelivery } from '../../src/features/deliveries/DeliveryDetailsScreen.tsx';
import type { DetailsTab } from '../../src/features/deliveries/details-tabs.ts';
import { LabelScreen } from '../../src/features/deliveries/LabelScreen.tsx';
import { PaymentFailedScreen } from '../../src/features/deliveries/PaymentFailedScreen.tsx';
import { PaymentScreen } from '../../src/features/deliveries/PaymentScreen.tsx';
import { PaymentSuccessScreen } from '../../src/features/deliveries/PaymentSuccessScreen.tsx';
import { prepareTracking, TrackingScreen } from '../../src/features/tracking/TrackingScreen.tsx';
import { useApp } from '../../src/stores/app.ts';
import { useDelivery } from '../../src/stores/delivery.ts';
import { useDrafts } from '../../src/stores/drafts.ts';
import { useTracked } from '../../src/stores/tracked.ts';
import { AOIFE, resetAs } from '../support/account-fixtures.ts';
import { renderPages } from '../support/render.tsx';

/** Resets the device: no deliveries, and this customer (or no one) is logged in. */
export function resetDevice(user: LoggedInUser | null = AOIFE): void {
  resetAs(user);
  localStorage.clear();
  useDelivery.getState().reset();
  useDrafts.getState().reset();
  useTracked.setState({ list: [] });
  useApp.setState({ consent: undefined });
}

/** Stores deliveries as after an earlier visit. */
export function cacheDeliveries(list: DeliveryRequest[], at = Date.now()): void {
  useDelivery.getState().replace(AOIFE.email, list, at);
}

export async function openDeliveries() {
  function Deliveries() {
    const [shown, setShown] = useState<ListTab>('active');
    return <DeliveriesScreen tab={shown} onTabChange={setShown} />;
  }
  const view = await renderPages({
    '/deliveries': Deliveries,
    '/deliveries/$deliveryId': () => <h1>Delivery Details</h1>,
    '/tracking': () => <TrackingScreen guid={undefined} onTrack={() => undefined} />,
    '/': () => <h1>Request a Delivery</h1>,
  });
  return { ...view, user: userEvent.setup() };
}

export async function openDetails(deliveryId: string | number, tab: DetailsTab = 'details') {
  await EditDelivery.preload();
  function Details() {
    const [shown, setShown] = useState(tab);
    return <DeliveryDetailsScreen deliveryId={String(deliveryId)} tab={shown} onTabChange={setShown} />;
  }
  const view = await renderPages(
    {
      '/deliveries/$deliveryId': Details,
      '/deliveries': () => <h1>My Deliveries</h1>,
      '/account': () => <h1>Account</h1>,
      '/': () => <h1>Request a Delivery</h1>,
    },
    `/deliveries/${deliveryId}`,
  );
  return { ...view, user: userEvent.setup() };
}

export async function openPayment(page: 'payment' | 'success' | 'cancel' | 'label', deliveryId = '20417') {
  const Screen = {
    payment: PaymentScreen,
    success: PaymentSuccessScreen,
    cancel: PaymentFailedScreen,
    label: LabelScreen,
  }[page];
  const view = await renderPages(
    {
      '/deliveries/$deliveryId/paying': () => <Screen />,
      '/deliveries': () => <h1>My Deliveries</h1>,
      '/deliveries/$deliveryId': () => <h1>Delivery Details</h1>,
      '/deliveries/$deliveryId/payment/success': () => <PaymentSuccessScreen />,
      '/faq': () => <h1>FAQ</h1>,
      '/': () => <h1>Request a Delivery</h1>,
    },
    `/deliveries/${deliveryId}/paying`,
  );
  return { ...view, user: userEvent.setup() };
}

export async function openTracking(guid?: string) {
  function Tracking() {
    const [number, setNumber] = useState(guid);
    return <TrackingScreen guid={number} onTrack={setNumber} />;
  }
  await prepareTracking();
  const view = await renderPages({
    '/tracking': Tracking,
    '/deliveries/$deliveryId': () => <h1>Delivery Details</h1>,
    '/faq': () => <h1>FAQ</h1>,
  });
  return { ...view, user: userEvent.setup() };
}

/** Sets the connection state, which otherwise follows from the outcome of calls. */
export function setReachable(isReachable: boolean): void {
  act(() => {
    useApp.setState({ isReachable });
  });
}

export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
export const tab = (name: string | RegExp) => screen.getByRole('tab', { name });
