import type details from './server-error-details.json';

/**
 * The message for each error code of the server. Codes become messages only here. The specification's misspellings
 * are quoted literally: the code ORDER_DELITION_NOT_ALLOWED, and "exit" in the message of ADDRESS_NOT_FOUND.
 */
export const ERROR_MESSAGES = {
  UNAUTHORIZED: 'User Unauthorized',
  VALIDATION_EXCEPTION: 'Validation Error',
  USER_ALREADY_EXISTS: 'A user with that email already exists',
  VERIFICATION_CODE_NOT_FOUND: 'The code is invalid',
  USER_NOT_FOUND: 'A user with that email is not found',
  INCORRECT_PASSWORD: 'The password is incorrect',
  VERIFICATION_CODE_EXPIRED: 'The verification code has expired',
  ORDER_NOT_FOUND: 'The order does not exist',
  ORDER_DELITION_NOT_ALLOWED: 'The order cannot be deleted',
  ORDER_REQUEST_NOT_FOUND: 'The order request does not exist',
  ORDER_REQUEST_CANNOT_BE_EDITED: 'The order request cannot be edited',
  PAYMENT_NOT_FOUND: 'The payment does not exist',
  ADDRESS_NOT_FOUND: 'The Address does not exit',
} as const;
export type ErrorCode = keyof typeof ERROR_MESSAGES;

export const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters long';
export const PASSWORD_TOO_EASY = 'This password is too easy to guess. Please choose a different one.';

/** The file has the error codes of our own server in addition to the specification's, and what they mean. */
export type ServerCode = ErrorCode | keyof typeof details;

export const GENERIC_ERROR = 'Something went wrong';
const SERVER_ERROR = 'Something went wrong with the server';
const NOT_FOUND_ERROR = 'Resource not found';

export function isErrorCode(title: string): title is ErrorCode {
  return Object.hasOwn(ERROR_MESSAGES, title);
}

/** The messages for codes of our own server that a customer can meet. */
const SERVER_CODE_MESSAGES = new Map<string, string>([
  ['ADDRESS_LIMIT_REACHED', 'You cannot save more addresses. Please delete one first'],
  ['PAYMENT_NOT_DUE', 'There is nothing left to pay for this delivery'],
  ['PLACE_NOT_CONFIRMED', 'Choose the exact places under Edit Details before you pay'],
  ['PAYMENT_PROCESSING', 'Your payment is being processed. Your bank may need some days'],
  ['DEMO_ACCOUNT', 'Everybody shares the demo account, so this is not available'],
  ['PAYMENT_AMOUNT_CHANGED', 'The price has changed. Please check it before you pay'],
]);

/**
 * The message for an error response. A known error code decides first, then a body that is plain text, then the
 * status.
 * @param body the parsed response body: problem JSON, a string, or anything else.
 */
export function errorMessage(status: number, body: unknown): string {
  const title = textIn(body, 'title');
  if (isErrorCode(title)) return ERROR_MESSAGES[title];
  // The payment provider's words for the customer, such as the reason for which a bank declined a card.
  const detail = textIn(body, 'detail');
  if (title === 'PAYMENT_PROVIDER' && detail !== '') return detail;
  const message = SERVER_CODE_MESSAGES.get(title);
  if (message !== undefined) return message;
  if (typeof body === 'string') return GENERIC_ERROR;
  if (status >= 500) return SERVER_ERROR;
  if (status === 404) return NOT_FOUND_ERROR;
  return GENERIC_ERROR;
}

/** A field of problem JSON. It is read without a schema, because pages use the messages before schemas are loaded. */
function textIn(body: unknown, field: 'title' | 'detail'): string {
  const value: unknown =
    typeof body === 'object' && body !== null && field in body ? Reflect.get(body, field) : '';
  return typeof value === 'string' ? value : '';
}
