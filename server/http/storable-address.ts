import type { MiddlewareHandler } from 'hono';
import { ApiError } from './api-error.ts';

/**
 * Refuses an address with a NUL, which no text column can hold, before any route looks anything up by it. What is
 * not valid UTF-8 arrives here as replacement characters, which are harmless.
 */
export const storableAddress: MiddlewareHandler = (context, next) => {
  if (context.req.url.includes('%00')) {
    const { pathname } = new URL(context.req.url);
    if (pathname.includes('%00')) throw new ApiError(404, 'NOT_FOUND');
    throw new ApiError(400, 'VALIDATION_EXCEPTION', {
      detail: 'The address contains characters that cannot be stored.',
    });
  }
  return next();
};
