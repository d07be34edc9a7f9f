import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** A file in memory, because reading files from a busy disk would delay requests. */
export type StaticFile = {
  content: Uint8Array<ArrayBuffer>;
  type: string;
  etag: string;
  /** Whether the name contains a hash of the content, so that the content of this URL never changes. */
  isImmutable: boolean;
  /** The compressed versions from the build, best compression first. */
  encodings: { name: 'br' | 'gzip'; content: Uint8Array<ArrayBuffer> }[];
};
/** The files to serve, by URL path. */
export type StaticFiles = Map<string, StaticFile>;

const CONTENT_TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.wasm': 'application/wasm',
};
const COMPRESSED_SUFFIXES = { br: '.br', gzip: '.gz' } as const;

/**
 * Reads the files of a build, and the assets of the previous build for tabs that are still open. Source maps, dot
 * files and unknown types are left out.
 */
export function listStaticFiles(clientDir: string, previousDir: string): StaticFiles {
  const files: StaticFiles = new Map();
  addFiles(files, previousDir, (url) => url.startsWith('/assets/'));
  addFiles(files, clientDir, () => true);
  return files;
}

/** The hashes of inline scripts and styles in the build's pages, in the format of a content security policy. */
export function inlineContentHashes(files: StaticFiles): { scripts: string[]; styles: string[] } {
  const pages = [...files.values()].filter((file) => file.type.startsWith('text/html'));
  const html = pages.map((page) => Buffer.from(page.content).toString('utf8'));
  const hashesOf = (tag: string) => [
    ...new Set(
      html
        .flatMap((page) => [...page.matchAll(new RegExp(`<${tag}\\b([^>]*)>([\\s\\S]*?)</${tag}>`, 'g'))])
        .filter(([, attributes = '', content = '']) => !/\ssrc=/.test(attributes) && content !== '')
        .map(([, , content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`),
    ),
  ];
  return { scripts: hashesOf('script'), styles: hashesOf('style') };
}

function addFiles(files: StaticFiles, root: string, isWanted: (url: string) => boolean): void {
  if (!existsSync(root)) return;
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const url = `/${relative(root, path).split(sep).join('/')}`;
    const type = CONTENT_TYPES[extname(entry.name)];
    if (!entry.isFile() || type === undefined || /\/\./.test(url) || !isWanted(url)) continue;
    files.set(url, describeFile(path, url, type));
  }
}

function describeFile(path: string, url: string, type: string): StaticFile {
  const content = read(path);
  return {
    content,
    type,
    etag: fileTag(content),
    isImmutable: url.startsWith('/assets/'),
    encodings: (['br', 'gzip'] as const).flatMap((name) => {
      const sibling = path + COMPRESSED_SUFFIXES[name];
      return existsSync(sibling) ? [{ name, content: read(sibling) }] : [];
    }),
  };
}

/** The ETag of a file with this content. */
export function fileTag(content: Uint8Array): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`;
}

function read(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path));
}
