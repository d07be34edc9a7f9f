import type { MiddlewareHandler } from 'hono';
import { ApiError } from './api-error.ts';
import type { AppEnv } from './hono-env.ts';

/**
 * Rejects a request with several Host headers, as RFC 9112 requires: Node.js would use the first one and a proxy before
 * it perhaps the last one.
 */
export const rejectSeveralHosts: MiddlewareHandler<AppEnv> = async (context, next) => {
  const headers = context.env.incoming?.rawHeaders ?? [];
  const hosts = headers.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) throw new ApiError(400, 'VALIDATION_EXCEPTION');
  await next();
};
