import * as v from 'valibot';
import { cleanText } from './clean-text.ts';
import { isStorable } from './storable-text.ts';

/** User input of at most `max` characters; it may be empty. */
export function text(max: number) {
  return v.pipe(
    v.string(),
    v.check(isStorable, 'This text contains characters that cannot be stored'),
    v.maxLength(max, `Must be at most ${max} characters`),
  );
}

/** User input that must not be blank; it is cleaned. `message` is shown beside the field. */
export function requiredText(max: number, message: string) {
  return v.pipe(text(max), v.transform(cleanText), v.minLength(1, message));
}

export const Email = v.pipe(requiredText(254, 'Email is required'), v.rfcEmail('Please enter a valid email'));

/** An address to which mail from the internet can be sent, which needs a domain with a dot. */
export const NewEmail = v.pipe(Email, v.check(hasDomain, 'Please enter a valid email'));

const EmailFormat = v.pipe(v.string(), v.rfcEmail(), v.check(hasDomain));

/** Exactly one email address, or nothing. */
export const OptionalEmail = v.pipe(
  text(254),
  v.transform(cleanText),
  v.check((address) => address === '' || v.is(EmailFormat, address), 'Enter an email like name@example.com'),
);

function hasDomain(address: string): boolean {
  return address.slice(address.lastIndexOf('@')).includes('.');
}
