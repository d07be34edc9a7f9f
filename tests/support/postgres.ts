import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { copyPreparedDatabase } from '../../scripts/build/copy-prepared-database.ts';
import { migratePostgres } from '../../server/db/migrate.ts';
import { findPostgres } from './find-postgres.ts';
import { freePort } from './listen-locally.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The superuser's URL of a temporary cluster, in which each test file creates its own database. */
    postgresUrl: string;
    /** Name of a database of the cluster that has all tables and no rows. */
    postgresTemplate: string;
    /** File with the dump of an embedded database that has all tables and no rows. */
    embeddedDump: string;
  }
}

/** `fast` ends every session and shuts down; `immediate` stops without a checkpoint, as a crash would. */
type ShutdownMode = 'fast' | 'immediate';
type Cluster = {
  url: string;
  shutDown(mode: ShutdownMode): Promise<void>;
  /** Restarts on the same port with the same data, and resolves when it accepts connections. */
  startAgain(): Promise<void>;
  stop(): Promise<void>;
};
type Identity = { uid: number; gid: number };

const TEMPLATE = 'send_template';

/**
 * vitest's global set-up of the `server` project: what every test file copies, deleted at the end of the run. The
 * databases are migrated once and not by every test, because the migrations take a second of processor time.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgres();
  provide('postgresUrl', cluster.url);
  provide('postgresTemplate', TEMPLATE);
  await createTemplate(cluster.url);
  const folder = mkdtempSync(join(tmpdir(), 'send-embedded-'));
  const prepared = await copyPreparedDatabase(folder);
  const dump = join(folder, 'dump.tar');
  writeFileSync(dump, gunzipSync(readFileSync(prepared)));
  provide('embeddedDump', dump);
  return async () => {
    rmSync(folder, { recursive: true, force: true });
    await cluster.stop();
  };
}

async function createTemplate(cluster: string): Promise<void> {
  const client = new pg.Client(cluster);
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const url = new URL(cluster);
  url.pathname = `/${TEMPLATE}`;
  await migratePostgres(url.href);
}

/**
 * Starts a temporary PostgreSQL on a free loopback port. It runs without fsync, which is acceptable only in tests.
 * @param options of its command line
 */
export async function startPostgres(options: string[] = []): Promise<Cluster> {
  const { primary, stop } = await startClusters(false, options);
  return { ...primary, stop };
}

/** Starts a temporary PostgreSQL and a streaming replica of it. */
export async function startPostgresWithReplica() {
  const { primary, replica = primary, stop } = await startClusters(true);
  return { primary, replica, stop };
}

async function startClusters(hasReplica: boolean, options: string[] = []) {
  const found = await findPostgres();
  console.info(`PostgreSQL: ${found.folder} (${found.origin})`);

  const home = mkdtempSync(join(tmpdir(), 'send-postgres-'));
  const identity = unprivilegedIdentity();
  if (identity) chownSync(home, identity.uid, identity.gid);
  const folder = readableBinaries(found.folder, home, identity);
  const data = join(home, 'data');
  const as = { ...identity, cwd: home };

  try {
    const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C';
    const init = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', locale, '--no-sync'];
    execFileSync(join(folder, 'initdb'), init, { ...as, stdio: 'pipe' });
    // The copy of a cluster that is not running becomes its replica, without a tool that npm's PostgreSQL lacks.
    const copy = join(home, 'replica');
    if (hasReplica) execFileSync('cp', ['-a', data, copy]);
    const primary = await startCluster(join(folder, 'postgres'), data, as, options);
    const followed = `primary_conninfo=host=127.0.0.1 port=${new URL(primary.url).port} user=postgres`;
    if (hasReplica) writeFileSync(join(copy, 'standby.signal'), '');
    const replica = hasReplica
      ? await startCluster(join(folder, 'postgres'), copy, as, ['-c', followed])
      : undefined;
    return {
      primary,
      replica,
      stop: async () => {
        await replica?.stop();
        await primary.stop();
        rmSync(home, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}

async function startCluster(
  program: string,
  data: string,
  as: Partial<Identity> & { cwd: string },
  more: string[] = [],
): Promise<Cluster> {
  const port = await freePort();
  const start = () =>
    spawn(program, ['-D', data, ...settings(port), ...more], { ...as, stdio: ['ignore', 'ignore', 'pipe'] });
  let child = start();
  const kill = () => child.kill('SIGQUIT');
  process.once('exit', kill);
  await waitUntilReady(child);
  const end = async (signal: NodeJS.Signals) => {
    const isRunning = child.exitCode === null && child.signalCode === null;
    if (isRunning && child.kill(signal)) await once(child, 'exit');
  };
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    shutDown: (mode) => end(mode === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    startAgain: () => {
      child = start();
      return waitUntilReady(child);
    },
    stop: async () => {
      process.off('exit', kill);
      await end('SIGQUIT');
    },
  };
}

function settings(port: number): string[] {
  const pairs = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    'max_connections=300',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    // Tests that need statistics collect them.
    'autovacuum=off',
  ];
  return pairs.flatMap((pair) => ['-c', pair]);
}

/** PostgreSQL refuses to run as root, so root starts it as another user. */
export function unprivilegedIdentity(): Identity | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error('PostgreSQL cannot run as root, and there is neither a user "postgres" nor "nobody".');
}

/** The other user cannot read npm's binaries below root's home directory, so it gets a copy of them. */
function readableBinaries(folder: string, home: string, identity: Identity | undefined): string {
  const trial = spawnSync(join(folder, 'postgres'), ['--version'], { ...identity, cwd: home });
  if (trial.status === 0) return folder;
  const copy = join(home, 'native');
  chmodSync(home, 0o755);
  cpSync(dirname(folder), copy, { recursive: true, dereference: true });
  return join(copy, 'bin');
}

/**
 * Resolves when the server accepts connections. Its log is read to the end, because a full pipe would block the
 * server.
 */
function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${said}`)));
    child.stderr?.on('data', (chunk) => {
      if (said.length < 100_000) said += String(chunk);
      if (/ready to accept (read-only )?connections/.test(said)) resolve();
    });
  });
}
