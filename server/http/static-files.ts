import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Context, Hono } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { EMPTY_PAGE, pageFileOf } from '../../src/contract/pages.ts';
import type { Db } from '../db/database.ts';
import { findAsset, insertAsset, publishKnownAssets } from '../queries/page-assets.ts';
import { ApiError } from './api-error.ts';
import { entityTag, matchesEntityTag } from './entity-tag.ts';
import type { AppEnv } from './request-context.ts';

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

/** Source maps are for engineers only, and compressed versions belong to the file without this suffix. */
const UNSERVED = /\.(?:map|br|gz)$/;
const COMPRESSED = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

/**
 * Reads the files of a build, and the assets of the previous build for tabs that are still open. Dot files and unknown
 * types are left out.
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
    const type = getMimeType(url);
    if (!entry.isFile() || type === undefined || UNSERVED.test(url) || /\/\./.test(url) || !isWanted(url))
      continue;
    files.set(url, describeFile(path, url, type));
  }
}

function describeFile(path: string, url: string, type: string): StaticFile {
  const content = read(path);
  const encodings = COMPRESSED.flatMap(({ name, suffix }) =>
    existsSync(path + suffix) ? [{ name, content: read(path + suffix) }] : [],
  );
  return { content, type, etag: entityTag(content), isImmutable: url.startsWith('/assets/'), encodings };
}

function read(path: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(path));
}

/**
 * Serves the built app: a file by its path, a prerendered page by its route, and the empty page for every other URL
 * that a browser navigates to. A missing file returns 404 and never a page, which an old tab would run as a script.
 */
export function serveStatic(app: Hono<AppEnv>, files: StaticFiles): void {
  app.on(['GET', 'HEAD'], '*', (context) => {
    const named = files.get(context.req.path);
    const file = named ?? findPage(context, files);
    if (file === undefined) throw new ApiError(404, 'NOT_FOUND');
    // The response for a file must not depend on Accept, because the service worker precaches it with another value.
    context.header('vary', named === undefined ? 'Accept-Encoding, Accept' : 'Accept-Encoding');
    return fileResponse(context, file);
  });
}

/** "/assets/x.js~", "/.git/config", but not "/deliveries/1.5" */
const FILE = /\/\.|\.[a-z][^/]*$/i;

function findPage(context: Context<AppEnv>, files: StaticFiles): StaticFile | undefined {
  const path = context.req.path;
  if (!acceptsHtml(context) || FILE.test(path)) return undefined;
  return files.get(pageFileOf(path)) ?? files.get(EMPTY_PAGE);
}

/** Whether the client accepts HTML. A tool that accepts anything counts too, unless it is a script of a page. */
export function acceptsHtml(context: Context<AppEnv>): boolean {
  const accept = context.req.header('accept') ?? '*/*';
  return (
    accept.includes('text/html') || (accept === '*/*' && context.req.header('sec-fetch-dest') === undefined)
  );
}

function fileResponse(context: Context<AppEnv>, file: StaticFile): Response {
  const accepted = context.req.header('accept-encoding') ?? '';
  // A quality of zero rejects an encoding.
  const encoding = file.encodings.find(({ name }) =>
    new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`, 'i').test(accepted),
  );
  // A strong tag would state that the compressed bytes are the same as all others.
  context.header('etag', encoding === undefined ? file.etag : `W/${file.etag}`);
  context.header('cache-control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (matchesEntityTag(context.req.header('if-none-match'), file.etag)) return context.body(null, 304);

  if (encoding !== undefined) context.header('content-encoding', encoding.name);
  context.header('content-type', file.type);
  const content = encoding?.content ?? file.content;
  context.header('content-length', String(content.byteLength));
  return context.body(content);
}

const ASSET = /^\/assets\/[\w.-]+$/;

/**
 * Stores the assets of this version's pages in the database before the process handles its first request. A page
 * and its assets may be requested from different processes, and during a rolling update those have different
 * versions.
 */
export async function publishAssets(db: Db, files: StaticFiles): Promise<void> {
  const paths = [...files.keys()].filter((path) => ASSET.test(path));
  for (const path of await publishKnownAssets(db, paths)) {
    const file = files.get(path);
    if (file !== undefined) await insertAsset(db, path, { type: file.type, content: file.content });
  }
}

/** Serves an asset that only another version of the app has published. */
export function serveSharedAssets(app: Hono<AppEnv>, db: Db, files: StaticFiles): void {
  app.get('/assets/:name', async (context, next) => {
    const { path } = context.req;
    if (files.has(path) || !ASSET.test(path)) return next();
    const asset = await findAsset(db, path);
    if (asset === undefined) return next();
    context.header('cache-control', 'public, max-age=31536000, immutable');
    context.header('content-type', asset.type);
    return context.body(new Uint8Array(asset.content));
  });
}
