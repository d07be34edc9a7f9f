import type { Context } from 'hono';
import type { Logger } from 'pino';
import { isDatabaseUnavailable, rootCause } from '../db/database-errors.ts';
import { ApiError, toProblem } from './api-error.ts';

/** The one place where a failure becomes an answer. Expected refusals say why; anything else says nothing. */
export function problemResponse(context: Context, error: unknown, log: Logger): Response {
  const refusal = toApiError(error);
  if (refusal.status >= 500) log.error({ err: rootCause(error), id: context.get('requestId') }, refusal.code);
  const headers = new Headers({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  });
  if (refusal.retryAfter !== undefined) headers.set('retry-after', String(refusal.retryAfter));
  return context.newResponse(JSON.stringify(toProblem(refusal)), refusal.status, Object.fromEntries(headers));
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isDatabaseUnavailable(error)) return new ApiError(503, 'SERVICE_UNAVAILABLE', { retryAfter: 2 });
  return new ApiError(500, 'INTERNAL_ERROR');
}
