import * as v from 'valibot';
import { EXAMPLE_DELIVERY } from '../../server/http/openapi-examples.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import {
  type EndpointName,
  endpoints,
  type Params,
  pathOf,
  type RequestBody,
  type ResponseBody,
} from '../../src/contract/endpoints.ts';
import { Order } from '../../src/contract/order.ts';
import { REQUEST_STATUS } from '../../src/contract/status.ts';

export const PARCEL = { ...EXAMPLE_DELIVERY, deliveryNote: '', isFragile: false };
const CARD = {
  number: '4242 4242 4242 4242',
  expiry: '12 / 40',
  cvc: '123',
  name: 'Aoife Brennan',
  email: 'aoife@example.ie',
};
const PAYMENT_MS = 20_000;

type CallOptions<V extends EndpointName> = {
  token?: string;
  body?: RequestBody<V>;
  params?: Params<V>;
};

/** Calls the API at an address as the contract describes it, and fails unless the response matches the contract. */
export async function call<V extends EndpointName>(
  url: string,
  name: V,
  { token, body, params }: CallOptions<V>,
): Promise<ResponseBody<V>> {
  const endpoint: Endpoint = endpoints[name];
  const path = `/${endpoint.base}/${pathOf(endpoint.path, params ?? {})}`;
  const response = await request(url + path, endpoint.method, token, body);
  return v.parse(endpoints[name].response, response) as ResponseBody<V>;
}

async function request(url: string, method: string, token?: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} returned ${response.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

export async function register(url: string, email: string): Promise<string> {
  const person = { name: 'Aoife Brennan', phoneNumber: '+353 87 123 4567', email };
  const user = await call(url, 'registerUser', { body: { ...person, password: 'a long pass phrase' } });
  return user.jwtToken;
}

/** Orders a delivery, pays for it, has it accepted by an operator and tracks it; returns its reference number. */
export async function orderPayAndTrack(url: string, token: string, opsToken: string): Promise<string> {
  const { id } = await call(url, 'createDeliveryRequest', { token, body: PARCEL });
  const { sessionUrl } = await call(url, 'createPaymentSession', { token, params: { id } });
  if (!sessionUrl.startsWith(`${url}/`))
    throw new Error(`The checkout is not behind the proxy: ${sessionUrl}`);
  const response = await fetch(sessionUrl, {
    method: 'POST',
    body: new URLSearchParams(CARD),
    redirect: 'manual',
  });
  if (response.status !== 303) throw new Error(`The payment returned ${response.status}.`);
  await waitUntilPaid(url, token, id);
  const order = v.parse(Order, await request(`${url}/ops/orderrequests/${id}/accept`, 'POST', opsToken, {}));
  const tracked = await call(url, 'trackOrder', { params: { orderGuid: order.guid } });
  if (tracked.guid !== order.guid) throw new Error('Tracking found another order.');
  return tracked.referenceNumber ?? '';
}

async function waitUntilPaid(url: string, token: string, id: number): Promise<void> {
  const deadline = Date.now() + PAYMENT_MS;
  while (Date.now() < deadline) {
    const { status } = await call(url, 'getDeliveryRequest', { token, params: { id } });
    if (status === REQUEST_STATUS.submitted) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`The delivery request was not paid within ${PAYMENT_MS / 1000} seconds.`);
}
