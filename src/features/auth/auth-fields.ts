import {
  checkEmail,
  checkName,
  checkNewEmail,
  checkNewPassword,
  checkPassword,
  checkPhoneNumber,
} from '../../domain/user-field-rules.ts';

/** The views of the form. Resetting a password takes two of them. */
export type AuthView = 'login' | 'register' | 'resetEmail' | 'resetCode';

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

type FieldValidator = (values: AuthValues) => string | undefined;

const validators = {
  login: {
    email: ({ email }) => checkEmail(email),
    password: ({ password }) => checkPassword(password),
  },
  register: {
    name: ({ name }) => checkName(name),
    phoneNumber: ({ phoneNumber }) => checkPhoneNumber(phoneNumber),
    email: ({ email }) => checkNewEmail(email),
    password: ({ password }) => checkNewPassword(password),
    confirmPassword: ({ password, confirmPassword }) => {
      if (confirmPassword === '') return 'Confirm password is required';
      return confirmPassword === password ? undefined : PASSWORDS_DIFFER;
    },
  },
  resetEmail: { email: ({ email }) => checkEmail(email) },
  resetCode: {
    code: ({ code }) => (Number.isNaN(parseEmailCode(code)) ? 'Code is required' : undefined),
    password: ({ password }) => checkNewPassword(password),
  },
} satisfies Record<AuthView, Partial<Record<AuthField, FieldValidator>>>;

/** The error messages of a view, in the order of its fields. */
export function validateAuthValues(view: AuthView, values: AuthValues): Partial<Record<AuthField, string>> {
  const errors: Partial<Record<AuthField, string>> = {};
  for (const field of fieldsOfView(view)) {
    const validatorsOfView: Partial<Record<AuthField, FieldValidator>> = validators[view];
    const message = validatorsOfView[field]?.(values);
    if (message !== undefined) errors[field] = message;
  }
  return errors;
}

const FIELD_ORDER: readonly AuthField[] = [
  'name',
  'phoneNumber',
  'email',
  'code',
  'password',
  'confirmPassword',
];

export function fieldsOfView(view: AuthView): AuthField[] {
  return FIELD_ORDER.filter((field) => Object.hasOwn(validators[view], field));
}

/** Parses the e-mailed code as the integer that the API expects. People paste it with spaces. NaN if it is invalid. */
export function parseEmailCode(code: string): number {
  return Number.parseInt(code.replace(/\s/g, ''), 10);
}
