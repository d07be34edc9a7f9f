import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Logger } from 'pino';
import { ERROR_MESSAGES, isErrorCode, type ServerCode } from '../../src/contract/errors.ts';
import type { Problem } from '../../src/contract/problem.ts';
import details from '../../src/contract/server-error-details.json';
import { errorCode } from '../config/operator-error.ts';
import { isDatabaseUnavailable, rootCause } from '../db/database-errors.ts';
import type { AppEnv } from './request-context.ts';

export type FieldError = { path: string; message: string };

/** An expected error. Handlers and the code below them throw it, and one error handler sends it as problem JSON. */
export class ApiError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: ServerCode;
  readonly fields: FieldError[];
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    status: ContentfulStatusCode,
    code: ServerCode,
    options: { detail?: string; fields?: FieldError[]; retryAfter?: number } = {},
  ) {
    super(options.detail ?? (isErrorCode(code) ? ERROR_MESSAGES[code] : details[code]));
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = options.fields ?? [];
    this.retryAfter = options.retryAfter;
  }
}

/** A validation error of one field that its schema alone cannot detect. */
export function invalidFieldError(path: string, message: string): ApiError {
  return new ApiError(400, 'VALIDATION_EXCEPTION', { fields: [{ path, message }] });
}

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
  const { status, code, message, fields } = apiError;
  const errors = fields.length > 0 ? { errors: fields } : {};
  const problem: Problem = { title: code, status, detail: message, ...errors };
  return context.newResponse(JSON.stringify(problem), status, {
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
