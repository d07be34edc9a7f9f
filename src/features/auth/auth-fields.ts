import * as v from 'valibot';
import { Credentials, PasswordRecovery, Registration } from '../../contract/user.ts';

/** What the form asks for: resetting a password takes two steps. */
export type AuthView = 'login' | 'register' | 'resetEmail' | 'resetCode';

export const NO_VALUES = {
  name: '',
  phoneNumber: '',
  email: '',
  code: '',
  password: '',
  confirmPassword: '',
};
export type AuthValues = typeof NO_VALUES;
export type AuthField = keyof AuthValues;

export const PASSWORDS_DIFFER = 'Passwords do not match';

type Judge = (values: AuthValues) => string | undefined;

const judges = {
  login: {
    email: judge('email', Credentials.entries.email),
    password: judge('password', Credentials.entries.password),
  },
  register: {
    name: judge('name', Registration.entries.name),
    phoneNumber: judge('phoneNumber', Registration.entries.phoneNumber),
    email: judge('email', Registration.entries.email),
    password: judgeNewPassword,
    confirmPassword: ({ password, confirmPassword }) => {
      if (confirmPassword === '') return 'Confirm password is required';
      return confirmPassword === password ? undefined : PASSWORDS_DIFFER;
    },
  },
  resetEmail: { email: judge('email', Credentials.entries.email) },
  resetCode: {
    code: ({ code }) => sentenceOf(PasswordRecovery.entries.code, codeNumber(code)),
    password: judgeNewPassword,
  },
} satisfies Record<AuthView, Partial<Record<AuthField, Judge>>>;

/** The faults of a form in this view, in the order in which its fields stand. */
export function faultsOf(view: AuthView, values: AuthValues): Partial<Record<AuthField, string>> {
  const faults: Partial<Record<AuthField, string>> = {};
  for (const field of fieldsOf(view)) {
    const judgesOfView: Partial<Record<AuthField, Judge>> = judges[view];
    const sentence = judgesOfView[field]?.(values);
    if (sentence !== undefined) faults[field] = sentence;
  }
  return faults;
}

const FIELD_ORDER: readonly AuthField[] = [
  'name',
  'phoneNumber',
  'email',
  'code',
  'password',
  'confirmPassword',
];

export function fieldsOf(view: AuthView): AuthField[] {
  return FIELD_ORDER.filter((field) => Object.hasOwn(judges[view], field));
}

/** The mailed code as the integer that is sent; people paste it with spaces. NaN where it is none. */
export function codeNumber(code: string): number {
  return Number.parseInt(code.replace(/\s/g, ''), 10);
}

function judge(field: AuthField, schema: v.GenericSchema<string, unknown>): Judge {
  return (values) => sentenceOf(schema, values[field]);
}

// An empty password is missing, not short.
function judgeNewPassword({ password }: AuthValues): string | undefined {
  return (
    sentenceOf(Credentials.entries.password, password) ?? sentenceOf(Registration.entries.password, password)
  );
}

function sentenceOf<T>(schema: v.GenericSchema<T, unknown>, value: T): string | undefined {
  const parsed = v.safeParse(schema, value);
  return parsed.success ? undefined : parsed.issues[0].message;
}
