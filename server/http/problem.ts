import type { Context } from 'hono';
import type { Logger } from 'pino';
import { isUnavailable, rootCause } from '../db/unavailable.ts';
import { ApiError, problemOf } from '../errors.ts';

/** The one place where a failure becomes an answer. Expected refusals say why; anything else says nothing. */
export function answerProblem(context: Context, error: unknown, log: Logger): Response {
  const refusal = refusalOf(error);
  if (refusal.status >= 500) log.error({ err: rootCause(error), id: context.get('requestId') }, refusal.code);
  const headers = new Headers({
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  });
  if (refusal.retryAfter !== undefined) headers.set('retry-after', String(refusal.retryAfter));
  return context.newResponse(JSON.stringify(problemOf(refusal)), refusal.status, Object.fromEntries(headers));
}

function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (isUnavailable(error)) return new ApiError(503, 'SERVICE_UNAVAILABLE', { retryAfter: 2 });
  return new ApiError(500, 'INTERNAL_ERROR');
}
