import * as v from 'valibot';
import { NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from './constants.ts';
import { PASSWORD_TOO_SHORT } from './errors.ts';
import { Email, NewEmail, requiredText, text } from './text.ts';
import { checkVatNumber, VAT_NUMBER_INVALID, withoutSpaces } from './vat-number.ts';

const newPassword = v.pipe(text(PASSWORD_MAX_LENGTH), v.minLength(PASSWORD_MIN_LENGTH, PASSWORD_TOO_SHORT));
const anyPassword = v.pipe(text(1000), v.minLength(1, 'Password is required'));

export const User = v.object({
  name: v.string(),
  email: v.string(),
  phoneNumber: v.nullish(v.string()),
  /** Empty if the customer has given none; absent if the API has no VAT numbers. */
  vatNumber: v.nullish(v.string()),
  /** Whether the customer gets emails about deliveries; absent if the API has no such setting. */
  hasMailUpdates: v.nullish(v.boolean()),
  /** Whether the customer has proved that the address is theirs; absent if the API does not ask for it. */
  isEmailConfirmed: v.nullish(v.boolean()),
  photo: v.nullish(v.object({ url: v.nullish(v.string()), thumbURL: v.nullish(v.string()) })),
});
export type User = v.InferOutput<typeof User>;

/** The id of the session of a token. It ends the session, also after an offline log-out, and gives no access. */
const sessionId = v.nullish(v.string());

/** The user with a bearer token, as login and registration return it. */
export const LoggedInUser = v.object({ ...User.entries, jwtToken: v.string(), sessionId });
export type LoggedInUser = v.InferOutput<typeof LoggedInUser>;

/** The user as `GET users` returns it, with a new bearer token if the old one was due for renewal. */
export const CurrentUser = v.object({ ...User.entries, jwtToken: v.nullish(v.string()), sessionId });

export const Registration = v.object({
  name: requiredText(NAME_MAX_LENGTH, 'Name is required'),
  phoneNumber: requiredText(NAME_MAX_LENGTH, 'Phone number is required'),
  email: NewEmail,
  password: newPassword,
});
export type Registration = v.InferOutput<typeof Registration>;

export const Credentials = v.object({ email: Email, password: anyPassword });
export const CodeRequest = v.object({ email: Email });
export const PasswordRecovery = v.object({
  /** Eight digits without a leading zero. */
  code: v.pipe(v.number('Code is required'), v.integer('Code is required')),
  email: Email,
  password: newPassword,
});
export const PasswordChange = v.object({ oldPassword: anyPassword, newPassword });
export const ChangedPassword = v.object({ jwtToken: v.nullish(v.string()), sessionId });

/** The VAT number of a business, in capitals and without spaces; empty for none. */
const VatNumber = v.pipe(
  v.string(),
  v.check((typed) => checkVatNumber(typed) === undefined, VAT_NUMBER_INVALID),
  v.transform((typed) => withoutSpaces(typed).toUpperCase()),
);
export const UserEdit = v.object({
  name: requiredText(NAME_MAX_LENGTH, 'Name is required'),
  /** Without it, the VAT number stays as it is. */
  vatNumber: v.optional(VatNumber),
});
export type UserEdit = v.InferInput<typeof UserEdit>;

export const EmailUpdates = v.object({ isEnabled: v.boolean() });

/** The password confirms that it is the customer who acts, and not someone with an unlocked phone or a stolen token. */
export const PasswordConfirmation = v.object({ password: anyPassword });

/** A session of an account that has not ended. Times are ISO 8601. */
export const UserSession = v.object({
  id: v.string(),
  /** For example "Firefox on Linux". */
  device: v.string(),
  created: v.string(),
  lastUsed: v.string(),
  isCurrent: v.boolean(),
});
export type UserSession = v.InferOutput<typeof UserSession>;

export const SessionToEnd = v.object({ sessionId: requiredText(64, 'sessionId is required') });

/** Our server responds with an empty object where there is no content. Other APIs may respond with 204. */
export const EmptyResponse = v.object({});
