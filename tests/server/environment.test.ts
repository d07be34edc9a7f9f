import { describe, expect, test } from 'vitest';
import { readDatabaseEnvironment, readEnvironment } from '../../server/config/environment.ts';
import { parseTrustedProxies } from '../../server/config/trusted-proxies.ts';
import { clientAddress, clientNetwork } from '../../server/http/request-context.ts';

const REAL = {
  PUBLIC_URL: 'https://send.example',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  SMTP_URL: 'smtps://mail.example',
};

describe('The environment (PAY-14)', () => {
  test('may be empty', () => {
    expect(readEnvironment({})).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: './data',
      publicUrl: 'http://localhost:8080',
      isDemo: true,
      hasRateLimits: true,
      operators: [],
    });
    expect(readEnvironment({ PORT: '', OPS_TOKEN: ' ', DEMO: '0' })).toMatchObject({
      port: 8080,
      operators: [],
      isDemo: false,
    });
  });

  test('names variables that look like a misspelled setting (PRD-107)', () => {
    const names = [
      'SESION_SECRET',
      'DATABASE_URI',
      'OPS_TOEKN',
      'SMTPS_URL',
      'PATH',
      'HOSTNAME',
      'DEMOS',
      'POSTS',
      'SMTP_URL',
    ];
    const env = Object.fromEntries(names.map((name) => [name, 'smtp://mail.example']));
    expect(readEnvironment(env).warnings).toEqual([
      'SESION_SECRET is not a setting. Did you mean SESSION_SECRET?',
      'DATABASE_URI is not a setting. Did you mean DATABASE_URL?',
      'OPS_TOEKN is not a setting. Did you mean OPS_TOKEN?',
      'SMTPS_URL is not a setting. Did you mean SMTP_URL?',
    ]);
  });

  test('names an address that customers open without encryption (PRD-107)', () => {
    const warnings = (PUBLIC_URL: string) => readEnvironment({ PUBLIC_URL, SANDBOX: '1' }).warnings;
    expect(warnings('http://send.example')).toEqual([
      'PUBLIC_URL is not https: without it browsers allow neither offline use nor installation.',
    ]);
    expect(warnings('http://localhost:8080')).toEqual([]);
    expect(warnings('https://send.example')).toEqual([]);
  });

  test('names a test key with which customers pay nothing (PAY-14)', () => {
    const keys = { STRIPE_SECRET_KEY: 'rk_test_x', STRIPE_PUBLISHABLE_KEY: 'pk_test_x' };
    const { warnings } = readEnvironment({ ...REAL, ...keys });
    expect(warnings).toEqual(['STRIPE_SECRET_KEY is a test key: anyone can pay with a test card.']);
    expect(readEnvironment(REAL).warnings).toEqual([]);
    expect(readEnvironment({ ...REAL, ...keys, SMTP_URL: undefined, SANDBOX: '1' }).warnings).toEqual([]);
    expect(readEnvironment({ ...REAL, ...keys, PUBLIC_URL: undefined }).warnings).toEqual([]);
  });

  test('names addresses that browsers do not load on an https page (PRD-107)', () => {
    const warnings = (scheme: string) => {
      const TILE_URL = `${scheme}://tiles.example/{z}/{x}/{y}.png`;
      const SESSION_RECORDING_URL = `${scheme}://recorder.example/r.js`;
      return readEnvironment({ ...REAL, TILE_URL, SESSION_RECORDING_URL }).warnings;
    };
    expect(warnings('http')).toEqual([
      'TILE_URL is not https, but PUBLIC_URL is: browsers do not load it.',
      'SESSION_RECORDING_URL is not https, but PUBLIC_URL is: browsers do not load it.',
    ]);
    expect(warnings('https')).toEqual([]);
    const TILE_URL = 'http://tiles.example/{z}/{x}/{y}.png';
    expect(readEnvironment({ TILE_URL }).warnings).toEqual([]);
    expect(readEnvironment({ ...REAL, TILE_URL: 'http://localhost/{z}/{x}/{y}.png' }).warnings).toEqual([]);
  });

  test('may contain spaces around a value, as files and secrets of orchestrators often do (PRD-107)', () => {
    const env = { ...REAL, PORT: '8081 ', HOST: ' 127.0.0.1', STRIPE_WEBHOOK_SECRET: 'whsec_x\n' };
    expect(readEnvironment(env)).toMatchObject({
      port: 8081,
      host: '127.0.0.1',
      stripe: { webhookSecret: 'whsec_x' },
    });
  });

  test('enables the demo only if no setting indicates a real deployment', () => {
    expect(readEnvironment({ PUBLIC_URL: 'http://send.example/', SANDBOX: '1' })).toMatchObject({
      isDemo: false,
      publicUrl: 'http://send.example',
    });
    const publicUrl = { PUBLIC_URL: 'http://send.example', SANDBOX: '1' };
    expect(readEnvironment({ HOST: '0.0.0.0', ...publicUrl }).isDemo).toBe(false);
    const real = { DATABASE_URL: 'postgres://x@y/z', PUBLIC_URL: 'http://localhost:8080' };
    expect(readEnvironment(real).isDemo).toBe(false);
    expect(readEnvironment({ ...real, DEMO: '1' }).isDemo).toBe(true);
  });

  const faults: [env: Record<string, string>, message: RegExp][] = [
    [{ PORT: 'http' }, /^PORT must be a port number\.$/],
    [{ PORT: '70000' }, /^PORT must be a port number\.$/],
    [{ PUBLIC_URL: 'send.example' }, /^PUBLIC_URL must be an address that begins with http:/],
    [{ PUBLIC_URL: 'http://send.example/app' }, /^PUBLIC_URL must be scheme and host only/],
    [
      { PUBLIC_URL: 'https://send.example/?a=1' },
      /^PUBLIC_URL must be .* without a path, a query or a password\.$/,
    ],
    [{ PUBLIC_URL: 'https://send.example/#a' }, /^PUBLIC_URL must be scheme and host only/],
    [{ PUBLIC_URL: 'https://una:secret@send.example' }, /^PUBLIC_URL must be scheme and host only/],
    [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must be an address that begins with postgres:/],
    [{ DATABASE_URL: 'postgres://x@y/z' }, /^PUBLIC_URL is not set, but DATABASE_URL is/],
    [{ HOST: '0.0.0.0' }, /^PUBLIC_URL is not set, but HOST is public/],
    [{ HOST: '192.0.2.7' }, /^PUBLIC_URL is not set, but HOST is public/],
    [{ DATABASE_DIRECT_URL: 'mysql://x' }, /^DATABASE_DIRECT_URL must be an address/],
    [{ DATABASE_DIRECT_URL: 'postgres://x@y/z' }, /^DATABASE_URL is not set, but DATABASE_DIRECT_URL or/],
    [{ DATABASE_REPLICA_URL: 'mysql://x' }, /^DATABASE_REPLICA_URL must be an address/],
    [
      { DATABASE_REPLICA_URL: 'postgres://x@y/z' },
      /^DATABASE_URL is not set, but .* DATABASE_REPLICA_URL is\.$/,
    ],
    [{ DATABASE_POOL_SIZE: '0' }, /^DATABASE_POOL_SIZE must be at least 1\.$/],
    [{ DATABASE_POOL_SIZE: '2.5' }, /^DATABASE_POOL_SIZE must be a whole number\.$/],
    [{ DATABASE_POOL_WAIT: '0' }, /^DATABASE_POOL_WAIT must be at least 1 second\.$/],
    [{ DATABASE_STATEMENT_TIMEOUT: 'x' }, /^DATABASE_STATEMENT_TIMEOUT must be a number of seconds\.$/],
    [{ DATABASE_WAIT: 'soon' }, /^DATABASE_WAIT must be a number of seconds\.$/],
    [{ SHUTDOWN_DELAY: '-1' }, /^SHUTDOWN_DELAY must not be negative\.$/],
    [{ MIGRATE_ON_START: 'yes' }, /^MIGRATE_ON_START must be 0 or 1\.$/],
    [{ SESSION_SECRET: 'short' }, /^SESSION_SECRET\S* must have at least 32 characters\.$/],
    [{ OPS_TOKEN: 'x'.repeat(31) }, /^OPS_TOKEN\S* must have at least 32 characters\.$/],
    [{ OPS_TOKEN: `${'x'.repeat(32)},short` }, /^OPS_TOKEN\S* must have at least 32 characters\.$/],
    [
      { SESSION_SECRET: Array(3).fill('x'.repeat(32)).join() },
      /^SESSION_SECRET must have at most two values/,
    ],
    [{ OPS_TOKENS: 'x'.repeat(40) }, /^OPS_TOKENS\S* must be name:token between commas/],
    [{ RATE_LIMITS: 'no' }, /^RATE_LIMITS must be on or off\.$/],
    [{ TILE_URL: 'https://tiles.example/' }, /^TILE_URL must contain \{z\}, \{x\} and \{y\}\.$/],
    [{ TILE_URL: 'https://tiles.example/{z}/{x}/{y}?key={key}' }, /^TILE_URL must contain no other placeh/],
    [{ TILE_URL: 'https://{z}.tiles.example/{x}/{y}' }, /^TILE_URL must have a host of letters/],
    [{ TILE_URL: 'https://u:p@tiles.example/{z}/{x}/{y}' }, /^TILE_URL must not contain a password\.$/],
    [
      { SESSION_RECORDING_URL: 'https://a.example,b.example/r.js' },
      /^SESSION_RECORDING_URL must have a host/,
    ],
    [{ SESSION_RECORDING_URL: 'https://u@recorder.example/r.js' }, /^SESSION_RECORDING_URL must not contain/],
    [{ HOOK_URL: 'https://user:secret@hooks.example/in' }, /^HOOK_URL must not contain a password\.$/],
    [{ NOMINATIM_RATE: '0' }, /^NOMINATIM_RATE must be more than 0/],
    [{ NOMINATIM_RATE: 'x' }, /^NOMINATIM_RATE must be/],
    [
      { OPS_TOKENS: `nuala:${'x'.repeat(32)},sean:${'x'.repeat(32)}` },
      /^OPS_TOKEN and OPS_TOKENS must have a different token for each operator/,
    ],
    [{ HOOK_URL: 'https://hooks.example/in?key=1' }, /^HOOK_URL must be an address without a query\.$/],
    [{ HOOK_URL: 'https://hooks.example/in#a' }, /^HOOK_URL must be an address without a query\.$/],
    [
      { NOMINATIM_URL: 'https://nominatim.example/search?format=json' },
      /^NOMINATIM_URL must be an address w/,
    ],
    [{ SMTP_URL: 'smtp://' }, /^SMTP_URL must name a host\.$/],
    [{ SMTP_URL: 'mail.example' }, /^SMTP_URL must be an address that begins with smtp:/],
    [{ SMTP_URL: 'smtp:mail.example' }, /^SMTP_URL must be an address that begins with smtp:/],
    [{ DATABASE_URL: 'postgres://x:a/b@y/z' }, /^DATABASE_URL is not a valid address: .* \/ as %2F/],
    [{ SMTP_URL: 'smtps://x:a#b@mail.example' }, /^SMTP_URL is not a valid address: .* # as %23/],
    [{ DATABASE_URL: 'postgres://x@/z?host=/run' }, /^DATABASE_URL is not a valid address: check its host/],
    [
      { PUBLIC_URL: 'https://send.example:99999' },
      /^PUBLIC_URL is not a valid address: check its host and port/,
    ],
    [
      { STRIPE_SECRET_KEY: '"sk_test_x"', PORT: "'80'" },
      /^PORT is in quotes.*\nSTRIPE_SECRET_KEY is in quotes/,
    ],
    [
      { OPS_TOKEN: `"${'x'.repeat(32)}"` },
      /^OPS_TOKEN is in quotes, which are part of the value\. Remove them\.$/,
    ],
    [{ STRIPE_SECRET_KEY: 'pk_test_x' }, /^STRIPE_SECRET_KEY must begin with sk_/],
    [
      { STRIPE_SECRET_KEY: 'sk_test_x', STRIPE_WEBHOOK_SECRET: 'whsec_x' },
      /^STRIPE_PUBLISHABLE_KEY is not set/,
    ],
    [{ STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }, /^STRIPE_SECRET_KEY is not set/],
    [{ ...REAL, STRIPE_WEBHOOK_SECRET: '' }, /^STRIPE_WEBHOOK_SECRET is not set/],
    [
      { ...REAL, STRIPE_PUBLISHABLE_KEY: 'pk_test_x' },
      /^STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both/,
    ],
    [{ ...REAL, STRIPE_SECRET_KEY: 'rk_test_x' }, /^STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both/],
    [
      { ...REAL, PUBLIC_URL: 'http://send.example', SANDBOX: '1' },
      /^STRIPE_SECRET_KEY is a live key, but PUBLIC_URL/,
    ],
    [
      { ...REAL, SMTP_URL: '', SANDBOX: '1' },
      /^STRIPE_SECRET_KEY is a live key, but a demonstration says that payments are simulated/,
    ],
    [{ ...REAL, DEMO: '1', SANDBOX: '1' }, /^STRIPE_SECRET_KEY is a live key, but a demonstration/],
    [{ CHECKOUT_HOSTS: 'https://pay.send.example' }, /^CHECKOUT_HOSTS\S* must be host names/],
    [{ CONVERSION_ID: 'AW-' }, /^CONVERSION_ID must begin with AW- and not end there\.$/],
    [{ STRIPE_WEBHOOK_SECRET: 'whsec_' }, /^STRIPE_WEBHOOK_SECRET must begin with whsec_ and not end/],
    [{ SECURITY_CONTACT: 'mailto:' }, /^SECURITY_CONTACT must name an email address after mailto:\.$/],
    [{ TRUST_PROXY: 'nginx' }, /^TRUST_PROXY must be 1, or addresses/],
    [{ DEMO: 'yes' }, /^DEMO must be 0 or 1\.$/],
    [
      { PUBLIC_URL: 'https://send.example', RATE_LIMITS: 'off', SANDBOX: '1' },
      /^RATE_LIMITS=off is for load/,
    ],
    [{ PUBLIC_URL: 'https://send.example' }, /^STRIPE_SECRET_KEY is not set.*\nSMTP_URL is not set/],
    [{ PUBLIC_URL: 'http://send.example' }, /^STRIPE_SECRET_KEY is not set.*\nSMTP_URL is not set/],
    [{ PUBLIC_URL: 'http://192.168.1.7:8080' }, /SMTP_URL is not set.*\n.*only SANDBOX=1 allows/],
    [
      { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8080' },
      /SMTP_URL is not set.*\n.*only SANDBOX=1 allows/,
    ],
    [{ HOST: '::', PUBLIC_URL: 'http://localhost:8080' }, /SMTP_URL is not set/],
    [{ ...REAL, DEMO: '1' }, /^DEMO=1 creates an account with a published password/],
    [{ ...REAL, PUBLIC_URL: 'http://localhost:8080', HOST: '0.0.0.0', DEMO: '1' }, /^DEMO=1 creates/],
  ];
  for (const [env, message] of faults) {
    test(`is refused with a clear line: ${JSON.stringify(env)}`, () => {
      expect(() => readEnvironment(env)).toThrow(message);
    });
  }

  test('gives the command line tools the address of PostgreSQL itself behind a pooler (PRD-95)', () => {
    const env = { DATABASE_URL: 'postgres://x@pooler/z', DATABASE_DIRECT_URL: 'postgres://x@y/z' };
    expect(readDatabaseEnvironment(env)).toMatchObject({ databaseUrl: 'postgres://x@y/z' });
  });

  test('needs no PUBLIC_URL for the command line tools, or on a loopback address', () => {
    const databaseUrl = 'postgres://x@y/z';
    expect(readDatabaseEnvironment({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl });
    for (const host of ['localhost', '127.0.0.2', '::1']) {
      expect(readEnvironment({ HOST: host })).toMatchObject({ host });
    }
  });

  test('allows the sandbox on every loopback address, and elsewhere with SANDBOX=1 only (SEC-01)', () => {
    for (const env of [
      {},
      { PUBLIC_URL: 'http://127.0.0.2:8080' },
      { PUBLIC_URL: 'http://[::1]:8080', HOST: '::1' },
      { PUBLIC_URL: 'http://send.localhost:8080', HOST: 'localhost' },
    ]) {
      expect(readEnvironment(env)).toMatchObject({ isLoopback: true, isDemonstration: false });
    }
    expect(readEnvironment({ PUBLIC_URL: 'http://send.example', SANDBOX: '1', DEMO: '1' })).toMatchObject({
      isLoopback: false,
      isDemonstration: true,
      isDemo: true,
    });
    expect(readEnvironment(REAL)).toMatchObject({ isLoopback: false, isDemonstration: false });
  });

  test('may contain two values of a secret for its rotation, and named operators (SEC-06)', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((letter) => letter.repeat(32));
    expect(
      readEnvironment({ SESSION_SECRET: `${a}, ${b}`, OPS_TOKEN: `${a},${b}`, OPS_TOKENS: `nuala:${c}` }),
    ).toMatchObject({
      sessionSecrets: [a, b],
      operators: [
        { name: 'operator', token: a },
        { name: 'operator', token: b },
        { name: 'nuala', token: c },
      ],
    });
  });

  test('is checked completely, and all errors are reported at once', () => {
    expect(() => readEnvironment({ PORT: 'x', DEMO: 'x' })).toThrow(/PORT .*\nDEMO /);
  });

  test('is refused without printing a secret', () => {
    let said = '';
    try {
      readEnvironment({ SESSION_SECRET: 'my-short-secret', OPS_TOKEN: 'secret' });
    } catch (error) {
      said = String(error);
    }
    expect(said).toContain('SESSION_SECRET');
    expect(said).not.toMatch(/my-short-secret|secret\b/);
  });
});

describe('The address of a client', () => {
  const spoof = '192.0.2.7, 198.51.100.1';

  test('is that of the connection if no proxy is configured', () => {
    expect(clientAddress('203.0.113.9', spoof, undefined)).toBe('203.0.113.9');
    expect(clientAddress('::ffff:203.0.113.9', undefined, undefined)).toBe('203.0.113.9');
  });

  test('is the one that the configured proxy saw, and not one further left in the header', () => {
    const proxies = parseTrustedProxies('10.0.0.0/8, ::1');
    expect(clientAddress('10.1.2.3', spoof, proxies)).toBe('198.51.100.1');
    expect(clientAddress('10.1.2.3', `${spoof}, 10.9.9.9`, proxies)).toBe('198.51.100.1');
    expect(clientAddress('203.0.113.9', spoof, proxies)).toBe('203.0.113.9');
    expect(clientAddress('::1', 'garbage', proxies)).toBe('::1');
  });

  test('is read from a proxy that forwards it with a port, also as IPv6 (REL-14)', () => {
    const proxies = parseTrustedProxies('10.0.0.0/8');
    expect(clientAddress('10.1.2.3', '198.51.100.1:49152', proxies)).toBe('198.51.100.1');
    expect(clientAddress('10.1.2.3', '[2001:db8::1]:49152', proxies)).toBe('2001:db8::1');
    expect(clientAddress('10.1.2.3', '198.51.100.1:49152, 10.0.0.9:80', proxies)).toBe('198.51.100.1');
  });

  test('is reduced to its /64 network if it is IPv6 (REL-14)', () => {
    expect(clientNetwork('2001:db8:1:2:3:4:5:6')).toBe(clientNetwork('2001:db8:1:2::1'));
    expect(clientNetwork('2001:db8:1:3::1')).not.toBe(clientNetwork('2001:db8:1:2::1'));
    expect(clientNetwork('::ffff:198.51.100.1')).toBe('198.51.100.1');
  });

  test('is the last one in the header if there is one proxy', () => {
    expect(clientAddress('172.17.0.1', spoof, parseTrustedProxies('1'))).toBe('198.51.100.1');
    expect(clientAddress('172.17.0.1', undefined, parseTrustedProxies('1'))).toBe('172.17.0.1');
  });
});
