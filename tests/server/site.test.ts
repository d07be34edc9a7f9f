import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Config, ConfigFile } from '../../src/contract/config.ts';
import { DEFAULT_CONFIG } from '../../src/contract/default-config.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { DEFAULT_TARIFF } from '../../src/contract/price.ts';
import { type ApiHarness, createApiHarness, parcel } from '../support/api-harness.ts';
import { openEmbedded } from '../support/databases.ts';

describe('The server', () => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await openEmbedded());
  });
  afterAll(() => harness.close());

  test('publishes a configuration that matches the contract', async () => {
    const { body, headers } = await harness.send('/config.json');
    expect(v.is(ConfigFile, body)).toBe(true);
    expect(v.parse(Config, body)).toEqual({ ...DEFAULT_CONFIG, tariff: DEFAULT_TARIFF, versions: true });
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test('publishes the settings of the operator', async () => {
    const other = await createApiHarness(await openEmbedded(), {
      DEMO: '1',
      TILE_URL: 'https://tiles-{s}.example/{z}/{x}/{y}.png',
      HOOK_URL: 'https://hooks.example/in',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_y',
      STRIPE_WEBHOOK_SECRET: 'whsec_z',
      CHECKOUT_HOSTS: 'pay.send.example',
      PUBLIC_URL: 'https://send.example',
      SANDBOX: '1',
      CONVERSION_ID: 'AW-1/label',
      SESSION_RECORDING_URL: 'https://recorder.example/r.js',
    });
    const { body, headers } = await other.send('/config.json');
    expect(v.parse(Config, body)).toMatchObject({
      demo: true,
      demonstration: true,
      // The server takes guests' requests itself and forwards them.
      hookBase: '/hook',
      idempotency: { api: true, hook: true },
      stripe: { publishableKey: 'pk_test_y', scriptUrl: '' },
      checkoutHosts: ['checkout.stripe.com', 'pay.send.example'],
      tiles: { url: 'https://tiles-{s}.example/{z}/{x}/{y}.png' },
      tracking: { refreshMs: 5000, refreshInTransitMs: 5000 },
      analytics: { conversionId: 'AW-1/label', sessionRecordingUrl: 'https://recorder.example/r.js' },
    });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self' https://js.stripe.com");
    const tiles = 'https://tiles-a.example https://tiles-b.example https://tiles-c.example';
    expect(policy).toContain(`img-src 'self' data: blob: ${tiles}`);
    expect(policy).toContain(`connect-src 'self' ${tiles}`);
    // The server calls the operator's hook, and the browser does not.
    expect(policy).not.toContain('https://hooks.example');
    expect(policy).toMatch(/img-src [^;]*https:\/\/www\.googleadservices\.com/);
    expect(policy).toMatch(/script-src [^;]*https:\/\/recorder\.example/);
    expect(policy).not.toContain('trusted-types');
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000');
    await other.close();
  });

  test('counts violations of the content policy for operators, without addresses (SEC-08)', async () => {
    const { headers } = await harness.send('/');
    expect(headers.get('reporting-endpoints')).toBe('content-policy="/reports/content-policy"');
    expect(headers.get('content-security-policy')).toMatch(
      /report-to content-policy; report-uri \/reports\//,
    );
    const report = (body: string) => harness.send('/reports/content-policy', { method: 'POST', body });
    const effectiveDirective = 'script-src-elem';
    const modern = { type: 'csp-violation', body: { effectiveDirective, documentURL: 'https://x/?guid=1' } };
    const older = { 'csp-report': { 'violated-directive': 'img-src https://x', 'blocked-uri': 'https://y' } };
    const unknown = { 'csp-report': { 'effective-directive': 'person@example.ie' } };
    for (const body of [[modern, modern], older, unknown]) {
      expect((await report(JSON.stringify(body))).status).toBe(204);
    }
    for (const body of ['', '{', '[]', '7', '{"csp-report":5}'])
      expect((await report(body)).status).toBe(204);
    const { body } = await harness.ops('GET', 'policy-violations');
    const day = harness.clock.now().toISOString().slice(0, 10);
    expect(new Set(body as object[])).toEqual(
      new Set([
        { day, directive: 'script-src-elem', count: 2 },
        { day, directive: 'img-src', count: 1 },
        { day, directive: 'other', count: 1 },
      ]),
    );
    const statuses: number[] = [];
    for (let n = 0; n < 30; n++) statuses.push((await report('[]')).status);
    expect(statuses.at(-1)).toBe(429);
  });

  test('publishes the security contact if it is configured (SEC-08)', async () => {
    expect((await harness.send('/.well-known/security.txt')).status).toBe(404);
    const SECURITY_CONTACT = 'mailto:security@send.example';
    const other = await createApiHarness(await openEmbedded(), { SECURITY_CONTACT });
    const response = await other.send('/.well-known/security.txt');
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(response.body).toMatch(/^Contact: mailto:security@send\.example\nExpires: 2027-05-01T/);
    await other.close();
  });

  test('returns JSON for unknown API paths, whatever the Accept header is', async () => {
    for (const path of [
      '/api/nothing',
      '/api',
      '/hook/x',
      '/geocode/x',
      '/ops/x',
      '/webhooks/x',
      '/sandbox/x',
    ]) {
      const response = await harness.send(path, { headers: { accept: 'text/html' } });
      expect([path, response.headers.get('content-type')]).toEqual([path, 'application/problem+json']);
      expect(response.status).toBe(path.startsWith('/ops') ? 401 : 404);
    }
  });

  test('names the allowed methods of every call (CAL-01)', async () => {
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      const path = `/${endpoint.base}/${endpoint.path.replace(/\{\w+\}/, '1')}`;
      const response = await harness.send(path, { method: 'PATCH' });
      expect(response).toMatchObject({ status: 405, body: { title: 'METHOD_NOT_ALLOWED' } });
      expect(response.headers.get('allow')).toContain(endpoint.method);
    }
  });

  test('rejects every call without its token before it reads the body (PRD-03, CAL-03)', async () => {
    for (const endpoint of Object.values<Endpoint>(endpoints).filter((call) => call.auth)) {
      const path = `/${endpoint.base}/${endpoint.path.replace(/\{\w+\}/, '1')}`;
      const response = await harness.send(path, {
        method: endpoint.method,
        body: endpoint.body ? '{' : null,
      });
      expect(response).toMatchObject({ status: 401, body: { title: 'UNAUTHORIZED' } });
    }
  });

  test('returns 304 if the client has the current version (CAL-06)', async () => {
    const { token } = await harness.createUser();
    const headers = { authorization: `Bearer ${token}` };
    const first = await harness.send('/api/orderrequests', { headers });
    const etag = first.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect(first.headers.get('cache-control')).toBe('no-store');
    const second = await harness.send('/api/orderrequests', {
      headers: { ...headers, 'if-none-match': etag },
    });
    expect(second).toMatchObject({ status: 304, body: '' });
  });

  test('states the length of a JSON response, so that short ones are not compressed (CAL-06)', async () => {
    const { token } = await harness.createUser();
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
    const short = await harness.send('/api/addresses/send', { headers });
    expect(short.headers.get('content-encoding')).toBeNull();
    expect(short.headers.get('content-length')).toBe('2');
    const body = { name: 'Bö', country: 'Ireland', city: 'Bray', street: 'x'.repeat(500), postalCode: 'A98' };
    for (let n = 0; n < 3; n++) await harness.call('createAddress', { token, body });
    const request = (init: RequestInit) => harness.app.request('/api/addresses/send', init, {});
    const plain = await request({ headers: { authorization: `Bearer ${token}` } });
    expect(Number(plain.headers.get('content-length'))).toBe((await plain.arrayBuffer()).byteLength);
    expect(plain.headers.get('etag')).not.toBe(short.headers.get('etag'));
    const head = await request({ method: 'HEAD', headers: { authorization: `Bearer ${token}` } });
    expect(head.headers.get('etag')).toBe(plain.headers.get('etag'));
    const long = await request({ headers });
    expect(long.headers.get('content-encoding')).toBe('gzip');
    expect(long.headers.get('content-length')).toBeNull();
  });

  test('sends the same security headers with every response (REL-16)', async () => {
    const { token } = await harness.createUser();
    const unknownParcel = '/api/orders/3f0c4f0e-0000-4000-8000-000000000000/tracking';
    const ofErrors = ['/api/nothing', unknownParcel, '/nothing.js'];
    for (const path of ['/healthz', '/api/users', '/config.json', ...ofErrors]) {
      const { headers, status } = await harness.send(path, { headers: { authorization: `Bearer ${token}` } });
      expect(status).toBe(ofErrors.includes(path) ? 404 : 200);
      const policy = headers.get('content-security-policy') ?? '';
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
      expect(scripts).toBe("'self'");
      expect(policy).toMatch(/object-src 'none'; base-uri 'none'; frame-ancestors 'none'/);
      expect(policy).toContain("require-trusted-types-for 'script'; trusted-types default");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('logs one line for each response, with its request id (REL-21)', async () => {
    const { token } = await harness.createUser();
    const headers = { authorization: `Bearer ${token}` };
    const responses = [
      await harness.send('/'),
      await harness.send('/config.json'),
      await harness.send('/api/users', { headers }),
      await harness.send('/api/users'),
      await harness.send('/api/nothing'),
      await harness.send('/api/users/login', { method: 'POST', body: '{' }),
    ];
    const loggedIds = harness.log.flatMap((line) => {
      const { id, msg } = JSON.parse(line);
      return msg === 'request' ? [id] : [];
    });
    for (const { status, headers: sent } of responses) {
      const id = sent.get('x-request-id');
      expect(id).toMatch(/^[0-9a-f-]{36}$/);
      expect(
        loggedIds.filter((logged) => logged === id),
        String(status),
      ).toHaveLength(1);
    }
  });

  test('logs no successful health check, because they would bury everything else (REL-21)', async () => {
    const { headers } = await harness.send('/healthz');
    expect(harness.log.join('')).not.toContain(headers.get('x-request-id'));
  });

  test('logs no private data (REL-21)', async () => {
    const card = '4242424242424242';
    const street = '7 Log Secret Street';
    const secrets = ['log-secret-pw', 'log-person@example.ie', 'Log Person', '086 123 4567', card, street];
    const [password = '', email = '', name = '', phoneNumber = ''] = secrets;
    const { body } = await harness.call('registerUser', { body: { name, email, phoneNumber, password } });
    await harness.call('sendEmailCode', { body: { email } });
    const guid = '3f0c4f0e-1111-4222-8333-444455556666';
    await harness.send(`/api/orders/${guid}/tracking?email=${email}`);
    const headers = { authorization: `Bearer ${body.jwtToken}`, 'content-type': 'application/json' };
    for (const [path, sent] of [
      ['/api/addresses/send', { name, street, postalCode: 'D06', city: 'Dublin', country: 'Ireland' }],
      ['/api/orderrequests', parcel({ pickUpSnapshot: { name: street } })],
      ['/api/payments/payment-methods', { paymentMethodId: card }],
      [`/api/orderrequests?street=${encodeURIComponent(street)}&card=${card}`, { deliveryNote: street }],
    ] as const) {
      await harness.send(path, { method: 'POST', headers, body: JSON.stringify(sent) });
    }
    await harness.runJobs();
    const code = harness.codeEmailedTo(email);
    expect(code).toBeGreaterThan(0);
    const log = harness.log.join('');
    expect(log).toContain('"route":"/api/users/create/send"');
    expect(log).toContain('"route":"/api/payments/payment-methods"');
    for (const secret of [...secrets, guid, code, body.jwtToken]) {
      expect(log).not.toContain(secret);
      expect(log).not.toContain(encodeURIComponent(secret));
    }
  });
});
