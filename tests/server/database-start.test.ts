import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadSecrets } from '../../server/config/secret.ts';
import { builtProgram } from '../support/built-program.ts';
import { createDatabase, createEmptyDatabase } from '../support/databases.ts';
import { freePort, listenLocally } from '../support/listen-locally.ts';
import { spawnServer } from '../support/spawned-server.ts';
import { startTcpProxy } from '../support/tcp-proxy.ts';

const SESSION_SECRET = 's'.repeat(32);

describe('A start on PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let dataDir: string;
  beforeAll(async () => {
    database = await createDatabase();
    dataDir = mkdtempSync(join(tmpdir(), 'send-data-'));
  });
  afterAll(async () => {
    rmSync(dataDir, { recursive: true, force: true });
    await database.drop();
  });

  const start = (port: number, env: Record<string, string> = {}) => {
    const url = new URL(database.url);
    url.port = String(port);
    return spawnServer({ DATA_DIR: dataDir, SESSION_SECRET, DATABASE_URL: url.href, ...env });
  };

  test('waits for an unavailable database and logs it once', async () => {
    const port = await freePort();
    const server = start(port);
    await expect.poll(server.output).toContain('Waiting for it for up to 30 seconds.');
    const target = new URL(database.url);
    const proxy = await startTcpProxy({ host: target.hostname, port: Number(target.port) }, port);
    expect((await fetch(`${await server.url}/healthz`)).status).toBe(200);
    expect(server.output().match(/cannot be reached/g)).toHaveLength(1);
    await server.kill('SIGTERM');
    proxy.close();
  });

  test('refuses a direct address of another database, and does not migrate that one', async () => {
    const other = await createEmptyDatabase();
    const server = start(Number(new URL(database.url).port), { DATABASE_DIRECT_URL: other.url });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe('DATABASE_DIRECT_URL leads to another database than DATABASE_URL.\n');
    const client = new pg.Client(other.url);
    await client.connect();
    const { rows } = await client.query("select to_regclass('schema_migrations') as migrations");
    await client.end();
    expect(rows).toEqual([{ migrations: null }]);
    await other.drop();
  });

  test('names the direct address if only that one cannot be reached (PRD-107)', async () => {
    const direct = new URL(database.url);
    direct.pathname = '/missing';
    const env = { DATABASE_DIRECT_URL: direct.href };
    const server = start(Number(new URL(database.url).port), env);
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(
      'DATABASE_DIRECT_URL cannot be reached: database "missing" does not exist\n',
    );
  });

  test('exits with one log line if the database stays unavailable', async () => {
    const server = start(await freePort(), { DATABASE_WAIT: '1' });
    expect(await server.ended).toBe(1);
    const lines = server.output().trim().split('\n');
    expect(lines).toHaveLength(2);
    const written = lines.find((line) => line.startsWith('{')) ?? '{}';
    expect(JSON.parse(written)).toMatchObject({
      level: 30,
      msg: expect.stringMatching(
        /^The database cannot be reached \(.*\)\. Waiting for it for up to 1 seconds\.$/,
      ),
    });
    expect(lines.find((line) => line !== written)).toMatch(/^The database cannot be reached: .*ECONNREFUSED/);
  });

  test('waits in the same way for a Unix socket that does not exist', async () => {
    const server = spawnServer({
      DATA_DIR: dataDir,
      SESSION_SECRET,
      DATABASE_URL: `postgres://send@localhost/send?host=${dataDir}`,
      DATABASE_WAIT: '1',
    });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/The database cannot be reached \(.*ENOENT.*\)\. Waiting .*\./);
    expect(server.output()).toMatch(/^The database cannot be reached: .*ENOENT.*$/m);
  });

  test('does not wait for a database that does not exist', async () => {
    const url = new URL(database.url);
    url.pathname = '/no_such_database';
    const server = spawnServer({ DATA_DIR: dataDir, SESSION_SECRET, DATABASE_URL: url.href });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(
      'The database cannot be reached: database "no_such_database" does not exist\n',
    );
  });

  test('does not wait for a database without TLS if the address requires it (PRD-107)', async () => {
    const url = new URL(database.url);
    url.search = '?sslmode=require';
    const server = spawnServer({ DATA_DIR: dataDir, SESSION_SECRET, DATABASE_URL: url.href });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(
      'The database cannot be reached: The server does not support SSL connections\n',
    );
  });

  test.each([
    ['a certificate file that does not exist', 'sslrootcert', '/nonexistent.pem', /ENOENT.*nonexistent/],
    ['an option that PostgreSQL does not have', 'options', '-c no_such_option=1', /no_such_option/],
  ])('says in one line that the address has %s', async (_fault, parameter, value, reason) => {
    const url = new URL(database.url);
    url.searchParams.set(parameter, value);
    const server = start(Number(url.port), { DATABASE_URL: url.href });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/^The database cannot be reached: .*\n$/);
    expect(server.output()).toMatch(reason);
  });

  test('says in one line that the address contains no password (PRD-107)', async () => {
    // PostgreSQL's requests of a login by SCRAM-SHA-256, which the cluster of the tests does not send.
    const scram = createServer((socket) => {
      const requests = ['R\0\0\0\x17\0\0\0\x0aSCRAM-SHA-256\0\0', 'R\0\0\0\x08\0\0\0\x0b'];
      socket.on('data', () => socket.write(requests.shift() ?? ''));
    });
    const port = await listenLocally(scram);
    const server = start(port, { DATABASE_URL: `postgres://send@127.0.0.1:${port}/send` });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/^The database cannot be reached: .*password.*\n$/);
    scram.close();
  });

  test('says in one line that the role lacks a right (PRD-107)', async () => {
    const url = new URL(database.url);
    const role = `reader_${process.pid}`;
    const admin = new pg.Client(database.url);
    await admin.connect();
    await admin.query(`revoke create on schema public from public; create role ${role} login password 'x'`);
    await admin.end();
    url.username = role;
    url.password = 'x';
    const server = spawnServer({ DATA_DIR: dataDir, SESSION_SECRET, DATABASE_URL: url.href });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(
      'The role of the database address lacks a right: permission denied for schema public\n',
    );
  });

  test('writes JSON from the first line, and the address of the client with each request (PRD-107)', async () => {
    const server = start(Number(new URL(database.url).port), { DATABASE_URI: 'x' });
    const url = await server.url;
    const request = () => fetch(`${url}/config.json`, { headers: { 'x-forwarded-for': '192.0.2.1' } });
    await request();
    await request();
    await server.kill('SIGTERM');
    const entries = server
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries[0]).toMatchObject({
      level: 40,
      msg: 'DATABASE_URI is not a setting. Did you mean DATABASE_URL?',
    });
    // Without a built page it is the API that is there.
    expect(entries).toContainEqual(
      expect.objectContaining({ msg: expect.stringContaining(` is at ${url}`) }),
    );
    expect(entries).toContainEqual(expect.objectContaining({ route: '/config.json', client: '127.0.0.1' }));
    const warnings = entries.filter(({ msg }) => msg.includes('TRUST_PROXY is not set'));
    expect(warnings).toMatchObject([{ level: 40 }]);
  });

  test('with MIGRATE_ON_START=0 refuses a database that was not migrated', async () => {
    const empty = await createEmptyDatabase();
    const env = { DATA_DIR: dataDir, SESSION_SECRET, DATABASE_URL: empty.url, MIGRATE_ON_START: '0' };
    const server = spawnServer(env);
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/^The database lacks these migrations: 0001_core.sql, .* first\.\n$/);
    // A step of a deployment that lacks the settings must not report success.
    const none = spawnServer({ DATA_DIR: join(dataDir, 'none') }, [builtProgram('migrate')]);
    expect(await none.ended).toBe(1);

    const migration = spawnServer({ DATA_DIR: dataDir, DATABASE_URL: empty.url }, [builtProgram('migrate')]);
    expect(await migration.ended).toBe(0);
    expect(migration.output()).toMatch(/^Applied 0001_core.sql, /);

    const second = spawnServer(env);
    expect((await fetch(`${await second.url}/healthz`)).status).toBe(200);
    await second.kill('SIGTERM');

    const third = spawnServer({ ...env, DATABASE_DIRECT_URL: 'postgres://send@127.0.0.1:1/send' });
    await third.url;
    await third.kill('SIGTERM');
    expect(third.output()).toMatch(/No notifications arrive over DATABASE_DIRECT_URL: .*ECONNREFUSED/);
    await empty.drop();
  });
});

test.skipIf(process.platform !== 'linux')(
  'A DATA_DIR where nothing can be created ends the start (PRD-107)',
  async () => {
    const server = spawnServer({ DATA_DIR: '/proc/send' });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/^DATA_DIR cannot be used: ENOENT.*'\/proc\/send'\n$/);
  },
);

test('A session key that cannot be stored is answered with the setting that makes it unnecessary (PRD-107)', () => {
  expect(() => loadSecrets([], '/proc/send')).toThrow(
    /^SESSION_SECRET is not set, and DATA_DIR cannot store a generated one: ENOENT.*'\/proc\/send'$/,
  );
});
