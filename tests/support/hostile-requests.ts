import fc from 'fast-check';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { anAddress } from './address-fixtures.ts';
import { parcel } from './api-harness.ts';

/** A request as raw HTTP, because fetch refuses to send some malformed requests. */
export type HostileRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | Uint8Array;
};

/** Texts that broke servers before. */
const NASTY = [
  '',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  '\u0000',
  'a\u0000b',
  '\ud800',
  `${'1'.repeat(19)}😀`,
  '😀'.repeat(60),
  '\u202e\u2066',
  'İ'.repeat(30),
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '{{7*7}}',
  '%00',
  '%',
  '..%2f..%2fetc%2fpasswd',
  '-1',
  '0',
  '1e400',
  '9'.repeat(40),
  'NaN',
  'x'.repeat(20_000),
  '\r\nx: y',
];
const nastyText = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ maxLength: 40 }),
);
const nastyValue: fc.Arbitrary<unknown> = fc.oneof(
  nastyText,
  fc.constantFrom(null, true, 0, -1, 1e308, 2 ** 53, [], {}, [[]], { latitude: 91, longitude: 0 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
);

const VALID_BODIES: readonly Record<string, unknown>[] = [
  { ...parcel() },
  { name: 'Ada', phoneNumber: '1', email: 'ada@example.ie', password: 'parcel-secret-1' },
  { email: 'ada@example.ie', code: 123456, password: 'parcel-secret-1' },
  { oldPassword: 'parcel-secret-1', newPassword: 'parcel-secret-2' },
  { paymentMethodId: 'pm_1' },
  { sessionId: 'A'.repeat(22) },
  { password: 'parcel-secret-1' },
  { firstName: 'A', lastName: 'B', phone: '1', email: 'a@b.ie', pickup: 'Dublin', dropoff: 'Bray', note: '' },
  { ...anAddress({ isDefaultPickUp: true }) },
  { type: 3, time: '2026-11-02T10:00:00Z', status: 1, deliveryDate: '2026-11-03', deliveryTime: '10:00' },
];
/** A valid body except for one or two fields. */
const spoiltBody = fc
  .tuple(fc.constantFrom(...VALID_BODIES), fc.array(fc.tuple(fc.nat(20), nastyValue), { maxLength: 2 }))
  .map(([valid, changes]) => {
    const body = { ...valid };
    const names = Object.keys(body);
    for (const [index, value] of changes) body[names[index % names.length] ?? 'x'] = value;
    return JSON.stringify(body);
  });
const form = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(
          'number',
          'expiry',
          'cvc',
          'name',
          'email',
          'saved',
          'outcome',
          'customer',
          'expand[]',
        ),
        nastyText,
      ),
      nastyText.map((text) => text.toWellFormed()),
    ),
    { maxLength: 6 },
  )
  .map((fields) =>
    new URLSearchParams(fields.map(([name, value]) => [name.toWellFormed(), value])).toString(),
  );

const API_PATHS = Object.values<Endpoint>(endpoints).map(({ base, path, method }) => ({
  method,
  path: `/${base}/${path}`,
}));
const GET = [
  '/geocode/search?q={text}',
  '/geocode/search?q={text}&source={text}&limit={text}',
  '/geocode/reverse?lat={text}&lon={text}&addressdetails={text}',
  '/sandbox/checkout/{text}',
  '/sandbox/checkout/{text}/authenticate',
  '/sandbox/mailbox/{text}',
  '/sandbox/stripe/v1/customers/{text}',
  '/sandbox/stripe/v1/checkout/sessions?limit={text}&expand[]={text}&created[gte]={text}',
  '/ops/orderrequests?status={text}',
  '/ops/guest-requests?status={text}',
  '/config.json',
  '/healthz',
  '/{text}',
  '/assets/{text}',
  '/tracking?guid={text}',
].map((path) => ({ method: 'GET', path }));
const POST = [
  '/sandbox/checkout/{text}',
  '/sandbox/checkout/{text}/authenticate',
  '/sandbox/stripe/v1/payment_methods',
  '/sandbox/stripe/v1/customers',
  '/sandbox/stripe/v1/checkout/sessions',
  '/webhooks/stripe',
  '/ops/orderrequests/{text}/accept',
  '/ops/guest-requests/{text}/accept',
  '/ops/orders/{text}/events',
].map((path) => ({ method: 'POST', path }));
const routes = fc.constantFrom(...API_PATHS, ...API_PATHS, ...GET, ...POST);

const contentType = fc.oneof(
  { weight: 6, arbitrary: fc.constant('application/json') },
  fc.constantFrom('application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain', ''),
);
const OPTIONAL_HEADERS = [
  'idempotency-key',
  'cookie',
  'origin',
  'accept',
  'accept-encoding',
  'if-none-match',
  'range',
  'x-forwarded-for',
  'stripe-signature',
  'content-encoding',
];
const headers = fc.dictionary(fc.constantFrom(...OPTIONAL_HEADERS), nastyText, { maxKeys: 3 });
const body = fc.oneof(
  { weight: 5, arbitrary: spoiltBody },
  { weight: 2, arbitrary: form },
  nastyText,
  fc.uint8Array({ maxLength: 60 }),
  fc.constant('--x\r\ncontent-disposition: form-data; name="outcome"\r\n\r\nx\r\n--x--'),
);

/** A placeholder for the token of a customer who is logged in when the request is sent. */
export const CUSTOMER = 'customer';

/** Every route with hostile paths, queries, headers and bodies; `tokens` are the bearer tokens to use. */
export function hostileRequest(tokens: readonly string[]): fc.Arbitrary<HostileRequest> {
  return fc
    .record({
      route: routes,
      texts: fc.array(fc.oneof(nastyText, fc.constantFrom('1', '2', '3')), { minLength: 4, maxLength: 4 }),
      method: fc.option(fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'), {
        freq: 8,
      }),
      token: fc.constantFrom(...tokens, ''),
      contentType,
      headers,
      body,
    })
    .map(({ route, texts, method, token, contentType, headers, body }) => {
      let next = 0;
      const isGet = (method ?? route.method) === 'GET' || method === 'HEAD';
      return {
        method: method ?? route.method,
        path: route.path.replace(/\{\w+\}/g, () => encodePath(texts[next++ % texts.length] ?? '')),
        headers: {
          ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, latin(value)])),
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(contentType === '' ? {} : { 'content-type': contentType }),
        },
        body: isGet ? '' : body,
      };
    });
}

function encodePath(text: string): string {
  return text.length > 4000 ? 'x'.repeat(4000) : encodeURIComponent(text.toWellFormed());
}

/** The characters that an HTTP header can contain. */
function latin(text: string): string {
  return text.replace(/[^\x20-\x7e\x80-\xff]/g, '').slice(0, 4000);
}
