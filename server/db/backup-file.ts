import { randomBytes } from 'node:crypto';
import { createReadStream, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { OperatorError } from '../config/operator-error.ts';

/** In characters. Compressing each row for itself takes several times as long. */
const BLOCK_LENGTH = 256 * 1024;
/** Compressing more takes longer than reading the rows. */
const LEVEL = 3;

export type BackupFile = { write(line: string): Promise<void>; finish(): Promise<void> };

/**
 * Creates the compressed file of a backup. It appears under its name when it is complete and on the disk. `-`, devices
 * and pipes are written to instead.
 * @throws OperatorError if it cannot be written
 */
export async function createBackupFile(path: string): Promise<BackupFile> {
  const { output, publish } = await openOutput(path).catch((error) => Promise.reject(unusable(path, error)));
  const gzip = createGzip({ level: LEVEL });
  const writing = pipeline(gzip, output).catch((error) => Promise.reject(unusable(path, error)));
  // The next write reports the failure.
  writing.catch(() => {});
  let block = '';
  let compressing = Promise.resolve();

  /** Returns when the previous block is compressed, so that the next one is read while this one is compressed. */
  const writeBlock = async () => {
    const text = block;
    block = '';
    await compressing;
    if (gzip.destroyed) await writing;
    compressing = new Promise((resolve) => gzip.write(text, () => resolve()));
  };
  return {
    async write(line) {
      block += `${line}\n`;
      if (block.length >= BLOCK_LENGTH) await writeBlock();
    },
    async finish() {
      await writeBlock();
      gzip.end();
      await writing;
      publish();
    },
  };
}

async function openOutput(path: string): Promise<{ output: Writable; publish(): void }> {
  const known = statSync(path, { throwIfNoEntry: false });
  if (path === '-' || path === '/dev/stdout') return { output: process.stdout, publish() {} };
  if (known !== undefined && !known.isFile()) {
    const handle = await open(path, 'w');
    return { output: handle.createWriteStream(), publish() {} };
  }
  // No one can guess the name, and the file must not exist, so no one else has it open.
  const partial = `${path}.${randomBytes(6).toString('hex')}.partial`;
  process.once('exit', () => rmSync(partial, { force: true }));
  const handle = await open(partial, 'wx', 0o600);
  return { output: handle.createWriteStream({ flush: true }), publish: () => renameSync(partial, path) };
}

/**
 * The lines of a compressed backup; `-` is the standard input. Node's readline would also end a line at U+2028, which
 * may be part of a text.
 * @throws OperatorError if it cannot be read
 */
export async function* readBackupFile(path: string): AsyncGenerator<string> {
  const input: Readable = path === '-' ? process.stdin : createReadStream(path);
  const gunzip = createGunzip();
  // `pipe` does not pass errors on.
  input.on('error', (error) => gunzip.destroy(error));
  let rest = '';
  try {
    for await (const chunk of input.pipe(gunzip).setEncoding('utf8')) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw unusable(path, error);
  }
}

function unusable(path: string, error: unknown): OperatorError {
  return new OperatorError(`${path} cannot be used: ${error instanceof Error ? error.message : error}`);
}
