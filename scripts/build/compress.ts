import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest', '.txt']);
/** A response smaller than this fits into one packet, so compression saves nothing. */
const MIN_SIZE_BYTES = 1000;

/** Compresses the files of a build when all of them are complete, the worker included. */
export function compressBuild(folder: string): Plugin {
  return {
    name: 'compress-build',
    apply: 'build',
    enforce: 'post',
    closeBundle: { sequential: true, order: 'post', handler: () => compressFolder(folder) },
  };
}

/** Writes a `.br` and a `.gz` beside every text file of a folder, so that the server never compresses files. */
export async function compressFolder(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && COMPRESSIBLE.has(extname(entry.name)),
  );
  await Promise.all(files.map((entry) => compressFile(join(entry.parentPath, entry.name))));
}

async function compressFile(path: string): Promise<void> {
  const content = await readFile(path);
  if (content.byteLength < MIN_SIZE_BYTES) return;
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.byteLength };
  await writeFile(`${path}.br`, await promisify(brotliCompress)(content, { params }));
  await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }));
}
