import { ERROR_MESSAGES, isErrorCode, type ServerCode } from '../../src/contract/errors.ts';
import type { Problem } from '../../src/contract/problem.ts';

export type FieldError = { path: string; message: string };
export type ErrorStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 408
  | 409
  | 412
  | 413
  | 415
  | 422
  | 429
  | 500
  | 502
  | 503;

/** An expected error. Handlers and the code below them throw it, and one error handler sends it as problem JSON. */
export class ApiError extends Error {
  readonly status: ErrorStatus;
  readonly code: ServerCode;
  readonly fields: FieldError[];
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    status: ErrorStatus,
    code: ServerCode,
    options: { detail?: string; fields?: FieldError[]; retryAfter?: number } = {},
  ) {
    super(options.detail ?? (isErrorCode(code) ? ERROR_MESSAGES[code] : DETAIL_BY_CODE[code]));
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = options.fields ?? [];
    this.retryAfter = options.retryAfter;
  }
}

const DETAIL_BY_CODE: Record<string, string> = {
  NOT_FOUND: 'There is nothing at this address.',
  METHOD_NOT_ALLOWED: 'This address does not support this method.',
  PAYLOAD_TOO_LARGE: 'The body is too large.',
  UNSUPPORTED_MEDIA_TYPE: 'The body must be JSON (Content-Type: application/json).',
  TOO_MANY_REQUESTS: 'Too many attempts. Please try again later.',
  IDEMPOTENCY_KEY_REUSED: 'This Idempotency-Key was used for another request.',
  IDEMPOTENCY_IN_PROGRESS: 'The first request with this Idempotency-Key is still being worked on.',
  ORDER_REQUEST_NOT_PAID: 'This request is not paid yet, or is closed.',
  GUEST_PRICE_UNKNOWN:
    'The price of this request cannot be calculated: a place is unknown, or its note does not describe the package. State the amount.',
  ORDER_CLOSED: 'This order has ended. Name a status to correct it.',
  ORDER_ARCHIVED:
    'The delivery of this order was deleted after the retention time. Refund its payment in the list of payments.',
  ORDER_REQUEST_CHANGED: 'This request was changed after the version that If-Match names.',
  PAYMENT_NOT_DUE: 'There is nothing to pay for this delivery.',
  PAYMENT_PROCESSING: 'A payment for this delivery is being processed. Your bank may need some days.',
  PAYMENT_REFUNDED:
    'Money for this delivery was refunded, or is to be refunded. Set ignorePayment to accept it all the same.',
  REFUND_TOO_LARGE: 'Less than this amount is left to refund.',
  REFUND_NOT_FAILED: 'No refund of this payment has failed.',
  PAYMENT_DISPUTED: 'The payment for this delivery is disputed. Set ignorePayment to accept it all the same.',
  PAYMENT_METHOD_NOT_REMOVABLE: 'The default card and the only card cannot be removed.',
  PAYMENT_PROVIDER: 'The payment provider did not respond.',
  PUSH_LIMIT_REACHED: 'There are too many devices or deliveries with notifications.',
  ADDRESS_LIMIT_REACHED:
    'Your account has as many addresses as it can have. Delete one that you no longer use.',
  DEMO_ACCOUNT:
    'The account of a public demonstration cannot be deleted, and its password cannot be changed.',
  SERVICE_UNAVAILABLE: 'The service is unavailable for a moment. Please try again.',
  INTERNAL_ERROR: 'Something went wrong.',
};

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
