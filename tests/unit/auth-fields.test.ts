import { expect, test } from 'vitest';
import { codeNumber, faultsOf, fieldsOf, NO_VALUES } from '../../src/features/auth/auth-fields.ts';
import { faultsOfRefusal } from '../../src/features/auth/auth-refusal.ts';

const http = (title: string, errors?: { path: string; message: string }[]) => ({
  kind: 'http' as const,
  status: 400,
  body: {},
  problem: { title, ...(errors ? { errors } : {}) },
  retryAfterMs: undefined,
});

test('each form asks for its own fields', () => {
  expect(fieldsOf('login')).toEqual(['email', 'password']);
  expect(fieldsOf('register')).toEqual(['name', 'phoneNumber', 'email', 'password', 'confirmPassword']);
  expect(fieldsOf('resetEmail')).toEqual(['email']);
  expect(fieldsOf('resetCode')).toEqual(['code', 'password']);
});

test('a blank name is no name and a phone of spaces is no phone', () => {
  const faults = faultsOf('register', { ...NO_VALUES, name: '  ', phoneNumber: ' ' });
  expect(faults.name).toBe('Name is required');
  expect(faults.phoneNumber).toBe('Phone number is required');
});

test('a login judges no length: an older, shorter password still gets in', () => {
  expect(faultsOf('login', { ...NO_VALUES, email: 'a@example.ie', password: 'abc' })).toEqual({});
});

test('a new password shorter than six characters is refused when registering and resetting', () => {
  const short = { ...NO_VALUES, code: '1', password: 'abcde', confirmPassword: 'abcde' };
  expect(faultsOf('register', short).password).toBe('Password must be at least 6 characters long');
  expect(faultsOf('resetCode', short).password).toBe('Password must be at least 6 characters long');
});

test.each([
  ['123456', 123456],
  [' 123 456 ', 123456],
  ['000042', 42],
])('the code %j is sent as the integer %d', (typed, sent) => {
  expect(codeNumber(typed)).toBe(sent);
});

test.each(['', '   ', 'abc'])('%j is no code', (code) => {
  expect(faultsOf('resetCode', { ...NO_VALUES, code, password: 'secret1' })).toEqual({
    code: 'Code is required',
  });
});

test('a refusal marks the field that its code speaks of', () => {
  expect(faultsOfRefusal('login', http('USER_NOT_FOUND'))).toEqual({ email: true });
  expect(faultsOfRefusal('register', http('USER_ALREADY_EXISTS'))).toEqual({ email: true });
  expect(faultsOfRefusal('resetCode', http('VERIFICATION_CODE_EXPIRED'))).toEqual({ code: true });
});

test('a refusal of something that this form does not ask for marks nothing', () => {
  expect(faultsOfRefusal('resetCode', http('USER_NOT_FOUND'))).toEqual({});
  expect(faultsOfRefusal('login', { kind: 'offline' })).toEqual({});
  expect(faultsOfRefusal('login', http('toString'))).toEqual({});
});

test('what the server says of fields goes beside them, in their order', () => {
  const failure = http('VALIDATION_EXCEPTION', [
    { path: 'password', message: 'Too common' },
    { path: 'email', message: 'Blocked' },
    { path: 'elsewhere', message: 'Unknown' },
  ]);
  expect(Object.entries(faultsOfRefusal('login', failure))).toEqual([
    ['email', 'Blocked'],
    ['password', 'Too common'],
  ]);
});
