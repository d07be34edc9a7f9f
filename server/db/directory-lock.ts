import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';

const HEARTBEAT_MS = 5000;
const FOREIGN_HOST_STALE_MS = 20_000;

const LockHolder = v.object({ pid: v.number(), started: v.string(), host: v.string(), nonce: v.string() });
type LockHolder = v.InferOutput<typeof LockHolder>;

export class DirectoryLockedError extends Error {
  constructor(directory: string, holder: LockHolder) {
    super(
      `${directory} is in use by process ${holder.pid} on ${holder.host}. Two servers on one data directory would destroy each other's data: stop the other one, or give this one its own DATA_DIR.`,
    );
    this.name = 'DirectoryLocked';
  }
}

/**
 * Takes a data directory for this process alone, and answers how to give it back. The embedded database has
 * no lock of its own. A lock whose holder has died is taken over.
 * @throws DirectoryLocked while another living process holds it
 */
export function lockDirectory(directory: string): () => void {
  const path = join(directory, 'lock.json');
  const self: LockHolder = {
    pid: process.pid,
    started: processStartTime(process.pid),
    host: hostname(),
    nonce: randomUUID(),
  };
  while (!tryCreateLock(path, self)) {
    const holder = readLock(path);
    if (holder === undefined) continue;
    if (isHolderAlive(holder, path)) throw new DirectoryLockedError(directory, holder);
    removeStaleLock(path, holder);
  }
  const heartbeat = setInterval(() => touchLock(path), HEARTBEAT_MS);
  heartbeat.unref();
  return () => {
    clearInterval(heartbeat);
    if (readLock(path)?.nonce === self.nonce) rmSync(path, { force: true });
  };
}

/** A link appears whole or not at all, so nobody ever reads half a lock. */
function tryCreateLock(path: string, self: LockHolder): boolean {
  const draft = `${path}.${self.nonce}`;
  writeFileSync(draft, JSON.stringify(self));
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readLock(path: string): LockHolder | undefined {
  try {
    return v.parse(LockHolder, JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    // A lock that nobody could have written is nobody's.
    return { pid: 0, started: '', host: hostname(), nonce: '' };
  }
}

/** Moves the stale lock away; if a faster process has meanwhile put its own there, puts that one back. */
function removeStaleLock(path: string, stale: LockHolder): void {
  const aside = `${path}.stale-${randomUUID()}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return;
    throw error;
  }
  try {
    if (readLock(aside)?.nonce !== stale.nonce) linkSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

/** On another host (a shared volume) only the heartbeat can tell; here the process table can. */
function isHolderAlive(holder: LockHolder, path: string): boolean {
  if (holder.host !== hostname()) {
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    return age < FOREIGN_HOST_STALE_MS;
  }
  if (holder.pid === 0) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return hasErrorCode(error, 'EPERM');
  }
  return processStartTime(holder.pid) === holder.started;
}

/**
 * When a process started, so that a reused process id is not taken for the old one. Linux only, else ''; also
 * '' for a process that was killed and that nobody has cleared away, as happens in containers without an init.
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
    // The directory is full or gone; the database will say so, louder.
  }
}

function hasErrorCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
