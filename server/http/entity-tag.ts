import { createHash } from 'node:crypto';

/** The ETag of a content. The hash is synchronous, because WebCrypto would queue it on libuv's thread pool. */
export function entityTag(content: string | Uint8Array): string {
  return `"${createHash('sha1').update(content).digest('hex')}"`;
}

/** Whether a client already has this version. A proxy that compresses a response makes its tag weak (`W/`). */
export function matchesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch
    .split(',')
    .map((part) => part.trim().replace(/^W\//, ''))
    .includes(tag);
}
