import type { Failure } from '../../api/client.ts';
import { errorMessage } from '../../contract/errors.ts';
import { fieldErrors, problemErrors } from '../../domain/field-errors.ts';
import {
  checkEmail,
  checkName,
  checkNewEmail,
  checkNewPassword,
  checkPassword,
  checkPhoneNumber,
} from '../../domain/user-field-rules.ts';
import type { AuthView } from '../../use-cases/session/log-in.ts';

export const EMPTY_AUTH_VALUES = {
  name: '',
  phoneNumber: '',
  email: '',
  code: '',
  password: '',
  confirmPassword: '',
};
export type AuthValues = typeof EMPTY_AUTH_VALUES;
export type AuthField = keyof AuthValues;

export const PASSWORDS_DIFFER = 'Passwords do not match';

/** The message of each field of a view; undefined if its value is valid. */
const CHECKS: Record<AuthView, (values: AuthValues) => Record<string, string | undefined>> = {
  login: ({ email, password }) => ({ email: checkEmail(email), password: checkPassword(password) }),
  register: ({ name, phoneNumber, email, password, confirmPassword }) => ({
    name: checkName(name),
    phoneNumber: checkPhoneNumber(phoneNumber),
    email: checkNewEmail(email),
    password: checkNewPassword(password),
    confirmPassword:
      confirmPassword === ''
        ? 'Confirm password is required'
        : confirmPassword === password
          ? undefined
          : PASSWORDS_DIFFER,
  }),
  resetEmail: ({ email }) => ({ email: checkEmail(email) }),
  resetCode: ({ code, password }) => ({
    code: Number.isNaN(parseEmailCode(code)) ? 'Code is required' : undefined,
    password: checkNewPassword(password),
  }),
};

/** The error messages of a view, in the order of its fields. */
export function validateAuthValues(view: AuthView, values: AuthValues): Partial<Record<AuthField, string>> {
  return fieldErrors(CHECKS[view](values));
}

const FIELD_ORDER = ['name', 'phoneNumber', 'email', 'code', 'password', 'confirmPassword'] as const;

export function fieldsOfView(view: AuthView): AuthField[] {
  return FIELD_ORDER.filter((field) => Object.hasOwn(CHECKS[view](EMPTY_AUTH_VALUES), field));
}

/** Parses the emailed code as the integer that the API expects, also in pasted text. NaN if there are no digits. */
export function parseEmailCode(code: string): number {
  return Number.parseInt(code.normalize('NFKC').replace(/\D/g, ''), 10);
}

const FIELD_OF_CODE: Record<string, AuthField> = {
  USER_NOT_FOUND: 'email',
  USER_ALREADY_EXISTS: 'email',
  INCORRECT_PASSWORD: 'password',
  VERIFICATION_CODE_NOT_FOUND: 'code',
  VERIFICATION_CODE_EXPIRED: 'code',
};

/** A reset whose response was lost has used up its code, and a code of one device is not valid on another. */
const CODE_HINT =
  '. Enter the newest one, on the device that asked for it. If you have just set the password, log in.';

/** The fields that a failed request is about, each with its message. An alert shows a failure that is about none. */
export function authFieldErrors(view: AuthView, failure: Failure): Partial<Record<AuthField, string>> {
  if (failure.kind !== 'http') return {};
  const fields = fieldsOfView(view);
  const errors = problemErrors(failure, fields);
  if (Object.keys(errors).length > 0) return errors;
  const field = FIELD_OF_CODE[failure.problem?.title ?? ''];
  if (field === undefined || !fields.includes(field)) return {};
  const hint = failure.problem?.title === 'VERIFICATION_CODE_NOT_FOUND' ? CODE_HINT : '';
  return { [field]: errorMessage(failure.status, failure.body) + hint };
}
