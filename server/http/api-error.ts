import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { ERROR_MESSAGES, isErrorCode, type ServerCode } from '../../src/contract/errors.ts';
import type { Problem } from '../../src/contract/problem.ts';
import details from '../../src/contract/server-error-details.json';

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

export function toProblem(error: ApiError): Problem {
  return {
    title: error.code,
    status: error.status,
    detail: error.message,
    ...(error.fields.length > 0 ? { errors: error.fields } : {}),
  };
}

/** A validation error of one field that its schema alone cannot detect. */
export function invalidFieldError(path: string, message: string): ApiError {
  return new ApiError(400, 'VALIDATION_EXCEPTION', { fields: [{ path, message }] });
}
