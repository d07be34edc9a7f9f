import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { Logger } from 'pino';
import { errorCode } from '../config/operator-error.ts';
import { isDatabaseUnavailable, rootCause } from '../db/database-errors.ts';
import { ApiError, toProblem } from './api-error.ts';
import type { AppEnv } from './hono-env.ts';

export type ProblemResponseOptions = {
  log: Logger;
  /** The headers of every response. An error may occur before they have been set. */
  headers: Record<string, string>;
};

/** Converts every error to a response. Expected errors contain their reason; all others contain no details. */
export function problemResponse(
  context: Context<AppEnv>,
  error: unknown,
  { log, headers }: ProblemResponseOptions,
): Response {
  const apiError = toApiError(error);
  if (apiError.status >= 500)
    log.error({ err: rootCause(error), id: context.get('requestId') }, apiError.code);
  return context.newResponse(JSON.stringify(toProblem(apiError)), apiError.status, {
    ...headers,
    'x-request-id': context.get('requestId'),
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
    ...(apiError.retryAfter === undefined ? {} : { 'retry-after': String(apiError.retryAfter) }),
  });
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof HTTPException && error.status < 500) return new ApiError(400, 'VALIDATION_EXCEPTION');
  // Text with characters that no column can store, which the validation of bodies and URLs should have rejected.
  if (UNSTORABLE_TEXT.includes(errorCode(rootCause(error)))) return new ApiError(400, 'VALIDATION_EXCEPTION');
  // What the call refers to has been deleted while it ran. A repetition finds out.
  const isConflict = errorCode(rootCause(error)) === FOREIGN_KEY_VIOLATION;
  if (isConflict || isDatabaseUnavailable(error))
    return new ApiError(503, 'SERVICE_UNAVAILABLE', { retryAfter: 2 });
  return new ApiError(500, 'INTERNAL_ERROR');
}

// PostgreSQL's "character not in repertoire" and "untranslatable character".
const UNSTORABLE_TEXT = ['22021', '22P05'];
const FOREIGN_KEY_VIOLATION = '23503';
