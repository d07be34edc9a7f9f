import { describe, expect, test } from 'vitest';
import { readEnvironment } from '../../server/config/environment.ts';
import { clientAddress, parseTrustedProxies } from '../../server/http/client-address.ts';

describe('the environment', () => {
  test('may be empty', () => {
    expect(readEnvironment({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: './data',
      publicUrl: 'http://localhost:8080',
      isDemo: true,
      hasRateLimits: true,
      opsToken: undefined,
    });
    expect(readEnvironment({ PORT: '', OPS_TOKEN: ' ', DEMO: '0' })).toMatchObject({
      port: 8080,
      opsToken: undefined,
      isDemo: false,
    });
  });

  test('starts the demo only where nothing indicates production', () => {
    expect(readEnvironment({ PUBLIC_URL: 'http://send.example/' })).toMatchObject({
      isDemo: false,
      publicUrl: 'http://send.example',
    });
    expect(readEnvironment({ DATABASE_URL: 'postgres://x@y/z' }).isDemo).toBe(false);
    expect(readEnvironment({ DATABASE_URL: 'postgres://x@y/z', DEMO: '1' }).isDemo).toBe(true);
  });

  const faults: [env: Record<string, string>, message: RegExp][] = [
    [{ PORT: 'http' }, /^PORT must be a port number\.$/],
    [{ PORT: '70000' }, /^PORT must be a port number\.$/],
    [{ PUBLIC_URL: 'send.example' }, /^PUBLIC_URL must be an address that begins with http:/],
    [{ PUBLIC_URL: 'http://send.example/app' }, /^PUBLIC_URL must be scheme and host only/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be an address that begins with postgres:/],
    [{ SESSION_SECRET: 'short' }, /^SESSION_SECRET must have at least 32 characters\.$/],
    [{ OPS_TOKEN: 'x' }, /^OPS_TOKEN must have at least 8 characters\.$/],
    [{ RATE_LIMITS: 'no' }, /^RATE_LIMITS must be on or off\.$/],
    [{ NOMINATIM_RATE: '0' }, /^NOMINATIM_RATE must be more than 0/],
    [{ NOMINATIM_RATE: 'x' }, /^NOMINATIM_RATE must be/],
    [{ SMTP_URL: 'mail.example' }, /^SMTP_URL must be an address that begins with smtp:/],
    [{ STRIPE_SECRET_KEY: 'pk_test_x' }, /^STRIPE_SECRET_KEY must begin with sk_/],
    [{ STRIPE_SECRET_KEY: 'sk_test_x' }, /^STRIPE_PUBLISHABLE_KEY is not set/],
    [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }, /^STRIPE_SECRET_KEY is not set/],
    [{ TRUST_PROXY: 'nginx' }, /^TRUST_PROXY must be 1, or addresses/],
    [{ DEMO: 'yes' }, /^DEMO must be 0 or 1\.$/],
    [
      { PUBLIC_URL: 'https://send.example', RATE_LIMITS: 'off', SANDBOX: '1' },
      /^RATE_LIMITS=off is for load/,
    ],
    [{ PUBLIC_URL: 'https://send.example' }, /^STRIPE_SECRET_KEY is not set.*\nSMTP_URL is not set/],
  ];
  for (const [env, message] of faults) {
    test(`is rejected with a clear message: ${JSON.stringify(env)}`, () => {
      expect(() => readEnvironment(env)).toThrow(message);
    });
  }

  test('reports every error at once', () => {
    expect(() => readEnvironment({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT .*\nDEMO /);
  });

  test('never includes a secret in a message', () => {
    let messages = '';
    try {
      readEnvironment({ SESSION_SECRET: 'my-short-secret', OPS_TOKEN: 'secret' });
    } catch (error) {
      messages = String(error);
    }
    expect(messages).toContain('SESSION_SECRET');
    expect(messages).not.toMatch(/my-short-secret|secret\b/);
  });
});

describe('a client’s address', () => {
  const forwardedFor = '192.0.2.7, 198.51.100.1';

  test('is that of the peer when no proxy is configured', () => {
    expect(clientAddress('203.0.113.9', forwardedFor, undefined)).toBe('203.0.113.9');
    expect(clientAddress('::ffff:203.0.113.9', undefined, undefined)).toBe('203.0.113.9');
  });

  test('is the one that the configured proxy has seen, and nothing further left', () => {
    const proxies = parseTrustedProxies('10.0.0.0/8, ::1');
    expect(clientAddress('10.1.2.3', forwardedFor, proxies)).toBe('198.51.100.1');
    expect(clientAddress('10.1.2.3', `${forwardedFor}, 10.9.9.9`, proxies)).toBe('198.51.100.1');
    expect(clientAddress('203.0.113.9', forwardedFor, proxies)).toBe('203.0.113.9');
    expect(clientAddress('::1', 'garbage', proxies)).toBe('::1');
  });

  test('is the last one in the header when one proxy stands before the server', () => {
    expect(clientAddress('172.17.0.1', forwardedFor, parseTrustedProxies('1'))).toBe('198.51.100.1');
    expect(clientAddress('172.17.0.1', undefined, parseTrustedProxies('1'))).toBe('172.17.0.1');
  });
});
