import type { Hono } from 'hono';
import { ApiError } from './api-error.ts';
import type { AppEnv } from './hono-env.ts';

/** Returns 405 with `Allow` for every other method of a known path. */
export function rejectOtherMethods(app: Hono<AppEnv>, path: string, allowed: string[]): void {
  const list = [...new Set(allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
  app.all(path, (context) => {
    context.header('allow', list.join(', '));
    throw new ApiError(405, 'METHOD_NOT_ALLOWED');
  });
}
