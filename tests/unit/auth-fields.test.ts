import { expect, test } from 'vitest';
import {
  authFieldErrors,
  EMPTY_AUTH_VALUES,
  fieldsOfView,
  parseEmailCode,
  validateAuthValues,
} from '../../src/features/auth/auth-fields.ts';

const http = (title: string, errors?: { path: string; message: string }[]) => ({
  kind: 'http' as const,
  status: 400,
  body: { title },
  problem: { title, ...(errors ? { errors } : {}) },
  retryAfterMs: undefined,
});

test('each form asks for its own fields', () => {
  expect(fieldsOfView('login')).toEqual(['email', 'password']);
  expect(fieldsOfView('register')).toEqual(['name', 'phoneNumber', 'email', 'password', 'confirmPassword']);
  expect(fieldsOfView('resetEmail')).toEqual(['email']);
  expect(fieldsOfView('resetCode')).toEqual(['code', 'password']);
});

test('a blank name and a phone of spaces count as empty', () => {
  const faults = validateAuthValues('register', { ...EMPTY_AUTH_VALUES, name: '  ', phoneNumber: ' ' });
  expect(faults.name).toBe('Name is required');
  expect(faults.phoneNumber).toBe('Phone number is required');
});

test('a login accepts passwords of any length, because older ones may be shorter', () => {
  expect(
    validateAuthValues('login', { ...EMPTY_AUTH_VALUES, email: 'a@example.ie', password: 'abc' }),
  ).toEqual({});
});

test('a new password shorter than six characters is rejected when registering and resetting', () => {
  const short = { ...EMPTY_AUTH_VALUES, code: '1', password: 'abcde', confirmPassword: 'abcde' };
  expect(validateAuthValues('register', short).password).toBe('Password must be at least 6 characters long');
  expect(validateAuthValues('resetCode', short).password).toBe('Password must be at least 6 characters long');
});

test.each([
  ['123456', 123456],
  [' 123 456 ', 123456],
  ['000042', 42],
  ['Your Send code is 1234-5678.', 12345678],
  ['\u200b１２３４５６７８', 12345678],
])('the code %j is sent as the integer %d', (typed, sent) => {
  expect(parseEmailCode(typed)).toBe(sent);
});

test.each(['', '   ', 'abc'])('%j is not a valid code', (code) => {
  expect(validateAuthValues('resetCode', { ...EMPTY_AUTH_VALUES, code, password: 'secret1' })).toEqual({
    code: 'Code is required',
  });
});

test('a rejection has its message at the field that its code refers to (LAY-20)', () => {
  expect(authFieldErrors('login', http('USER_NOT_FOUND'))).toEqual({
    email: 'A user with that email is not found',
  });
  expect(authFieldErrors('register', http('USER_ALREADY_EXISTS'))).toEqual({
    email: 'A user with that email already exists',
  });
  expect(authFieldErrors('resetCode', http('VERIFICATION_CODE_EXPIRED'))).toEqual({
    code: 'The verification code has expired',
  });
});

test('a rejection about a field of another form marks nothing', () => {
  expect(authFieldErrors('resetCode', http('USER_NOT_FOUND'))).toEqual({});
  expect(authFieldErrors('login', { kind: 'offline' })).toEqual({});
  expect(authFieldErrors('login', http('toString'))).toEqual({});
});

test('field errors of the server are shown beside their fields, in order', () => {
  const failure = http('VALIDATION_EXCEPTION', [
    { path: 'password', message: 'Too common' },
    { path: 'email', message: 'Blocked' },
    { path: 'elsewhere', message: 'Unknown' },
  ]);
  expect(Object.entries(authFieldErrors('login', failure))).toEqual([
    ['email', 'Blocked'],
    ['password', 'Too common'],
  ]);
});
