import { cleanText } from '../contract/clean-text.ts';
import { NAME_MAX_LENGTH, PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../contract/constants.ts';
import { PASSWORD_TOO_SHORT } from '../contract/errors.ts';
import { isStorable } from '../contract/storable-text.ts';

/** Returns the message beside the field, or undefined if its text is valid. */
export type FieldRule = (text: string) => string | undefined;

// These rules are the same as those of the schemas in contract/user.ts, which a test compares with them. A form uses
// them in place of the schemas, so that its page can be used before valibot has loaded.

const EMAIL_LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
/** The pattern of `<input type="email">` in the HTML standard. */
const EMAIL = new RegExp(`^[a-zA-Z0-9.!#$%&'*+/=?^_\`{|}~-]+@${EMAIL_LABEL}(?:\\.${EMAIL_LABEL})*$`);
const INVALID_EMAIL = 'Please enter a valid email';

export const checkName = requiredText(NAME_MAX_LENGTH, 'Name is required');
export const checkPhoneNumber = requiredText(NAME_MAX_LENGTH, 'Phone number is required');

const checkEmailText = requiredText(254, 'Email is required');
export const checkEmail: FieldRule = (email) =>
  checkEmailText(email) ?? (EMAIL.test(cleanText(email)) ? undefined : INVALID_EMAIL);
/** Mail from the internet can be sent only to a domain with a dot. */
export const checkNewEmail: FieldRule = (email) =>
  checkEmail(email) ?? (email.slice(email.lastIndexOf('@')).includes('.') ? undefined : INVALID_EMAIL);

/** An older password may be shorter than a new one. */
export const checkPassword: FieldRule = (password) =>
  checkText(password, 1000) ?? (password === '' ? 'Password is required' : undefined);
/** An empty password is reported as missing and not as too short. */
export const checkNewPassword: FieldRule = (password) =>
  checkText(password, PASSWORD_MAX_LENGTH) ??
  checkPassword(password) ??
  (password.length < PASSWORD_MIN_LENGTH ? PASSWORD_TOO_SHORT : undefined);

function requiredText(max: number, message: string): FieldRule {
  return (text) => checkText(text, max) ?? (cleanText(text) === '' ? message : undefined);
}

function checkText(text: string, max: number): string | undefined {
  if (!isStorable(text)) return 'This text contains characters that cannot be stored';
  return text.length > max ? `Must be at most ${max} characters` : undefined;
}
