import { Validator } from '@seriousme/openapi-schema-validator';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openInMemory } from '../../server/db/open-database.ts';
import { Config, DEFAULT_CONFIG } from '../../src/contract/config.ts';
import { type Endpoint, endpoints } from '../../src/contract/endpoints.ts';
import { DEFAULT_TARIFF } from '../../src/contract/price.ts';
import { type ApiHarness, createApiHarness } from '../support/api-harness.ts';

describe('The server', () => {
  let harness: ApiHarness;
  beforeAll(async () => {
    harness = await createApiHarness(await openInMemory());
  });
  afterAll(() => harness.close());

  test('publishes a valid OpenAPI 3.1 document of every endpoint (CAL-05)', async () => {
    const { body } = await harness.send('/api/openapi.json');
    const validator = new Validator();
    const result = await validator.validate(body as Record<string, unknown>);
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
    const { paths } = body as { paths: Record<string, Record<string, { operationId: string }>> };
    const ids = Object.values(paths).flatMap((path) => Object.values(path).map((call) => call.operationId));
    expect(ids.sort()).toEqual(Object.keys(endpoints).sort());
  });

  test('publishes its configuration in the schema of the contract', async () => {
    const { body, headers } = await harness.send('/config.json');
    expect(v.parse(Config, body)).toEqual({ ...DEFAULT_CONFIG, tariff: DEFAULT_TARIFF });
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  test('publishes the configured options', async () => {
    const other = await createApiHarness(await openInMemory(), {
      DEMO: '1',
      TILE_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
      HOOK_URL: 'https://hooks.example/in',
      STRIPE_SECRET_KEY: 'sk_test_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_y',
      PUBLIC_URL: 'https://send.example',
      SANDBOX: '1',
      CONVERSION_ID: 'AW-1/label',
      SESSION_RECORDING_URL: 'https://recorder.example/r.js',
    });
    const { body, headers } = await other.send('/config.json');
    expect(v.parse(Config, body)).toMatchObject({
      demo: true,
      // The server takes guests' requests itself and forwards them.
      hookBase: '/hook',
      idempotency: { api: true, hook: true },
      stripe: { publishableKey: 'pk_test_y', scriptUrl: '' },
      tiles: { url: 'https://{s}.tiles.example/{z}/{x}/{y}.png' },
      tracking: { refreshMs: 5000, refreshInTransitMs: 5000 },
      analytics: { conversionId: 'AW-1/label', sessionRecordingUrl: 'https://recorder.example/r.js' },
    });
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self' https://js.stripe.com");
    expect(policy).toContain('https://*.tiles.example');
    expect(policy).toContain('https://hooks.example');
    expect(policy).toMatch(/img-src [^;]*https:\/\/www\.googleadservices\.com/);
    expect(policy).toMatch(/script-src [^;]*https:\/\/recorder\.example/);
    expect(headers.get('strict-transport-security')).toContain('max-age=');
    await other.close();
  });

  test('answers unknown API paths with JSON, whatever a browser accepts', async () => {
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

  test('names the allowed methods of every endpoint (CAL-01)', async () => {
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      const path = `/${endpoint.base}/${endpoint.path.replace(/\{\w+\}/, '1')}`;
      const response = await harness.send(path, { method: 'PATCH' });
      expect(response).toMatchObject({ status: 405, body: { title: 'METHOD_NOT_ALLOWED' } });
      expect(response.headers.get('allow')).toContain(endpoint.method);
    }
  });

  test('rejects every endpoint that needs a token without one, before it reads the body (PRD-03, CAL-03)', async () => {
    for (const endpoint of Object.values<Endpoint>(endpoints).filter((call) => call.auth)) {
      const path = `/${endpoint.base}/${endpoint.path.replace(/\{\w+\}/, '1')}`;
      const response = await harness.send(path, {
        method: endpoint.method,
        body: endpoint.body ? '{' : null,
      });
      expect(response).toMatchObject({ status: 401, body: { title: 'UNAUTHORIZED' } });
    }
  });

  test('answers conditional requests with 304 (CAL-06)', async () => {
    const { token } = await harness.createUser();
    const headers = { authorization: `Bearer ${token}` };
    const first = await harness.send('/api/orderrequests', { headers });
    const etag = first.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    const second = await harness.send('/api/orderrequests', {
      headers: { ...headers, 'if-none-match': etag },
    });
    expect(second).toMatchObject({ status: 304, body: '' });
  });

  test('sets the same security headers on every response (REL-16)', async () => {
    for (const path of ['/healthz', '/api/nothing', '/config.json', '/nothing.js']) {
      const { headers } = await harness.send(path);
      const policy = headers.get('content-security-policy') ?? '';
      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
      expect(scripts).toBe("'self'");
      expect(policy).toMatch(/object-src 'none'; base-uri 'none'; frame-ancestors 'none'/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('strict-transport-security')).toBeNull();
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test('logs one line per request, without private data (REL-21)', async () => {
    const secrets = ['log-secret-pw', 'log-person@example.ie', 'Log Person', '086 123 4567'];
    const [password = '', email = '', name = '', phoneNumber = ''] = secrets;
    const { body } = await harness.call('registerUser', { body: { name, email, phoneNumber, password } });
    await harness.call('sendEmailCode', { body: { email } });
    const guid = '3f0c4f0e-1111-4222-8333-444455556666';
    await harness.send(`/api/orders/${guid}/tracking?email=${email}`);
    const code = /\d{6}/.exec(harness.mails.at(-1)?.text ?? '')?.[0] ?? 'none';
    const log = harness.log.join('');
    expect(log).toContain('"route":"/api/users/create/send"');
    for (const secret of [...secrets, guid, code, body.jwtToken]) expect(log).not.toContain(secret);
  });
});
