import type { Context, Hono } from 'hono';
import { EMPTY_PAGE, pageFileOf } from '../../src/contract/pages.ts';
import { ApiError } from './api-error.ts';
import { matchesEntityTag } from './entity-tag.ts';
import type { AppEnv } from './hono-env.ts';
import type { StaticFile, StaticFiles } from './static-files.ts';

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

/** "/assets/x.js~", "/.git/config" */
const FILE = /\/\.|\.\w[^/]*$/;

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
  context.header('etag', file.etag);
  context.header('cache-control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache');
  if (matchesEntityTag(context.req.header('if-none-match'), file.etag)) return context.body(null, 304);

  const accepted = context.req.header('accept-encoding') ?? '';
  const encoding = file.encodings.find(({ name }) => new RegExp(`\\b${name}\\b`).test(accepted));
  if (encoding !== undefined) context.header('content-encoding', encoding.name);
  context.header('content-type', file.type);
  const content = encoding?.content ?? file.content;
  context.header('content-length', String(content.byteLength));
  return context.body(content);
}
