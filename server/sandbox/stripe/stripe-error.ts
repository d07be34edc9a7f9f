import type { PaymentError } from './test-cards.ts';

type Status = 400 | 401 | 402 | 404 | 409;

/** An error in the format that the SDK expects: `{ error: { type, code, message, param } }`. */
export class SandboxError extends Error {
  readonly status: Status;
  readonly body: { error: Record<string, unknown> };

  constructor(
    status: Status,
    error: {
      type: string;
      message: string;
      code?: string;
      param?: string;
      payment_intent?: unknown;
      setup_intent?: unknown;
    },
  ) {
    super(error.message);
    this.status = status;
    this.body = { error };
  }
}

export function resourceMissing(name: string, id: string): SandboxError {
  return new SandboxError(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${name}: '${id}'`,
    param: 'id',
  });
}

export function invalidParameter(message: string, param: string, code = 'parameter_invalid'): SandboxError {
  return new SandboxError(400, {
    type: 'invalid_request_error',
    code,
    message,
    param,
  });
}

export function missingParameter(param: string): SandboxError {
  return invalidParameter(`Missing required param: ${param}.`, param, 'parameter_missing');
}

export function unknownParameter(param: string): SandboxError {
  return invalidParameter(`Received unknown parameter: ${param}`, param, 'parameter_unknown');
}

/** As at Stripe, the error contains the intent that the card was for. */
export function cardDeclined(
  error: PaymentError,
  intent: { payment_intent?: unknown; setup_intent?: unknown } = {},
): SandboxError {
  return new SandboxError(402, { ...error, ...intent });
}
