import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_ACCOUNT } from '../../src/contract/constants.ts';
import { builtProgram } from '../support/built-program.ts';
import { createEmptyDatabase } from '../support/databases.ts';
import { spawnServer } from '../support/spawned-server.ts';

/** The demo data of the first published version. The script make-backup.sh beside the file has made it. */
const PUBLISHED_BACKUP = 'tests/support/backups/0.1.0.gz';

type Environment = {
  DATABASE_URL?: string;
  DATA_DIR?: string;
  npm_lifecycle_event?: string;
  npm_config_loglevel?: string;
};

let folder = '';
let file = '';
const databases: { drop(): Promise<void> }[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'send-backup-'));
  file = join(folder, 'send.gz');
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await Promise.all(databases.splice(0).map((database) => database.drop()));
});

async function newPostgres(): Promise<{ DATABASE_URL: string }> {
  const database = await createEmptyDatabase();
  databases.push(database);
  return { DATABASE_URL: database.url };
}

const newDataDir = () => ({ DATA_DIR: join(folder, 'new', 'data') });

function run(
  program: 'backup' | 'restore',
  path: string,
  env: Environment,
  { maxBlocks = 'unlimited' } = {},
) {
  const limited = [
    '-c',
    `ulimit -f ${maxBlocks}; exec "$@"`,
    'sh',
    process.execPath,
    builtProgram(program),
    path,
  ];
  const { status, stdout, stderr } = spawnSync('sh', limited, {
    env: { PATH: process.env.PATH, ...env },
    timeout: 240_000,
  });
  return { status, stdout, stderr: stderr.toString() };
}

/** One line for the operator, and status 1. */
const failure = (text: string) => ({
  status: 1,
  stdout: Buffer.alloc(0),
  stderr: expect.stringMatching(new RegExp(`^[^\\n]*${text}[^\\n]*\\n$`)),
});

async function readDeliveries(env: Environment): Promise<number> {
  const server = spawnServer({ DATA_DIR: folder, ...env });
  const url = await server.url;
  const login = await fetch(`${url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(DEMO_ACCOUNT),
  });
  expect(login.status).toBe(200);
  const { jwtToken }: { jwtToken: string } = await login.json();
  const list = await fetch(`${url}/api/orderrequests`, { headers: { authorization: `Bearer ${jwtToken}` } });
  expect(list.status).toBe(200);
  const deliveries: unknown[] = await list.json();
  await server.kill('SIGTERM');
  return deliveries.length;
}

describe('npm run restore', () => {
  test.each([
    {
      target: 'an embedded database',
      create: async () => newDataDir(),
      exists: 'contains a database',
    },
    { target: 'PostgreSQL', create: newPostgres, exists: 'not empty' },
  ])(
    'restores backups of the first published and of this version into $target, and touches none that exists (REL-31)',
    async ({ create, exists }) => {
      const first = await create();
      expect(run('restore', PUBLISHED_BACKUP, first)).toMatchObject({
        status: 0,
        stderr: `130 rows were restored from ${PUBLISHED_BACKUP}.\n`,
      });
      expect(await readDeliveries(first)).toBe(7);

      expect(run('restore', PUBLISHED_BACKUP, first)).toEqual(failure(exists));
      expect(run('backup', file, first)).toMatchObject({ status: 0 });
      const second = {
        ...(await create()),
        ...('DATA_DIR' in first ? { DATA_DIR: join(folder, 'second') } : {}),
      };
      expect(run('restore', file, second)).toMatchObject({ status: 0 });
      expect(await readDeliveries(second)).toBe(7);
    },
  );

  test('names the failure in one line, and leaves no directory behind (REL-31)', () => {
    const backup = readFileSync(PUBLISHED_BACKUP);
    const env = newDataDir();
    writeFileSync(file, backup.subarray(0, backup.length / 2));
    expect(run('restore', file, env)).toEqual(failure('unexpected end of file'));
    // As on a full disk, the file system refuses to write: no file can be larger than this.
    expect(run('restore', PUBLISHED_BACKUP, env, { maxBlocks: '100' })).toEqual(failure('enough space'));
    expect(readdirSync(folder)).toEqual(['send.gz']);
  });

  test('rejects a damaged or foreign file in one line, and leaves PostgreSQL empty (REL-31)', async () => {
    const env = await newPostgres();
    const backup = readFileSync(PUBLISHED_BACKUP);
    const text = gunzipSync(backup).toString();
    const restore = (content: Buffer) => {
      writeFileSync(file, content);
      return run('restore', file, env);
    };
    expect(run('restore', join(folder, 'none.gz'), env)).toEqual(failure('ENOENT'));
    expect(restore(backup.subarray(0, backup.length - 100))).toEqual(failure('unexpected end of file'));
    expect(restore(gzipSync(text.slice(0, text.length / 2)))).toEqual(failure('is not complete'));
    expect(restore(gzipSync(text.replace('"user_id":1', '"user_id":77')))).toEqual(failure('does not fit'));
    expect(restore(gzipSync('hello\n'))).toEqual(failure('is not a backup'));
    expect(restore(Buffer.from('hello'))).toEqual(failure('incorrect header check'));
    expect(restore(Buffer.alloc(0))).toEqual(failure('unexpected end of file'));
    expect(run('restore', PUBLISHED_BACKUP, env)).toMatchObject({ status: 0 });
  });

  test('removes what it has written when a signal ends it (REL-31)', async () => {
    const env = newDataDir();
    const child = spawn(process.execPath, [builtProgram('restore'), '-'], { env });
    child.stdin.write(readFileSync(PUBLISHED_BACKUP).subarray(0, 4000));
    const unpacked = join(env.DATA_DIR, 'pg.unpacking', 'PG_VERSION');
    await expect.poll(() => existsSync(unpacked)).toBe(true);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([143, null]);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('npm run backup', () => {
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let source: { DATABASE_URL: string };
  beforeAll(async () => {
    database = await createEmptyDatabase();
    source = { DATABASE_URL: database.url };
    expect(run('restore', PUBLISHED_BACKUP, source)).toMatchObject({ status: 0 });
  });
  afterAll(() => database.drop());

  test('creates a private file, and uses none that exists (REL-32)', async () => {
    writeFileSync(`${file}.partial`, 'bait');
    chmodSync(`${file}.partial`, 0o666);
    expect(run('backup', file, source)).toMatchObject({ status: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(`${file}.partial`, 'utf8')).toBe('bait');
    expect(readdirSync(folder).toSorted()).toEqual(['send.gz', 'send.gz.partial']);
  });

  test('names the failure in one line, and leaves nothing behind (REL-32)', async () => {
    expect(run('backup', join(folder, 'none', 'send.gz'), source)).toEqual(failure('ENOENT'));
    expect(run('backup', folder, source)).toEqual(failure('EISDIR'));
    expect(run('backup', '/dev/full', source)).toEqual(failure('ENOSPC'));
    expect(run('backup', file, source, { maxBlocks: '4' })).toEqual(failure('EFBIG'));
    expect(run('backup', file, { DATA_DIR: join(folder, 'none') })).toEqual(
      failure('There is no database in DATA_DIR'),
    );
    expect(run('backup', file, { DATA_DIR: folder })).toEqual(failure('Set DATABASE_URL or DATA_DIR.'));
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(['-', '/dev/stdout'])('writes to the standard output, %s (REL-32)', async (path) => {
    const { status, stdout } = run('backup', path, source);
    expect(status).toBe(0);
    const text = gunzipSync(stdout).toString();
    const rows = text.split('\n').filter((line) => line.startsWith('{'));
    // Migrations have deleted a few of the 130 rows.
    expect(rows.length).toBeGreaterThan(100);
    expect(text.endsWith(`\n#end ${rows.length}\n`)).toBe(true);
    expect(existsSync('/dev/stdout')).toBe(true);
  });

  test('refuses the standard output if npm has written to it before (REL-32)', async () => {
    const env = { ...source, npm_lifecycle_event: 'backup' };
    expect(run('backup', '-', env)).toEqual(failure('npm run --silent backup -- -'));
    const { status, stdout } = run('backup', '-', { ...env, npm_config_loglevel: 'silent' });
    expect(status).toBe(0);
    expect(gunzipSync(stdout).toString()).toContain('#end');
  });

  test('leaves nothing behind when a signal ends it (REL-32)', async () => {
    const client = new pg.Client(source.DATABASE_URL);
    await client.connect();
    await client.query('begin; lock table orders');
    const child = spawn(process.execPath, [builtProgram('backup'), file], { env: source });
    const waiting = `select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`;
    await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1);
    expect(readdirSync(folder)).toHaveLength(1);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([143, null]);
    await client.end();
    expect(readdirSync(folder)).toEqual([]);
  });
});
