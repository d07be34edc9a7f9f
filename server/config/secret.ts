import { createHash, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDirectory } from './private-directory.ts';

/** The secret that signs, then one that only verifies what it signed before a rotation. */
export type Secrets = readonly [Uint8Array, ...Uint8Array[]];

/**
 * Returns the 256-bit keys that sign sessions and reset codes: from SESSION_SECRET, which may have a second value
 * during a rotation, or made once and stored in the data directory, readable by this user only.
 */
export function loadSecrets(sessionSecrets: readonly string[], dataDir: string): Secrets {
  const [current, ...previous] = sessionSecrets.map((text) => createHash('sha256').update(text).digest());
  return current === undefined ? [loadKey(dataDir)] : [current, ...previous];
}

function loadKey(dataDir: string): Uint8Array {
  const path = join(dataDir, 'session.key');
  makePrivateDirectory(dataDir);
  return readSecret(path) ?? createSecret(path);
}

function readSecret(path: string): Uint8Array | undefined {
  try {
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
    if (key.length === 32) return key;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  throw new Error(
    `${path} is damaged. Remove it to make a new key; all customers will have to log in again.`,
  );
}

/** A link appears whole or not at all: of processes that start together, one's key wins for all. */
function createSecret(path: string): Uint8Array {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, randomBytes(32).toString('base64'), { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const key = readSecret(path);
  if (key === undefined) throw new Error(`${path} could not be written.`);
  return key;
}
