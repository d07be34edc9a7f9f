import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { OperatorError } from '../../server/config/operator-error.ts';
import { loadSecrets } from '../../server/config/secret.ts';
import { lockDirectory } from '../../server/db/directory-lock.ts';
import { parcel } from '../support/api-harness.ts';
import { builtProgram } from '../support/built-program.ts';
import { createDatabase } from '../support/databases.ts';
import { type SpawnedServer, spawnServer } from '../support/spawned-server.ts';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'send-data-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const json = { 'content-type': 'application/json' };
const post = (url: string, body: unknown, headers = {}) =>
  fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) });

const GUEST = { firstName: 'A', lastName: 'B', pickup: 'Bray', dropoff: 'Cork' };
const PERSON = { name: 'A', phoneNumber: '1', email: 'kill@example.ie', password: 'secret-1' };

/** A busy machine may respond with 503, because hashing a password takes too long. */
async function register(url: string): Promise<string> {
  for (;;) {
    const response = await post(`${url}/api/users/create/send`, PERSON);
    if (response.status !== 503) {
      expect(response.status).toBe(201);
      return (await response.json()).jwtToken;
    }
  }
}

/** Creates deliveries until the server dies, and returns those that were acknowledged. */
async function createUntilKilled(url: string, token: string, acknowledged: number[]): Promise<void> {
  for (;;) {
    try {
      const headers = { authorization: `Bearer ${token}` };
      const response = await post(`${url}/api/orderrequests`, parcel(), headers);
      if (response.status === 201) acknowledged.push((await response.json()).id);
    } catch {
      return;
    }
  }
}

async function expectSurvivesKill(start: () => SpawnedServer): Promise<void> {
  const first = start();
  const url = await first.url;
  const token = await register(url);
  const acknowledged: number[] = [];
  const load = Array.from({ length: 4 }, () => createUntilKilled(url, token, acknowledged));
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20);
  await first.kill('SIGKILL');
  await Promise.all(load);

  const second = start();
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${await second.url}/api/orderrequests`, { headers });
  const stored: { id: number }[] = await response.json();
  const ids = new Set(stored.map((row) => row.id));
  expect(acknowledged.filter((id) => !ids.has(id))).toEqual([]);
  expect(await second.kill('SIGTERM')).toBe(0);
}

describe('The server process', () => {
  test('loses no acknowledged delivery to kill -9, embedded (REL-09)', async () => {
    await expectSurvivesKill(() => spawnServer({ DATA_DIR: dataDir }));
  });

  test('loses no acknowledged delivery to kill -9, on PostgreSQL', async () => {
    const database = await createDatabase();
    await expectSurvivesKill(() => spawnServer({ DATA_DIR: dataDir, DATABASE_URL: database.url }));
    await database.drop();
  });

  test('says what the embedded database is for, and refuses one that another process uses (REL-09)', async () => {
    const first = spawnServer({ DATA_DIR: dataDir });
    const url = await first.url;
    await expect.poll(first.output).toContain('embedded database, which is for trying out');
    const second = spawnServer({ DATA_DIR: dataDir });
    expect(await second.ended).toBe(1);
    expect(second.output().trim().split('\n')).toHaveLength(1);
    expect(second.output()).toContain(`${dataDir} is in use by process ${first.child.pid}`);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(await first.kill('SIGTERM')).toBe(0);
  });

  test('writes every line of its log before it ends (PRD-79)', async () => {
    const server = spawnServer({ DATA_DIR: dataDir, TRUST_PROXY: '127.0.0.1' });
    const url = await server.url;
    for (let n = 0; n < 200; n++) {
      const headers = { 'x-request-id': `request-${1000 + n}` };
      await (await fetch(`${url}/api/users`, { headers })).arrayBuffer();
    }
    expect(await server.kill('SIGTERM')).toBe(0);
    const logged = new Set(server.output().match(/request-\d+/g));
    expect(logged.size).toBe(200);
  });

  test('completes running requests after SIGTERM', async () => {
    const server = spawnServer({ DATA_DIR: dataDir });
    const url = await server.url;
    const sent = request(`${url}/hook/status/submit-to-zapier`, {
      method: 'POST',
      headers: { ...json, expect: '100-continue' },
    });
    sent.flushHeaders();
    // The server has received the request and waits for its body.
    await once(sent, 'continue');
    const ended = server.kill('SIGTERM');
    // From then on only the wait for this request keeps the server from its end.
    const isAccepting = () =>
      fetch(`${url}/healthz`).then(
        () => true,
        () => false,
      );
    await expect.poll(isAccepting).toBe(false);
    // Not a registration: on a busy machine its hash waits for its turn, which is another matter.
    sent.end(JSON.stringify(GUEST));
    const [response]: IncomingMessage[] = await once(sent, 'response');
    expect(response?.statusCode, server.output()).toBe(201);
    response?.resume();
    expect(await ended).toBe(0);
  });

  test('hides its data from other users of the machine, whatever the umask is (SEC-04)', async () => {
    let server: SpawnedServer;
    const before = process.umask(0);
    try {
      // An older version left a directory that everybody can read.
      mkdirSync(join(dataDir, 'pg'), { mode: 0o777 });
      writeFileSync(join(dataDir, 'session.key'), randomBytes(32).toString('base64'), { mode: 0o666 });
      chmodSync(dataDir, 0o777);
      server = spawnServer({ DATA_DIR: dataDir });
    } finally {
      process.umask(before);
    }
    await register(await server.url);
    expect(await server.kill('SIGTERM')).toBe(0);
    const entries = readdirSync(dataDir, { recursive: true, withFileTypes: true });
    expect(entries.length).toBeGreaterThan(900);
    const readable = entries
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => (statSync(path).mode & 0o777) !== (statSync(path).isDirectory() ? 0o700 : 0o600));
    expect(readable).toEqual([]);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  test('does not start if it cannot hide its data from other users (SEC-04)', async () => {
    // No one, not even root, can change permissions there.
    const server = spawnServer({ DATA_DIR: '/proc/self' });
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(
      /^\/proc\/self holds personal data .* cannot be limited to this user\..*\n$/,
    );
  });

  test('runs with only those files that docs/deploy.md allows it under Node’s permission model (SEC-70)', async () => {
    const command = /^ *node (--permission .*) dist\/server\/main\.js$/m.exec(
      readFileSync('docs/deploy.md', 'utf8'),
    )?.[1];
    const flags = (command ?? '')
      .replaceAll('"$PWD"', process.cwd())
      .replaceAll('"$DATA_DIR"', dataDir)
      .split(' ');
    if (process.versions.node.startsWith('20.')) flags[0] = '--experimental-permission';
    expect(flags).toHaveLength(5);
    const server = spawnServer({ DATA_DIR: dataDir }, [...flags, builtProgram('main')]);
    // A password is hashed on a worker thread, which loads its code from a file of its own.
    await register(await server.url);
    expect(await server.kill('SIGTERM')).toBe(0);
    const elsewhere = spawnServer({ DATA_DIR: join(dataDir, '..', `${basename(dataDir)}-other`) }, [
      ...flags,
      builtProgram('main'),
    ]);
    expect(await elsewhere.ended).toBe(1);
    expect(elsewhere.output()).toMatch(/Access to this API has been restricted|DATA_DIR cannot be used/);
  });

  test('does not start with invalid environment variables, and reports every error', async () => {
    const server = spawnServer({ DATA_DIR: dataDir, PORT: 'x', OPS_TOKEN: 'x' });
    expect(await server.ended).toBe(1);
    expect(server.output()).toBe(
      'PORT must be a port number.\nOPS_TOKEN must have at least 32 characters.\n',
    );
  });

  test('says in one line that the database cannot be reached', async () => {
    const env = { DATA_DIR: dataDir, DATABASE_URL: 'postgres://x@127.0.0.1:1/x', DATABASE_WAIT: '0' };
    const server = spawnServer(env);
    expect(await server.ended).toBe(1);
    expect(server.output()).toMatch(/^The database cannot be reached: .*\n$/);
  });

  test('says in one line that HOST or DATA_DIR cannot be used, and changes no file (SEC-04)', async () => {
    const database = await createDatabase();
    const env = { DATA_DIR: dataDir, DATABASE_URL: database.url, HOST: 'no-such-host.invalid', SANDBOX: '1' };
    const host = spawnServer(env);
    expect(await host.ended).toBe(1);
    await database.drop();
    expect(host.output()).toMatch(/^The server cannot listen on HOST no-such-host.invalid, PORT 0: .*\n$/);
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    chmodSync(file, 0o644);
    const folder = spawnServer({ DATA_DIR: file });
    expect(await folder.ended).toBe(1);
    expect(folder.output()).toMatch(/^DATA_DIR cannot be used: E\w+: .*\n$/);
    // Other programs may still need the file.
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });
});

test.each([0, 100])(
  'A first start without enough space says so in one line, and leaves no file: %i blocks (PRD-107)',
  (blocks) => {
    // As on a full disk, the file system refuses to write: no file can be larger than this.
    const limited = ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', process.execPath, builtProgram('main')];
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: '0', DEMO: '0' };
    const { status, stderr } = spawnSync('sh', limited, { env, encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: 'DATA_DIR cannot be used: EFBIG: file too large, write\n',
    });
    expect(readdirSync(dataDir)).toEqual([]);
  },
);

describe('A data directory', () => {
  const foreign = { pid: 999_999_999, started: '1', host: hostname(), nonce: 'x' };
  const leave = (lock: object) => writeFileSync(join(dataDir, 'lock.json'), JSON.stringify(lock));
  const lockAndUnlock = async () => (await lockDirectory(dataDir))();

  test('belongs to one process until that process releases it', async () => {
    const unlock = await lockDirectory(dataDir);
    await expect(lockDirectory(dataDir)).rejects.toThrow('is in use by process');
    unlock();
    await lockAndUnlock();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('belongs to a process whose id is not visible, as in another container (REL-09)', async () => {
    const unlock = await lockDirectory(dataDir);
    const lock = JSON.parse(readFileSync(join(dataDir, 'lock.json'), 'utf8'));
    leave({ ...lock, pid: foreign.pid });
    await expect(lockDirectory(dataDir)).rejects.toThrow('is in use by process');
    unlock();
    await lockAndUnlock();
  });

  test('is taken over from a dead process, also if its process id was reused', async () => {
    leave(foreign);
    await lockAndUnlock();
    leave({ ...foreign, pid: process.pid });
    await lockAndUnlock();
    writeFileSync(join(dataDir, 'lock.json'), 'damaged');
    await lockAndUnlock();
  });

  test('is taken over from a killed process that is still a zombie', async () => {
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 20'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line]: Buffer[] = await once(parent.stdout, 'data');
    const pid = Number(line);
    const stat = () => (existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ') Z');
    await expect.poll(stat).toMatch(/\) Z/);
    leave({ ...foreign, pid, started: stat().split(' ')[21] ?? '1' });
    await lockAndUnlock();
    parent.kill('SIGKILL');
  });

  test('on a shared volume is not taken over while the other host renews its lock', async () => {
    leave({ ...foreign, host: 'another-host' });
    await expect(lockDirectory(dataDir)).rejects.toThrow(/on another-host/);
  });

  test('contains a signing key that only its owner can read', () => {
    const [key] = loadSecrets([], dataDir);
    expect(key).toHaveLength(32);
    expect(loadSecrets([], dataDir)).toEqual([key]);
    expect(statSync(join(dataDir, 'session.key')).mode & 0o777).toBe(0o600);
    expect(loadSecrets(['x'.repeat(32)], dataDir)).not.toEqual([key]);
    writeFileSync(join(dataDir, 'session.key'), 'x');
    expect(() => loadSecrets([], dataDir)).toThrow(OperatorError);
  });
});
