import * as v from 'valibot';
import { EXAMPLE_DELIVERY } from '../../scripts/contract/example-delivery.ts';
import { Order } from '../../src/contract/order.ts';
import { REQUEST_STATUS } from '../../src/contract/status.ts';
import { type Api, apiAt, callEndpoint, callOperator } from '../support/call-endpoint.ts';

export const PARCEL = { ...EXAMPLE_DELIVERY, deliveryNote: '', isFragile: false };
const CARD = {
  number: '4242 4242 4242 4242',
  expiry: '12 / 40',
  cvc: '123',
  name: 'Aoife Brennan',
  email: 'aoife@example.ie',
};
const PAYMENT_MS = 20_000;

export async function register(url: string, email: string): Promise<string> {
  const profile = { name: 'Aoife Brennan', phoneNumber: '+353 87 123 4567', email };
  const user = await callEndpoint(apiAt(url), 'registerUser', {
    body: { ...profile, password: 'a long pass phrase' },
  });
  return user.jwtToken;
}

/** Orders a delivery, pays for it, has it accepted by an operator and tracks it; returns its reference number. */
export async function orderPayAndTrack(url: string, token: string, opsToken: string): Promise<string> {
  const api = apiAt(url);
  const { id } = await callEndpoint(api, 'createDeliveryRequest', { token, body: PARCEL });
  const { sessionUrl } = await callEndpoint(api, 'createPaymentSession', { token, params: { id } });
  if (!sessionUrl.startsWith(`${url}/`))
    throw new Error(`The checkout is not behind the proxy: ${sessionUrl}`);
  const response = await fetch(sessionUrl, {
    method: 'POST',
    body: new URLSearchParams(CARD),
    redirect: 'manual',
  });
  if (response.status !== 303) throw new Error(`The payment returned ${response.status}.`);
  await waitUntilPaid(api, token, id);
  const order = v.parse(Order, await callOperator(api, opsToken, 'POST', `orderrequests/${id}/accept`));
  const tracked = await callEndpoint(api, 'trackOrder', { params: { orderGuid: order.guid } });
  if (tracked.guid !== order.guid) throw new Error('Tracking found another order.');
  return tracked.referenceNumber ?? '';
}

async function waitUntilPaid(api: Api, token: string, id: number): Promise<void> {
  const deadline = Date.now() + PAYMENT_MS;
  while (Date.now() < deadline) {
    const { status } = await callEndpoint(api, 'getDeliveryRequest', { token, params: { id } });
    if (status === REQUEST_STATUS.submitted) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The delivery request was not paid within ${PAYMENT_MS / 1000} seconds.`);
}
