import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, OperatorError } from './operator-error.ts';
import { createPrivateFile, makePrivateDirectory } from './private-directory.ts';

/** The secret that signs, then one that only verifies what it signed before a rotation. */
export type Secrets = readonly [Uint8Array, ...Uint8Array[]];

/**
 * Returns the 256-bit keys that sign sessions and reset codes: from SESSION_SECRET, which may have a second value
 * during a rotation, or made once and stored in the data directory, readable by this user only.
 */
export function loadSecrets(sessionSecrets: readonly string[], dataDir: string): Secrets {
  const [current, ...previous] = sessionSecrets.map((text) => createHash('sha256').update(text).digest());
  if (current !== undefined) return [current, ...previous];
  const path = join(dataDir, 'session.key');
  try {
    makePrivateDirectory(dataDir);
    // Of processes that start together, one's key wins for all.
    if (readSecret(path) === undefined) createPrivateFile(path, randomBytes(32).toString('base64'));
    const key = readSecret(path);
    if (key !== undefined) return [key];
  } catch (error) {
    if (!(error instanceof Error) || errorCode(error) === '') throw error;
    throw new OperatorError(
      `SESSION_SECRET is not set, and DATA_DIR cannot store a generated one: ${error.message}`,
    );
  }
  throw new Error(`${path} could not be written.`);
}

function readSecret(path: string): Uint8Array | undefined {
  try {
    const key = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64');
    if (key.length === 32) return key;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
  throw new OperatorError(
    `${path} is damaged. Remove it to make a new key; all customers will have to log in again.`,
  );
}
