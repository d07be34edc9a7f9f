import * as v from 'valibot';
import { Credentials, PasswordRecovery, Registration } from '../../contract/user.ts';

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
    email: validateWith('email', Credentials.entries.email),
    password: validateWith('password', Credentials.entries.password),
  },
  register: {
    name: validateWith('name', Registration.entries.name),
    phoneNumber: validateWith('phoneNumber', Registration.entries.phoneNumber),
    email: validateWith('email', Registration.entries.email),
    password: validateNewPassword,
    confirmPassword: ({ password, confirmPassword }) => {
      if (confirmPassword === '') return 'Confirm password is required';
      return confirmPassword === password ? undefined : PASSWORDS_DIFFER;
    },
  },
  resetEmail: { email: validateWith('email', Credentials.entries.email) },
  resetCode: {
    code: ({ code }) => firstIssueMessage(PasswordRecovery.entries.code, parseEmailCode(code)),
    password: validateNewPassword,
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

function validateWith(field: AuthField, schema: v.GenericSchema<string, unknown>): FieldValidator {
  return (values) => firstIssueMessage(schema, values[field]);
}

// An empty password is reported as missing and not as too short.
function validateNewPassword({ password }: AuthValues): string | undefined {
  return (
    firstIssueMessage(Credentials.entries.password, password) ??
    firstIssueMessage(Registration.entries.password, password)
  );
}

function firstIssueMessage<T>(schema: v.GenericSchema<T, unknown>, value: T): string | undefined {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? undefined : parsed.issues[0].message;
}
