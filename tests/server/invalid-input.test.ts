import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { type ApiHarness, createApiHarness, parcel, type TestUser } from '../support/api-harness.ts';
import { openEmbedded } from '../support/databases.ts';

/** Input that our own client never sends, but that other clients may send. */
const BODIES: Record<string, { body: BodyInit; status: number; type?: string; headers?: HeadersInit }> = {
  nothing: { body: '', status: 400 },
  'half an object': { body: '{"name":', status: 400 },
  text: { body: 'hello', status: 400 },
  null: { body: 'null', status: 400 },
  'a number': { body: '7', status: 400 },
  'a list': { body: '[]', status: 400 },
  'an empty object': { body: '{}', status: 400 },
  'a number in every field': { body: '{"name":1,"email":2,"password":3,"pickUpSnapshot":4}', status: 400 },
  'deep nesting': { body: `${'['.repeat(50_000)}${']'.repeat(50_000)}`, status: 400 },
  'deep nesting in a field': {
    body: `{"deliveryNote":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`,
    status: 400,
  },
  'invalid UTF-8': { body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), status: 400 },
  'a NUL character in a text': {
    body: JSON.stringify({ ...parcel(), deliveryNote: 'a\u0000b' }),
    status: 400,
  },
  'half of a surrogate pair': { body: '{"deliveryNote":"\\ud800"}', status: 400 },
  'a NUL character in an unknown field': {
    body: JSON.stringify({ ...parcel(), other: ['\u0000'] }),
    status: 400,
  },
  '__proto__ in an otherwise valid body': {
    body: JSON.stringify(parcel()).replace('{', '{"__proto__":{"isAdmin":true},'),
    status: 400,
  },
  'a number that is too large': { body: '{"weight":1e400}', status: 400 },
  'a form': { body: 'a=1', status: 415, type: 'application/x-www-form-urlencoded' },
  'a compressed body': {
    body: gzipSync(JSON.stringify(parcel())),
    status: 415,
    headers: { 'content-encoding': 'gzip' },
  },
  'plain text': { body: '{}', status: 415, type: 'text/plain' },
  'more than 256 kB': { body: JSON.stringify({ deliveryNote: 'x'.repeat(300_000) }), status: 413 },
};

const FIELDS: [change: Record<string, unknown>, path: string][] = [
  [{ pickUpSnapshot: { name: '   ' } }, 'pickUpSnapshot.name'],
  [{ dropOffSnapshot: null }, 'dropOffSnapshot'],
  [{ dropOffSnapshot: { name: 'x'.repeat(501) } }, 'dropOffSnapshot.name'],
  [{ pickUpSnapshot: { name: 'x', latitude: 'north' } }, 'pickUpSnapshot.latitude'],
  [{ weight: 0 }, 'weight'],
  [{ weight: 1001 }, 'weight'],
  [{ weight: 2.5 }, 'weight'],
  [{ weight: '30' }, 'weight'],
  [{ volume: -0.1 }, 'volume'],
  [{ width: 10.1 }, 'width'],
  [{ length: -1 }, 'length'],
  [{ height: null }, 'height'],
  [{ deliveryNote: 'x'.repeat(5001) }, 'deliveryNote'],
  [{ deliveryType: 3 }, 'deliveryType'],
  [{ deliveryType: 'express' }, 'deliveryType'],
  [{ isFragile: 'yes' }, 'isFragile'],
];

describe('Invalid input', () => {
  let harness: ApiHarness;
  let person: TestUser;
  beforeAll(async () => {
    harness = await createApiHarness(await openEmbedded(), { RATE_LIMITS: 'off' });
    person = await harness.createUser();
  });
  afterAll(() => harness.close());

  const endpointsWithBody = Object.entries<Endpoint>(endpoints).filter(
    ([, endpoint]) => endpoint.body !== undefined,
  );

  for (const [description, { body, status, type = 'application/json', headers }] of Object.entries(BODIES)) {
    test(`${description} is rejected by every endpoint with problem JSON within seconds`, async () => {
      for (const [name, endpoint] of endpointsWithBody) {
        const started = performance.now();
        const response = await harness.send(`/${endpoint.base}/${endpoint.path.replace(/\{\w+\}/, '1')}`, {
          method: endpoint.method,
          headers: { 'content-type': type, authorization: `Bearer ${person.token}`, ...headers },
          body,
        });
        expect([name, response.status]).toEqual([name, status]);
        expect(response.headers.get('content-type')).toBe('application/problem+json');
        expect(response.body).toMatchObject({ status, title: expect.stringMatching(/^[A-Z_]+$/) });
        expect(performance.now() - started).toBeLessThan(5000);
      }
    });
  }

  for (const [change, path] of FIELDS) {
    test(`${JSON.stringify(change).slice(0, 60)} is rejected with the path ${path} (VAL-10)`, async () => {
      const response = await harness.send('/api/orderrequests', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${person.token}` },
        body: JSON.stringify({ ...parcel(), ...change }),
      });
      expect(response).toMatchObject({ status: 400, body: { title: 'VALIDATION_EXCEPTION' } });
      const { errors } = response.body as { errors: { path: string; message: string }[] };
      expect(errors.map((error) => error.path)).toContain(path);
    });
  }

  test('a part of a kilogram is rejected with a sentence, when a request is made, changed and priced (VAL-06)', async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${person.token}` };
    const created = await harness.send('/api/orderrequests', {
      method: 'POST',
      headers,
      body: JSON.stringify(parcel()),
    });
    const { id } = created.body as { id: number };
    for (const [method, path] of [
      ['POST', '/api/orderrequests'],
      ['PUT', `/api/orderrequests/${id}`],
      ['POST', '/api/orderrequests/estimateprice'],
    ] as const) {
      const body = JSON.stringify({ ...parcel(), weight: 2.5 });
      const response = await harness.send(path, { method, headers, body });
      expect(response).toMatchObject({
        status: 400,
        body: { errors: [{ path: 'weight', message: 'Weight must be a whole number of kilograms' }] },
      });
    }
  });

  test.each([
    'not-an-email',
    'niamh@gmail',
    'niamh@example.ie,sean@example.ie',
    Array.from({ length: 12 }, (_, index) => `guest${index}@example.ie`).join(', '),
    'Niamh <niamh@example.ie>',
    'niamh@example.ie\r\nBcc: sean@example.ie',
  ])('a guest’s email address %j is rejected (VAL-07, VAL-10)', async (email) => {
    const guest = { firstName: 'Niamh', lastName: 'Byrne', pickup: 'Bray', dropoff: 'Cork' };
    const submit = (address: string) =>
      harness.send('/hook/status/submit-to-zapier', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...guest, email: address }),
      });
    expect(await submit(email)).toMatchObject({
      status: 400,
      body: {
        title: 'VALIDATION_EXCEPTION',
        errors: [{ path: 'email', message: 'Enter an email like name@example.com' }],
      },
    });
    expect(await submit(' niamh@example.ie ')).toMatchObject({ status: 201 });
    expect(await submit('')).toMatchObject({ status: 201 });
  });

  test('is never echoed', async () => {
    const secret = 'my-secret-password';
    const response = await harness.send('/api/users/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: { [secret]: secret }, password: [secret], [secret]: secret }),
    });
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).not.toContain(secret);
  });

  test('gets a message that says what is expected', async () => {
    const response = await harness.expectProblem('login', { body: JSON.parse('{"email":5}') });
    expect(response.body.errors).toEqual([
      { path: 'email', message: 'Must be text' },
      { path: 'password', message: 'Must be given' },
    ]);
  });

  test('gets 404 in a path and 4xx in a header', async () => {
    const headers = { authorization: `Bearer ${person.token}` };
    for (const path of [
      '/api/orderrequests/%00',
      '/api/orderrequests/%E0%A4%A',
      '/api/orderrequests/1.5',
      '/api/orders/%ff%fe/tracking',
      '/api/../../etc/passwd',
      '/api//users',
    ]) {
      expect((await harness.send(path, { headers })).status).toBe(404);
    }
    expect((await harness.send('/api/users', { headers: { authorization: 'Bearer é' } })).status).toBe(401);
  });

  test.each([{}, { 'content-length': '100' }])(
    'that ends early, because the connection of a phone broke, is no error of the server: %j',
    async (headers) => {
      const lines = harness.log.length;
      const body = new ReadableStream({
        start(controller) {
          controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
        },
      });
      const init = { method: 'POST', body, duplex: 'half' as const };
      const type = { 'content-type': 'application/json' };
      const response = await harness.send('/api/users/login', { ...init, headers: { ...type, ...headers } });
      expect(response.status).toBe(400);
      expect(harness.log.slice(lines).join('')).not.toContain('"level":50');
    },
  );

  test('does not stop the server (REL-15)', async () => {
    expect((await harness.send('/healthz')).status).toBe(200);
    expect(harness.log.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
