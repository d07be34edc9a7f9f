import * as v from 'valibot';
import { NAME_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './constants.ts';
import { Email, requiredText, text } from './text.ts';

export const PASSWORD_TOO_SHORT = 'Password must be at least 6 characters long';

const newPassword = v.pipe(text(1000), v.minLength(PASSWORD_MIN_LENGTH, PASSWORD_TOO_SHORT));
const anyPassword = v.pipe(text(1000), v.minLength(1, 'Password is required'));

export const User = v.object({
  name: v.string(),
  email: v.string(),
  phoneNumber: v.nullish(v.string()),
  photo: v.nullish(v.object({ url: v.nullish(v.string()), thumbURL: v.nullish(v.string()) })),
});
export type User = v.InferOutput<typeof User>;

/** The user as login, registration and a renewing `GET users` answer it: with the bearer token. */
export const SignedInUser = v.object({ ...User.entries, jwtToken: v.string() });
export type SignedInUser = v.InferOutput<typeof SignedInUser>;

/** `GET users` may renew the token, so it may bring one. */
export const CurrentUser = v.object({ ...User.entries, jwtToken: v.nullish(v.string()) });

export const Registration = v.object({
  name: requiredText(NAME_MAX_LENGTH, 'Name is required'),
  phoneNumber: requiredText(NAME_MAX_LENGTH, 'Phone number is required'),
  email: Email,
  password: newPassword,
});
export type Registration = v.InferOutput<typeof Registration>;

export const Credentials = v.object({ email: Email, password: anyPassword });
export const CodeRequest = v.object({ email: Email });
export const PasswordRecovery = v.object({
  code: v.pipe(v.number('Code is required'), v.integer('Code is required')),
  email: Email,
  password: newPassword,
});
export const PasswordChange = v.object({ oldPassword: anyPassword, newPassword });
export const UserEdit = v.object({ name: requiredText(NAME_MAX_LENGTH, 'Name is required') });

/** Answers that only say "done" are an empty object, never an empty body. */
export const EmptyResponse = v.object({});
