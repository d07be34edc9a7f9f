import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type ListedFile = { url: string; revision: string | null; size: number };

/** Lists each file for the worker with the start of its SHA-256, with which sw/file-check.ts recognizes it. */
export function addContentHashes(client: string) {
  return (entries: ListedFile[]) => ({
    manifest: entries.map((entry) => ({
      ...entry,
      revision: contentHash(readFileSync(join(client, entry.url))),
    })),
    warnings: [],
  });
}

function contentHash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}
