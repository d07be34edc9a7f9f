import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { errorCode, OperatorError } from '../config/operator-error.ts';
import { createPrivateFile } from '../config/private-directory.ts';

const HEARTBEAT_MS = 5000;
const FOREIGN_HOST_STALE_MS = 20_000;
/** Longer paths of sockets are truncated without an error. */
const MAX_SOCKET_PATH_BYTES = 100;

const LockHolder = v.object({ pid: v.number(), started: v.string(), host: v.string(), nonce: v.string() });
type LockHolder = v.InferOutput<typeof LockHolder>;

/**
 * Locks a data directory for this process, and returns a function that releases it. The embedded database has no lock
 * of its own. A lock whose holder has died is replaced.
 * @throws OperatorError while another living process holds it
 */
export async function lockDirectory(directory: string): Promise<() => void> {
  const path = join(directory, 'lock.json');
  const self: LockHolder = {
    pid: process.pid,
    started: processStartTime(process.pid),
    host: hostname(),
    nonce: randomUUID(),
  };
  const socket = await listen(socketPath(path, self));
  try {
    while (!createPrivateFile(path, JSON.stringify(self))) {
      const holder = readLock(path);
      if (holder === undefined) continue;
      if (await isHolderAlive(holder, path)) {
        throw new OperatorError(
          `${directory} is in use by process ${holder.pid} on ${holder.host}. Two servers on one data directory would destroy each other's data: stop the other one, or give this one its own DATA_DIR.`,
        );
      }
      removeStaleLock(path, holder);
    }
  } catch (error) {
    socket.close();
    throw error;
  }
  const heartbeat = setInterval(() => touchLock(path), HEARTBEAT_MS);
  heartbeat.unref();
  return () => {
    clearInterval(heartbeat);
    if (readLock(path)?.nonce === self.nonce) rmSync(path, { force: true });
    socket.close();
  };
}

function socketPath(path: string, { nonce }: LockHolder): string {
  return `${path}.${nonce.slice(0, 8)}.sock`;
}

const isSocketPath = (path: string) => Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES;

/** Listens while the process lives. Where sockets are not possible, the process table and the heartbeat decide alone. */
async function listen(path: string): Promise<Server> {
  const server = createServer((connection) => connection.destroy()).unref();
  server.on('error', () => {});
  if (isSocketPath(path)) await once(server.listen(path), 'listening').catch(() => {});
  return server;
}

async function isListening(path: string): Promise<boolean> {
  if (!isSocketPath(path)) return false;
  const connection = connect(path);
  const isConnected = await once(connection, 'connect').then(
    () => true,
    () => false,
  );
  connection.destroy();
  return isConnected;
}

function readLock(path: string): LockHolder | undefined {
  try {
    return v.parse(LockHolder, JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    // A file that is not a valid lock has no holder.
    return { pid: 0, started: '', host: hostname(), nonce: '' };
  }
}

/** Moves the stale lock away. If another process has created its own lock in the meantime, that one is restored. */
function removeStaleLock(path: string, stale: LockHolder): void {
  const aside = `${path}.stale-${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  try {
    if (readLock(aside)?.nonce !== stale.nonce) linkSync(aside, path);
    else rmSync(socketPath(path, stale), { force: true });
  } finally {
    rmSync(aside, { force: true });
  }
}

/**
 * A holder that listens is alive, also in another container with this host name, whose process ids are not visible here.
 * Otherwise the process table decides for a holder on this host, and the heartbeat for one on another host (a shared volume).
 */
async function isHolderAlive(holder: LockHolder, path: string): Promise<boolean> {
  if (await isListening(socketPath(path, holder))) return true;
  if (holder.host !== hostname()) {
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    return age < FOREIGN_HOST_STALE_MS;
  }
  if (holder.pid === 0) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
  return processStartTime(holder.pid) === holder.started;
}

/**
 * When a process started, so that a reused process id is not mistaken for the old process. It is '' on systems other
 * than Linux, and for a zombie process, as they occur in containers without an init process.
 */
function processStartTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')')).split(' ');
    const isDead = fields[1] === 'Z' || fields[1] === 'X';
    return isDead ? '' : (fields[20] ?? '');
  } catch {
    return '';
  }
}

function touchLock(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The disk is full or the directory is missing, which the database reports itself.
  }
}
