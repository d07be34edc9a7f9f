import type { MiddlewareHandler } from 'hono';
import { ApiError } from './api-error.ts';

/**
 * Rejects a URL that contains a NUL, before any route uses it in a query, because no text column can store it. Bytes
 * that are not valid UTF-8 arrive here as replacement characters, which are harmless.
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
