import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Logger } from 'pino';
import { isDatabaseUnavailable, rootCause } from '../db/database-errors.ts';
import { ApiError, toProblem } from './api-error.ts';

/** Converts every error to a response. Expected errors contain their reason; all others contain no details. */
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
  if (error instanceof HTTPException && error.status < 500) return new ApiError(400, 'VALIDATION_EXCEPTION');
  // Text with characters that no column can store, which the validation of bodies and URLs should have rejected.
  if (hasUnstorableText(error)) return new ApiError(400, 'VALIDATION_EXCEPTION');
  if (isDatabaseUnavailable(error)) return new ApiError(503, 'SERVICE_UNAVAILABLE', { retryAfter: 2 });
  return new ApiError(500, 'INTERNAL_ERROR');
}

// PostgreSQL's "character not in repertoire" and "untranslatable character".
const UNSTORABLE_TEXT = ['22021', '22P05'];

function hasUnstorableText(error: unknown): boolean {
  const cause = rootCause(error);
  return (
    cause instanceof Error &&
    'code' in cause &&
    typeof cause.code === 'string' &&
    UNSTORABLE_TEXT.includes(cause.code)
  );
}
