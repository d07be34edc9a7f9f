import { createHash, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/hono-env.ts';

/** Requires OPS_TOKEN as a bearer token. Without a configured token there is no such address at all. */
export function operatorsOnly(opsToken: string | undefined): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    if (opsToken === undefined) throw new ApiError(404, 'NOT_FOUND');
    const given = context.req.header('authorization')?.replace(/^Bearer /i, '') ?? '';
    if (!timingSafeEqual(digest(given), digest(opsToken))) throw new ApiError(401, 'UNAUTHORIZED');
    context.header('cache-control', 'no-store');
    await next();
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
