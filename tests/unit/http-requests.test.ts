import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { abortUserWait, call } from '../../src/api/client.ts';
import { configureClient } from '../../src/api/send-call.ts';
import { type EndpointName, endpoints } from '../../src/contract/endpoints.ts';
import { listenLocally } from '../support/listen-locally.ts';

/** Every endpoint of the API. `auth` marks those that send the bearer token; no other does. */
const CALLS: Record<EndpointName, `${'GET' | 'POST' | 'PUT' | 'DELETE'} ${string}`> = {
  registerUser: 'POST /api/users/create/send',
  login: 'POST /api/users/login',
  getUser: 'GET /api/users auth',
  sendEmailCode: 'POST /api/verificationcodes/email/send',
  recoverPassword: 'POST /api/users/passwordrecovery',
  changePassword: 'POST /api/users/changepassword auth',
  editUser: 'PUT /api/users/edit auth',
  setMailUpdates: 'PUT /api/users/mail-updates auth',
  sendConfirmation: 'POST /api/users/email-confirmation auth',
  logOut: 'POST /api/users/logout auth',
  endSessionById: 'POST /api/users/sessions/end',
  listSessions: 'GET /api/users/sessions auth',
  endSession: 'POST /api/users/sessions/7/end auth',
  endOtherSessions: 'POST /api/users/sessions/end-others auth',
  exportAccount: 'GET /api/users/export auth',
  deleteAccount: 'POST /api/users/delete auth',
  listAddresses: 'GET /api/addresses/send auth',
  createAddress: 'POST /api/addresses/send auth',
  editAddress: 'PUT /api/addresses/send/7 auth',
  setDefaultPickUp: 'PUT /api/addresses/send/7/default-pickup auth',
  setDefaultDropOff: 'PUT /api/addresses/send/7/default-dropoff auth',
  deleteAddress: 'DELETE /api/addresses/send/7 auth',
  listPaymentMethods: 'GET /api/payments/payment-methods auth',
  addPaymentMethod: 'POST /api/payments/payment-methods auth',
  createSetupIntent: 'POST /api/payments/setup-intents auth',
  setDefaultPaymentMethod: 'POST /api/payments/payment-methods/7/default auth',
  removePaymentMethod: 'DELETE /api/payments/payment-methods/7 auth',
  listPayments: 'GET /api/payments auth',
  createPaymentSession: 'POST /api/payments/order-request/7 auth',
  chargeSavedCard: 'POST /api/payments/order-request/7/charge auth',
  getDeliveryPayment: 'GET /api/payments/order-request/7 auth',
  estimatePrice: 'POST /api/orderrequests/estimateprice',
  createDeliveryRequest: 'POST /api/orderrequests auth',
  submitGuestRequest: 'POST /hook/status/submit-to-zapier',
  getGuestRequest: 'GET /api/guestrequests/7',
  getGuestPayment: 'GET /api/guestpayments/7',
  createGuestPaymentSession: 'POST /api/guestpayments/7/session',
  editDeliveryRequest: 'PUT /api/orderrequests/7 auth',
  deleteDeliveryRequest: 'DELETE /api/orderrequests/7 auth',
  listDeliveryRequests: 'GET /api/orderrequests auth',
  getDeliveryRequest: 'GET /api/orderrequests/7 auth',
  subscribeToDeliveries: 'POST /api/push/subscriptions auth',
  subscribeToParcel: 'POST /api/orders/7/push',
  unsubscribePush: 'POST /api/push/unsubscribe',
  trackOrder: 'GET /api/orders/7/tracking',
  getReferenceStatus: 'GET /api/references/7',
};
const ENDPOINT_NAMES = Object.keys(CALLS).filter((name): name is EndpointName => name in endpoints);

let received: { request: IncomingMessage; body: string } | undefined;
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received = { request, body };
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const port = await listenLocally(server);
  const origin = `http://127.0.0.1:${port}`;
  configureClient({
    baseUrls: () => ({ apiBase: `${origin}/api`, hookBase: `${origin}/hook` }),
    session: () => ({ token: 'the-token', account: 'aoife@example.ie' }),
  });
});
afterAll(() => server.close());

test('there are no other endpoints than these (CAL-01)', () => {
  expect(ENDPOINT_NAMES.toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

test.each(ENDPOINT_NAMES)(
  '%s calls its path with JSON, and sends the token only if it needs one (CAL-01, CAL-03)',
  async (endpointName) => {
    const sent = { note: 'ü "quoted"' };
    // The types of the table differ per endpoint; this test treats all endpoints alike.
    await call(endpointName, {
      params: { id: 7, orderGuid: 7, key: 7, reference: 7 },
      body: sent,
      isQuiet: true,
    } as never);
    const { method, url, headers } = received?.request ?? {};
    const hasToken = headers?.authorization === 'Bearer the-token';
    expect(`${method} ${url}${hasToken ? ' auth' : ''}`).toBe(CALLS[endpointName]);
    if (headers?.authorization !== undefined) expect(hasToken).toBe(true);
    expect(headers?.['content-type']).toMatch(/^application\/json/);
    if ('body' in endpoints[endpointName]) expect(JSON.parse(received?.body ?? '')).toEqual(sent);
    else expect(received?.body).toBe('');
  },
);

test('an array becomes one key=value pair for each value of the query (CAL-08)', async () => {
  const query = { status: [0, 2], search: 'Dún & Laoghaire', none: [], absent: undefined, isPaid: false };
  await call('listDeliveryRequests', { query, isQuiet: true });
  expect(received?.request.url).toBe(
    '/api/orderrequests?status=0&status=2&search=D%C3%BAn+%26+Laoghaire&isPaid=false',
  );
});

test('canceling aborts what the user waits for, and neither reads nor the outbox (CAL-07)', async () => {
  const quiet = { isQuiet: true } as const;
  const own = new AbortController();
  const waited = call('editUser', { body: { name: 'Aoife' }, ...quiet });
  const reading = call('listAddresses', quiet);
  const queued = call('deleteAddress', { params: { id: 7 }, signal: own.signal, ...quiet });
  abortUserWait();
  expect(await waited).toEqual({ ok: false, failure: { kind: 'aborted' } });
  // The server responds with an empty object, which is no list, but the read was not aborted.
  expect(await reading).toEqual({ ok: false, failure: { kind: 'invalidBody', isNotObject: false } });
  expect((await queued).ok).toBe(true);
  const next = await call('deleteAddress', { params: { id: 7 }, ...quiet });
  expect(next.ok).toBe(true);
});
