import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { dirname, join } from 'node:path';
import { errorCode, OperatorError } from './operator-error.ts';

const DIRECTORY_MODE = 0o700;
const FILE_MODE = 0o600;
/** Permissions that others than the owner have. */
const OTHERS = 0o077;

/**
 * Makes a directory, and everything in it, readable and writable by this user only, and does the same for every
 * file that this process creates from now on, whatever umask it was started with.
 * @throws OperatorError if the file system or its owner does not allow that
 */
export function makePrivateDirectory(directory: string): void {
  createDirectory(directory);
  // Windows has no such modes; a new directory there inherits its parent's access list.
  if (process.platform === 'win32') return;
  // If the path is that of a file, this fails before its permissions change.
  fs.readdirSync(directory);
  process.umask(OTHERS);
  protect(directory, DIRECTORY_MODE);
  for (const entry of fs.readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) protect(path, DIRECTORY_MODE);
    else if (entry.isFile()) protect(path, FILE_MODE);
  }
}

/**
 * Creates a directory and those above it, and returns the first one that it created. Node's own option for this never
 * returns where nothing can be created, such as in /proc.
 */
export function createDirectory(directory: string): string | undefined {
  if (fs.existsSync(directory)) return undefined;
  const created = createDirectory(dirname(directory));
  try {
    fs.mkdirSync(directory, { mode: DIRECTORY_MODE });
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!fs.existsSync(directory)) throw error;
  }
  return created ?? directory;
}

/** Some network and FAT file systems accept a change of the mode and ignore it, so the result is read back. */
function protect(path: string, mode: number): void {
  const before = fs.statSync(path, { throwIfNoEntry: false });
  // Another server on this directory may have removed a temporary file meanwhile.
  if (before === undefined || (before.mode & 0o777) === mode) return;
  let cause: unknown;
  try {
    fs.chmodSync(path, mode);
    const after = fs.statSync(path, { throwIfNoEntry: false });
    if (after === undefined || (after.mode & OTHERS) === 0) return;
  } catch (error) {
    cause = error;
  }
  throw new OperatorError(
    `${path} holds personal data and keys, and its permissions cannot be limited to this user. Give this server a DATA_DIR that it owns, on a file system with permissions.`,
    { cause },
  );
}

/**
 * Creates a file that only this user can read, unless there is one, and returns whether it did. A hard link is created
 * at once or not at all, so no other process ever reads half of the file.
 */
export function createPrivateFile(path: string, content: string): boolean {
  const draft = `${path}.${randomUUID()}`;
  try {
    fs.writeFileSync(draft, content, { mode: FILE_MODE });
    fs.linkSync(draft, path);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(draft, { force: true });
  }
}
