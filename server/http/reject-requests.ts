import type { Hono, MiddlewareHandler } from 'hono';
import { ApiError } from './api-error.ts';
import type { AppEnv } from './request-context.ts';

/**
 * Rejects a URL that contains a NUL, before any route uses it in a query, because no text column can store it. Of the URL
 * of a page, only a valid tracking number or reference gets into a query. Bytes that are not valid UTF-8 arrive here as
 * replacement characters, which are harmless.
 */
export const rejectNulCharacters: MiddlewareHandler = (context, next) => {
  if (context.req.url.includes('%00')) {
    const { pathname } = new URL(context.req.url);
    if (pathname.includes('%00')) throw new ApiError(404, 'NOT_FOUND');
    throw new ApiError(400, 'VALIDATION_EXCEPTION', {
      detail: 'The address contains characters that cannot be stored.',
    });
  }
  return next();
};

/** Rejects several Host headers (RFC 9112): Node.js would use the first one, and a proxy perhaps the last one. */
export const rejectSeveralHosts: MiddlewareHandler<AppEnv> = async (context, next) => {
  const headers = context.env.incoming?.rawHeaders ?? [];
  const hosts = headers.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) throw new ApiError(400, 'VALIDATION_EXCEPTION');
  await next();
};

/** Returns 405 with `Allow` for every other method of a known path. */
export function rejectOtherMethods(app: Hono<AppEnv>, path: string, allowed: string[]): void {
  const list = [...new Set(allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
  app.all(path, (context) => {
    context.header('allow', list.join(', '));
    throw new ApiError(405, 'METHOD_NOT_ALLOWED');
  });
}
